"""The words that walls are written in, in the languages of the pages that are read most.

All patterns are for casefolded text. Each quantifier is bounded, so that they take linear time.
"""

import re
from functools import cache
from typing import Final, Literal

Cue = Literal[
    "bot_title", "bot_text", "consent_start", "consent", "login", "login_text", "missing",
    "paywall", "parked", "region", "scripts",
]  # fmt: skip

_ENGLISH_SCRIPTS = (
    r"(?:please\s+)?(?:wait|loading)\b",
    r".{0,80}\b(?:enable|requires?|turn\s+on|without|needs?)\s.{0,40}\b(?:javascript|scripts?|js)\b",
    r".{0,60}\bjavascript\s.{0,20}\b(?:disabled|required|not\s+enabled|switched\s+off)\b",
)

_PATTERNS: Final[dict[Cue, tuple[str, ...]]] = {
    # a whole title, or a whole part of one
    "bot_title": (
        r"just a moment|attention required!?|one more step|checking your browser",
        r"access denied|access to this page has been denied|pardon our interruption",
        r"(?:please )?verify(?:ing)?(?: that)? you(?:'re| are) (?:a )?human|human verification",
        r"are you (?:a )?(?:robot|human)|robot check|bot verification|robot or human",
        r"making sure you(?:'re| are) not a bot|ddos-guard|vercel security checkpoint",
        r"security check(?:point)?|client challenge|captcha|you have been blocked|just a second",
        r"einen moment|nur einen moment|un instant|un momento|um momento|een moment geduld",
        r"один момент|请稍候|请稍等|しばらくお待ちください(?:\.{3})?|잠시만 기다리십시오",
    ),
    # the beginning of a short text
    "bot_text": (
        r"(?:please )?(?:verify|confirm|prove) (?:that )?you(?:'re| are) (?:a |not a )?(?:human|robot|bot)",
        r"checking (?:if the site connection is secure|your browser before accessing)",
        r"enable javascript and cookies to continue|press (?:&|and) hold to confirm",
        r"enter the characters you see below|our systems have detected unusual traffic",
        r"sorry, you have been blocked|verifying you are human|we just need to make sure you(?:'re| are) not a robot",
        r"you don't have permission to access .{0,200} on this server",
        r"bitte bestätigen sie, dass sie (?:ein mensch|kein roboter) sind",
        r"veuillez (?:vérifier|confirmer) que vous (?:êtes (?:un )?humain|n'êtes pas un robot)",
        r"(?:verifique|confirme|verifica) que (?:eres|es|você é|não é) (?:un |um )?(?:humano|ser humano|robot|robô)",
        r"подтвердите, что (?:вы человек|запросы отправляли вы|вы не робот)",
        r"请(?:完成|进行)(?:安全)?验证|请证明您不是机器人|ロボットではないことを(?:確認|証明)",
    ),
    "consent_start": (
        r"before you continue(?: to)?\b|bevor (?:sie|du) (?:zu |mit )?.{1,40}weiter|avant d'accéder à",
        r"antes de (?:ir a|acceder a|continuar|avançar)|prima di continuare|voordat je (?:doorgaat|verdergaat)",
        r"zanim przejdziesz|прежде чем перейти|続行する前に|继续之前|繼續之前|계속하기 전에|قبل المتابعة",
        r"we (?:value|care about|respect) your privacy|your privacy (?:choices|matters|is important)",
        r"(?:we|this (?:site|website)) uses? cookies|cookie (?:consent|settings|preferences|notice)",
        r"wir (?:brauchen|benötigen|verwenden|nutzen|schätzen|respektieren) .{0,40}(?:zustimmung|cookies|privatsphäre)",
        r"(?:mit|weiter) .{0,20}werbung .{0,20}(?:weiter|nutzen|lesen)|ihre privatsphäre|willkommen bei",
        r"(?:nous respectons|le respect de) votre vie privée|votre vie privée|nous utilisons des cookies",
        r"(?:valoramos|nos importa|respetamos) (?:tu|su) privacidad|(?:tu|su) privacidad|(?:usamos|utilizamos) cookies",
        r"(?:valorizamos|respeitamos) a sua privacidade|a sua privacidade|(?:la tua|rispettiamo la) (?:tua )?privacy",
        r"(?:wij|we) (?:gebruiken|waarderen) .{0,30}(?:cookies|privacy)|cenimy (?:twoją )?prywatność",
        r"мы (?:используем|ценим) .{0,30}(?:cookie|куки|конфиденциальность)|クッキー|当サイトでは.{0,10}cookie",
        r"(?:我们|本网站)(?:使用|重视)|쿠키|نحن (?:نستخدم|نهتم)",
    ),
    # what a question about cookies goes on to say; an article on them says few of these together
    "consent": (
        r"accept all|reject all|manage (?:options|preferences|choices|settings)|legitimate interests?",
        r"store and/or access information|(?:our|with) \d* ?(?:partners|vendors)|withdraw (?:your )?consent",
        r"alle (?:akzeptieren|ablehnen|cookies)|berechtigte[sn]? interesse|einstellungen (?:verwalten|anpassen)",
        r"(?:unsere|mit) \d* ?partnern?|zustimmung (?:jederzeit )?widerrufen|ohne (?:werbung|tracking)|zustimmen",
        r"tout (?:accepter|refuser)|(?:nos|et ses) \d* ?partenaires|intérêts? légitimes?|retirer votre consentement",
        r"(?:aceptar|rechazar|aceitar|rejeitar) (?:todo|todas|tudo)|(?:nuestros|nossos) \d* ?(?:socios|parceiros)",
        r"intereses? legítimos?|interesses? legítimos?|accetta tutt[oi]|rifiuta tutt[oi]|legittimo interesse",
        r"alles (?:accepteren|weigeren|afwijzen)|gerechtvaardigd belang|zaakceptuj wszystk|odrzuć wszystk",
        r"принять вс[её]|отклонить вс[её]|すべて(?:許可|同意|拒否)|全部(?:接受|拒绝)|모두 (?:허용|동의|거부)|قبول الكل",
        r"privacy policy|datenschutzerklärung|politique de confidentialité|política de privacidad",
        r"personali[sz]ed (?:ads|content)|ad measurement|audience (?:insights|research)|personalisierte",
    ),
    # a whole title, heading or part of one
    "login": (
        r"(?:please )?(?:log|sign)[ -]?(?:in|on)(?: (?:to|with|or|here|required|page|below)\b.{0,50})?|login required",
        r"(?:member|user|customer|account) (?:log|sign)[ -]?in|authentication required|single sign-on",
        r"(?:bitte )?(?:anmelden|einloggen)(?: (?:bei|oder)\b.{0,40})?|anmeldung|anmeldung erforderlich",
        r"(?:se connecter|connexion|connectez-vous|identification|s'identifier)(?: (?:à|ou)\b.{0,40})?",
        r"(?:iniciar|inicia|inicie|iniciar) ses[ií][oó]n(?: en\b.{0,40})?|acceder|entrar|fazer login|faça login|acesse sua conta",
        r"(?:accedi|accesso|login)(?: a\b.{0,40})?|(?:inloggen|aanmelden)(?: bij\b.{0,40})?|log in bij .{1,40}",
        r"(?:zaloguj się|logowanie)(?: do\b.{0,40})?|вход|войти|авторизация|вход в (?:систему|аккаунт)",
        r"ログイン|サインイン|登录|登入|登錄|用户登录|로그인|تسجيل الدخول",
    ),
    # the beginning of a short text
    "login_text": (
        r"(?:sorry, )?you (?:must|need to|have to) (?:be )?(?:log(?:ged)?|sign(?:ed)?)[ -]?in (?:to|before)\b",
        r"please (?:log|sign) ?in to (?:view|see|access|read|continue)|you are not (?:logged|signed) in",
        r"sie müssen (?:sich anmelden|angemeldet sein|eingeloggt sein)|bitte melden sie sich an, um",
        r"vous devez (?:être connecté|vous connecter)|(?:debes|debe|tienes que) iniciar sesión",
        r"você precisa (?:estar logado|fazer login)|devi (?:effettuare l'accesso|accedere)|je moet (?:ingelogd|zijn ingelogd)",
        r"musisz (?:być zalogowan|się zalogować)|(?:вы должны|необходимо) (?:войти|авторизоваться)",
        r"この.{0,12}ログインが必要|请先登录|請先登入|로그인이 필요|يجب (?:عليك )?تسجيل الدخول",
    ),
    # a whole title, heading or part of one
    "missing": (
        r"(?:http |error |status )?404(?: error)?(?:[ :.,!-]{1,3}(?:page |file |error )?(?:not found|page|error))?",
        (
            r"(?:(?:oops|sorry)[!,. ]{1,3}){0,2}(?:the |this |that )?(?:requested )?"
            r"(?:page|file|url|content|article|document|resource|listing|item|post|topic|thread) "
            r"(?:you (?:requested|(?:are|were) looking for) )?"
            r"(?:was |is |could |can |does |has |can't |cannot |couldn't |doesn't |isn't |wasn't |has been )?"
            r"(?:not |no longer |been )?(?:be )?(?:found|exists?|available|removed|deleted)"
        ),
        r"(?:page |file )?not found|(?:this )?page (?:isn't|is not|is no longer) available|this content isn't available(?: right now)?",
        r"(?:we )?(?:can't|cannot|couldn't) find (?:that|this|the) page(?: you(?:'re| are) looking for)?",
        r"(?:this|the) (?:job|product|video|listing|event|offer)(?: you requested)? is no longer available",
        r"(?:die |diese )?(?:angeforderte )?(?:seite|datei|artikel)(?: wurde| konnte)? (?:leider )?nicht (?:gefunden(?: werden)?|verfügbar|vorhanden)",
        r"(?:cette |la )?page (?:est )?(?:introuvable|non trouvée|inexistante)|(?:cette |la )?page (?:demandée )?n'existe (?:pas|plus)|page non disponible",
        r"(?:la )?p[áa]gina (?:solicitada )?(?:no|não) (?:encontrada|existe|disponible|disponível|(?:foi|ha sido) encontrada|se encuentra|se ha encontrado)",
        r"(?:la )?pagina (?:richiesta )?non (?:è stata )?(?:trovata|esiste|disponibile)|pagina (?:is )?niet gevonden|(?:deze )?pagina bestaat niet(?: meer)?",
        r"(?:ta )?strona nie (?:została znaleziona|istnieje)|nie znaleziono(?: strony)?|страница не (?:найдена|существует)|(?:ошибка )?404",
        r"(?:お探しの|指定された)?ページ(?:が|は)(?:見つかりません(?:でした)?|存在しません)|(?:您访问的|你访问的)?页面(?:不存在|未找到|找不到)|找不到(?:网页|页面|網頁|頁面)",
        r"페이지를 찾을 수 없습니다|존재하지 않는 페이지(?:입니다)?|(?:الصفحة|لم يتم العثور على الصفحة)(?: غير موجودة| المطلوبة غير موجودة)?",
    ),
    # the beginning of a line
    "paywall": (
        r"(?:please )?(?:subscribe|sign up|register|log in|become a (?:member|subscriber)|start your .{0,20}trial)(?: now| today| or .{1,20})? (?:to|and) (?:continue|keep|finish) reading",
        r"to (?:continue|keep|finish) reading(?: this (?:article|story|post))?,? ?(?:please )?(?:subscribe|log|sign|register|create|become|upgrade|start)",
        r"to read the (?:rest|full|whole) .{0,30}(?:subscribe|log in|sign)|continue reading this post for free",
        r"(?:subscribe|sign up|upgrade|join|become a .{1,20}) (?:now )?to (?:read|unlock|get access to|view) (?:the (?:full|rest|whole|entire)|this|full)\b",
        r"(?:this|the full|the rest of this) (?:article|story|post|content|report)(?: is)? (?:is )?(?:only |exclusively |reserved )?(?:available )?(?:for|to) (?:our )?(?:paying |paid |premium )?(?:subscribers|members)\b",
        r"this (?:post|story|article) is for (?:paid|paying) subscribers|keep reading with a .{0,20}(?:free trial|subscription)|you(?:'ve| have) (?:reached|read) your .{0,30}(?:limit|free articles?)",
        r"continue reading (?:this (?:post|article) (?:for free|with)|with a .{0,20}subscription)|unlock (?:the full|this) (?:article|story)|the member-only story",
        r"(?:jetzt |diesen artikel |sie möchten |den ganzen artikel )?(?:weiterlesen|lesen) mit\b|(?:dieser|der) (?:artikel|beitrag|inhalt) ist (?:nur |exklusiv )?für (?:unsere )?(?:abonnenten|abonnentinnen|mitglieder)",
        r"jetzt (?:abonnieren|registrieren|testen) und weiterlesen|lesen sie (?:den|diesen) (?:ganzen |vollständigen )?artikel mit|dieser artikel ist (?:kostenpflichtig|bezahlpflichtig)",
        r"(?:cet |la suite de cet )?article (?:est )?(?:entièrement )?réservée? (?:aux|à nos) abonné|il vous reste .{1,12}de cet article à lire|(?:la suite|contenu|lecture).{0,20} réservée? aux abonné|abonnez-vous pour (?:lire|continuer)",
        r"(?:suscríbete|suscríbase|regístrate|inicia sesión) para (?:seguir|continuar) leyendo|(?:para )?seguir leyendo,? (?:suscríbete|hazte)|(?:este )?(?:contenido|artículo)(?: es)? (?:exclusivo|solo|sólo) para suscriptores",
        r"(?:este )?(?:conteúdo|artigo|texto)(?: é)? exclusivo para assinantes|(?:assine|faça login|registe-se) para (?:continuar|ler)|continue (?:lendo|a ler) com",
        r"(?:questo )?(?:contenuto|articolo)(?: è)? (?:riservato|disponibile solo)(?: per)? (?:agli|gli) abbonati|abbonati per (?:continuare|leggere)|per continuare a leggere",
        r"(?:dit artikel is )?(?:alleen|exclusief) voor abonnees|(?:verder|lees verder|verderlezen).{0,12} (?:met|abonn)|abonneer je om",
        r"(?:dalsza część|pełny|ten) artyku.{0,30} (?:dla (?:prenumeratorów|subskrybentów)|dostępn)|czytaj dalej z|(?:материал|статья|текст|полный текст) .{0,20}(?:по подписке|только (?:для )?подписчикам?)",
        r"この記事は(?:有料)?会員限定|この記事は有料|この続きは|残り\s?\d+文字|続きを読むには|订阅后(?:继续|可)阅读|(?:本文|此内容)(?:为|仅限)(?:付费|会员)|訂閱後(?:繼續|可)閱讀|(?:유료|구독) ?(?:회원|자) ?(?:전용|만)|هذا المحتوى (?:متاح )?للمشتركين",
    ),
    "parked": (
        r".{0,40}(?:domain(?: name)?|[a-z0-9-]{1,40}\.[a-z]{2,10}) (?:is|may be) (?:for sale|parked|available for (?:sale|purchase))",
        r"buy this domain|(?:this )?domain (?:has )?(?:expired|is parked)|diese domain (?:steht|ist) (?:zum verkauf|geparkt)",
        r"related searches.{0,200}(?:privacy policy|buy this domain)|ce (?:nom de )?domaine est (?:à vendre|en vente)",
    ),
    "region": (
        r".{0,120}(?:not|n't|un) ?(?:currently )?(?:be )?(?:available|accessible|viewed|access(?:ed)?) (?:in|from|for) (?:your|this) (?:region|country|location|area)\b",
        r".{0,120}unavailable (?:in|to|for) .{0,30}(?:european (?:union|economic area)|european (?:visitors|countries)|legal reasons)",
        r"451: unavailable|unavailable due to legal reasons|.{0,160}european economic area .{0,120}(?:cannot|can't|not) .{0,30}(?:access|grant)",
        r".{0,60}(?:in (?:ihrem|deinem) land|in ihrer region) (?:leider )?nicht verfügbar|.{0,60}(?:pas disponible|indisponible) dans votre (?:pays|région)",
        r".{0,60}no (?:está|se encuentra) disponible en (?:tu|su) (?:país|región)|.{0,60}não está disponível (?:no seu país|na sua região)",
        r".{0,60}non (?:è )?disponibile nel tuo paese|.{0,60}недоступ.{0,20} в вашем (?:регионе|стране)|.{0,30}お住まいの(?:国|地域).{0,20}(?:ご利用|視聴)|.{0,30}您所在的(?:国家|地区)",
    ),
    "scripts": (
        *_ENGLISH_SCRIPTS,
        r".{0,120}javascript.{0,60}(?:aktivier|einschalt|ein\b|activ|habilit|attiv|abilit|ingeschakeld|inschakel|włącz|включ|有効|启用|啟用|開啟|활성|사용|تفعيل)",
        r".{0,120}(?:aktivier|activ[ea]|habilit|abilit|attiva|inschakel|schakel|włącz|включ|启用|啟用|開啟|تفعيل).{0,60}javascript",
    ),
}  # fmt: skip


@cache
def pattern(cue: Cue) -> re.Pattern[str]:
    """Gives what a cue is said with; for casefolded text with plain apostrophes."""
    return re.compile("|".join(f"(?:{one})" for one in _PATTERNS[cue]), re.DOTALL)
