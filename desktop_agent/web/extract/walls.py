"""Detect pages that show a wall instead of their content.

Walls are bot checks, consent forms, logins, paywalls, error pages and empty apps. The phrases cover
the languages of the most visited pages. All patterns expect casefolded text, and all quantifiers
are bounded, so that matching takes linear time.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from itertools import chain, islice
from typing import Final, Literal
from urllib.parse import urlsplit

from desktop_agent.core.errors import Unreadable
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.facts.linked_data import Access
from desktop_agent.web.extract.facts.title_author import head_title, parts_of_title
from desktop_agent.web.extract.html_tree import Element, tag

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
    # further phrases of a consent form; an article about cookies has few of these together
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
    """Return the pattern for a cue. It expects casefolded text with straight apostrophes."""
    return re.compile("|".join(f"(?:{one})" for one in _PATTERNS[cue]), re.DOTALL)


# --- Signs in the address, the markup and the first words

_OPENING = 4000  # characters of text that are looked at
_LONGEST_NAME = 200
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
_CJK_LETTERS = 3  # that a character of these scripts stands for

_CHALLENGES = re.compile(
    r"_cf_chl_opt|cf-browser-verification|id=[\"']?challenge-(?:form|running|error)"
    r"|/cdn-cgi/challenge-platform/h/\w{1,8}/orchestrate|captcha-delivery\.com|id=[\"']?px-captcha"
    r"|anubis_challenge|window\.gokuProps|/errors/validateCaptcha|errors\.edgesuite\.net"
    r"|_Incapsula_Resource\?[^\"'>]{0,80}incident_id|sucuri_cloudproxy|id=[\"']?ddg-captcha"
    r"|window\.KPSDK|/_vercel/security|smartcaptcha\.yandexcloud|/showcaptcha|action=[\"']/sorry/"
)
_CAPTCHAS = re.compile(
    r"g-recaptcha|h-captcha|hcaptcha\.com|cf-turnstile|challenges\.cloudflare\.com|geetest"
    r"|arkoselabs\.com|funcaptcha|recaptcha/(?:api|enterprise)|captcha[\"'-]|Incapsula"
)
_PARKING = re.compile(
    r"sedoparking\.com|parkingcrew\.net|bodis\.com|parklogic\.com|hugedomains\.com|afternic\.com/forsale"
    r"|dan\.com/buy-domain|d38psrni17bvxu\.cloudfront\.net|domainmarket\.com/buynow|/park\.js"
)
_CONSENT_HOSTS: Final = ("consent.", "guce.")  # of video, search and news sites
_CONSENT_PATH = re.compile(
    r"/(?:privacy-?(?:gate|wall)|cookie-?(?:wall|gate)|collectconsent)(?=[/.?]|$)"
)
_LOGIN_PATH = re.compile(
    r"/(?:log-?in|sign-?in|sign_in|signon|sso|authorize|wp-login|checkpoint|authwall|"
    r"anmelden|connexion|accedi|inloggen|servicelogin)(?=[/.?;]|$)"
)
_LOGIN_HOSTS = ("login.", "accounts.", "auth.", "sso.", "signin.", "id.")
_APPS = frozenset(
    ("root", "__next", "app", "__nuxt", "app-root", "react-root", "svelte", "main-app", "___gatsby")
)
_TECHNICAL = ("pre", "code", "table", "dl")
_FRAMES = frozenset(("header", "nav", "aside", "footer", "dialog"))
_ELEMENTS_ABOVE = 40


def weight(text: str) -> int:
    """Return the equivalent length of a text in Latin letters. It is exact only for short texts."""
    start = text[:_OPENING]
    return len(text) + (_CJK_LETTERS - 1) * len(_CJK.findall(start))


@dataclass(frozen=True)
class WallSigns:
    """The signs of a wall on a page, evaluated lazily.

    ``names`` contains the title, its parts and the headings, and ``opening`` the first words. Both
    are casefolded and have straight apostrophes.
    """

    url: str
    markup: str
    names: tuple[str, ...]
    opening: str
    served: Element

    @classmethod
    def of(cls, url: str, markup: str, text: str) -> "WallSigns":
        """Read the signs from a page with little text.

        ``markup`` is parsed again and must not be empty.
        """
        served: Element = html_tree.parse(markup)
        title = head_title(served)
        headings = [html_tree.text_of(element) for element in served.iter("h1", "h2")][:3]
        parts = (part for name in (title, *headings) for part in parts_of_title(name))
        names = dict.fromkeys(_plain(part) for part in parts if len(part) < _LONGEST_NAME)
        return cls(url, markup, tuple(filter(None, names)), _folded(text[:_OPENING]), served)

    @property
    def challenged(self) -> bool:
        """True if the markup contains scripts that occur only in bot checks."""
        return _CHALLENGES.search(self.markup) is not None

    @property
    def captcha(self) -> bool:
        """True if the markup contains a CAPTCHA, which is also the case for some contact forms."""
        return self.challenged or _CAPTCHAS.search(self.markup) is not None

    @property
    def parked(self) -> bool:
        """True if the markup contains scripts used on parked domains."""
        return _PARKING.search(self.markup) is not None

    @property
    def technical(self) -> bool:
        """True if the page has code or tables.

        Such pages may be manuals about an error or a login.
        """
        return next(self.served.iter(*_TECHNICAL), None) is not None

    @property
    def consent_address(self) -> bool:
        """True if the URL is used only for consent forms."""
        host, path = self._address
        part = host.startswith(_CONSENT_HOSTS) and host.count(".") > 1
        return part or _CONSENT_PATH.search(path) is not None

    @property
    def login_address(self) -> bool:
        """True if the URL is used for logins."""
        host, path = self._address
        return host.startswith(_LOGIN_HOSTS) or _LOGIN_PATH.search(path) is not None

    @property
    def password(self) -> bool:
        """True if there is a password field outside the page's header, footer and similar parts."""
        return any(
            (field.get("type") or "").strip().lower() == "password" and not _in_frame(field)
            for field in self.served.iter("input")
        )

    @property
    def empty_app(self) -> bool:
        """True if the page has an empty element that scripts are supposed to fill."""
        return any(
            (element.get("id") or tag(element)) in _APPS and not html_tree.text_of(element)
            for element in self.served.iter("div", "main", "app-root", "section")
        )

    @property
    def script_note(self) -> bool:
        """True if a ``<noscript>`` asks the reader to enable scripts."""
        notes = (_folded(html_tree.text_of(note))[:400] for note in self.served.iter("noscript"))
        return any(map(pattern("scripts").match, notes))

    @cached_property
    def _address(self) -> tuple[str, str]:
        try:
            parts = urlsplit(self.url)
            return (parts.hostname or "").lower(), parts.path.lower()
        except ValueError:
            return "", ""


def _folded(text: str) -> str:
    return " ".join(text.casefold().replace("\u2019", "'").split())


def _plain(name: str) -> str:
    return _folded(name).strip(" .!?\u2026:;,\u3002\uff01\"'()[]-\u2013\u2014")


def _in_frame(element: Element) -> bool:
    return any(
        tag(above) in _FRAMES
        for above, _ in zip(element.iterancestors(), range(_ELEMENTS_ABOVE), strict=False)
    )


# --- Previews of paid texts

_PREVIEW = 3500  # weight; few previews are longer
_PAID_PART = 1500  # weight of a paid part that is there
_LONG_PREVIEW = 2 * _PREVIEW
_SHORT_PREVIEW = 2000
_MOST_OF_IT = 0.7  # of the words that a page says it has
_FEW = 20  # elements of one class
_LETTERS_A_WORD = 6
_LONGEST_NOTE = 240  # characters
_MOST_PARTS = 60  # texts within an element; a note has a few
# stems that occur in every note, for a quick check; in the case used in markup
_STEMS = (
    "ontinue reading", "eep reading", "inish reading", "o read the", "nlock", "ubscribers",
    "ubscription", "ubscribe to", "ubscribe and", "ubscribe now", "aying members", "r members",
    "eiterlesen", "lesen", "bonn", "uscr", "ssinante", "assine", "leia", "bbon", "continuare",
    "abonnee", "verder", "prenumer", "czytaj", "subskryb", "подпис", "会員", "有料", "続き", "订阅",
    "付费", "訂閱", "会员", "유료", "구독", "للمشتركين",
)  # fmt: skip
_POP_UP = re.compile(r"modal|pop-?up|overlay|lightbox", re.IGNORECASE)
_ABOVE = 30  # elements around a note
_BLOCKS = ("p", "h2", "h3", "h4", "h5", "div", "section", "li", "strong", "span", "a")
_SELECTOR = re.compile(r"[\w-]{0,20}([.#])([\w-]{1,60})")


def is_preview(markup: str, text: str, access: Access) -> bool:
    """Return whether the page contains only a short preview of content that must be paid for.

    ``text`` was extracted from ``markup``. The declaration that a page is paid proves little by
    itself, because many such pages are served in full to search engines, to first-time readers, or
    in countries where they are free.
    """
    size = weight(text)
    if access.paid and access.words:
        # the second estimate is for scripts without spaces
        return 0 < max(len(text.split()), size // _LETTERS_A_WORD) < _MOST_OF_IT * access.words
    if not 0 < size < (_LONG_PREVIEW if access.paid else _PREVIEW):
        return False
    if not access.paid and not any(stem in markup for stem in _STEMS):
        return False
    seen = html_tree.parse(markup)  # once more: the note is no part of what was read
    html_tree.remove_unseen(seen)
    if not access.paid:
        return _has_note(seen)
    return not _is_served(seen, access.selectors) and (size < _SHORT_PREVIEW or _has_note(seen))


def _is_served(seen: Element, selectors: tuple[str, ...]) -> bool:
    found = [element for selector in selectors for element in _selected(seen, selector)]
    return any(weight(html_tree.text_of(element)) >= _PAID_PART for element in found[:_FEW])


def _selected(root: Element, selector: str) -> Iterator[Element]:
    """Yield the elements matched by a class or id selector; other selectors match nothing."""
    match = _SELECTOR.fullmatch(selector)
    if match is None:
        return
    name = match[2]
    for element in root.iter():
        if match[1] == "#":
            if element.get("id") == name:
                yield element
        elif name in (element.get("class") or "").split():
            yield element


def _has_note(seen: Element) -> bool:
    note = pattern("paywall")
    return any(
        note.match(_paywall_folded(_beginning(element))) and not _pops_up(element)
        for element in seen.iter(*_BLOCKS)
    )


def _pops_up(element: Element) -> bool:
    """Return whether the element is in an overlay, where newsletter offers use the same words."""
    around = chain((element,), islice(element.iterancestors(), _ABOVE))
    return any(_POP_UP.search((each.get("class") or "")[:300]) for each in around)


def _beginning(element: Element) -> str:
    """Return the words of a short element, or "" for a long one, without reading all of it."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        parts.append(part)
        size += len(part.strip())
        if size > _LONGEST_NOTE or len(parts) == _MOST_PARTS:
            return ""
    return " ".join("".join(parts).split())


def _paywall_folded(text: str) -> str:
    return text.casefold().replace("\u2019", "'")


# --- Which wall a page is, if any
#
# A page with much text is never a wall, whatever its markup, and neither is an article about walls.
# So a rule requires little text and a specific sign besides: a title that says nothing else, a
# form, an address. A miss costs the reader a useless page, a false alarm costs a good one.

# lengths of the extracted text, in Latin letters
_NO_TEXT = 200
_A_PARAGRAPH = 700
_LITTLE = 1500
_LONG_QUESTION = 4000  # what a list of partners takes
_CUES_OF_CONSENT = 3


class Wall(StrEnum):
    """The kinds of walls between a reader and a page."""

    SCRIPTS = "scripts"
    PAYWALL = "paywall"
    CONSENT = "consent"
    MISSING = "missing"
    LOGIN = "login"
    BOT_CHECK = "bot_check"
    REGION = "region"
    PARKED = "parked"


@dataclass(frozen=True)
class ServedPage:
    """A page as served. ``text`` contains the words extracted from its ``markup``."""

    url: str
    markup: str
    text: str
    access: Access

    @cached_property
    def weight(self) -> int:
        """The equivalent length of the text in Latin letters."""
        return weight(self.text)

    @cached_property
    def signs(self) -> WallSigns:
        return WallSigns.of(self.url, self.markup, self.text)


def find_wall(page: ServedPage) -> Wall | None:
    """Return the wall that the page shows instead of or after its content, or None."""
    if page.weight < _LITTLE:
        for wall, stands in _RULES:
            if stands(page):
                return wall
    if page.weight < _LONG_QUESTION and _is_consent(page):
        return Wall.CONSENT
    return Wall.PAYWALL if is_preview(page.markup, page.text, page.access) else None


def refusal(wall: Wall, url: str) -> Unreadable:
    """Return the error for a wall that leaves no content to read."""
    match wall:
        case Wall.CONSENT:
            said = f"The page {url} shows only a question about cookies and privacy."
        case Wall.MISSING:
            said = f"The page {url} says that it does not exist."
        case Wall.LOGIN:
            said = f"The page {url} asks for a login."
        case Wall.BOT_CHECK:
            said = f"The page {url} shows a check for robots instead of its text."
        case Wall.REGION:
            said = f"The page {url} says that it is not shown in this region."
        case Wall.PARKED:
            said = f"The page {url} is a placeholder of a domain that holds no site."
        case _:
            said = f"The page {url} holds no readable text without JavaScript."
    return Unreadable(said, "Look for another page that says the same.")


def _is_bot_check(page: ServedPage) -> bool:
    signs = page.signs
    titled = any(map(pattern("bot_title").fullmatch, signs.names))
    said = pattern("bot_text")
    if signs.challenged:
        return page.weight < _A_PARAGRAPH or titled
    if signs.captcha:
        return titled or said.search(signs.opening[:_A_PARAGRAPH]) is not None
    return page.weight < 2 * _NO_TEXT and (titled or said.match(signs.opening) is not None)


def _is_login(page: ServedPage) -> bool:
    signs = page.signs
    if page.weight < _A_PARAGRAPH and pattern("login_text").match(signs.opening):
        return True
    named = any(map(pattern("login").fullmatch, signs.names))
    if page.weight < _A_PARAGRAPH and signs.password:
        return named or signs.login_address
    return named and signs.login_address and page.weight < _A_PARAGRAPH


def _is_missing(page: ServedPage) -> bool:
    if page.weight >= _A_PARAGRAPH or page.signs.technical:
        return False
    return any(map(pattern("missing").fullmatch, page.signs.names))


def _is_elsewhere(page: ServedPage) -> bool:
    opening = page.signs.opening[:_A_PARAGRAPH]
    return page.weight < _A_PARAGRAPH and pattern("region").match(opening) is not None


def _is_parked(page: ServedPage) -> bool:
    if page.signs.parked and page.weight < _A_PARAGRAPH:
        return True
    said = any(map(pattern("parked").match, (page.signs.opening, *page.signs.names)))
    return said and page.weight < _A_PARAGRAPH


def _needs_scripts(page: ServedPage) -> bool:
    if page.weight >= _NO_TEXT or "<script" not in page.markup.lower():
        return False
    if not page.text or pattern("scripts").match(page.signs.opening):
        return True
    return page.signs.empty_app and page.signs.script_note


def _is_consent(page: ServedPage) -> bool:
    if page.signs.consent_address:
        return True
    opening = page.signs.opening
    starts = pattern("consent_start").search(opening[:200])
    if starts is None and not any(map(pattern("consent_start").match, page.signs.names[:2])):
        return False
    said = {match[0] for match in pattern("consent").finditer(opening)}
    # a short form has fewer cues; a long text about something else is not a form
    return len(said) >= _CUES_OF_CONSENT and page.weight < 500 * len(said)


_RULES = (
    (Wall.BOT_CHECK, _is_bot_check),
    (Wall.PARKED, _is_parked),
    (Wall.MISSING, _is_missing),
    (Wall.LOGIN, _is_login),
    (Wall.REGION, _is_elsewhere),
    (Wall.SCRIPTS, _needs_scripts),
)
