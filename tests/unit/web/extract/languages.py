"""A few sentences in each of many languages, and the encodings that pages in them came in."""

RUSSIAN = (
    "Приливная волна поднимается вверх по реке навстречу течению. Она возникает тогда, когда прилив "
    "входит в воронкообразный залив, и вода поднимается быстрее, чем успевает отступить. Местные "
    "жители называют её бором и каждую весну собираются на берегу, чтобы увидеть её своими глазами."
)
UKRAINIAN = (
    "Припливна хвиля піднімається вгору по річці назустріч течії. Її можна побачити навесні, коли "
    "місячне тяжіння найсильніше. Мешканці ґречно зустрічають гостей, які їдуть сюди з усієї країни, "
    "щоб на власні очі побачити це явище."
)
BULGARIAN = (
    "Приливната вълна се движи нагоре по реката срещу течението. Тя се образува, когато приливът "
    "навлезе в стеснен залив и водата се покачи по-бързо, отколкото може да се оттегли обратно."
)
CZECH = (
    "Přílivová vlna postupuje proti proudu řeky. Vzniká tehdy, když příliv vstoupí do zúžené zátoky "
    "a voda stoupá rychleji, než může odtékat. Žádný příběh o ní není úplně přesný, říkají místní."
)
POLISH = (
    "Fala pływowa przemieszcza się w górę rzeki, pod prąd. Powstaje wtedy, gdy przypływ wchodzi do "
    "zwężającej się zatoki, a woda podnosi się szybciej, niż może odpłynąć. Każdej wiosny ludzie "
    "przychodzą na brzeg, żeby zobaczyć ją na własne oczy."
)
HUNGARIAN = (
    "Az árhullám a folyón felfelé halad, az árral szemben. Akkor keletkezik, amikor a dagály egy "
    "szűkülő öbölbe ér, és a víz gyorsabban emelkedik, mint ahogyan vissza tudna húzódni. Az őszi "
    "hullám a legerősebb, ezért sokan jönnek a folyó partjára."
)
ROMANIAN = (
    "Valul de maree urcă pe râu împotriva curentului. Se formează atunci când mareea intră într-un "
    "golf îngust și apa crește mai repede decât se poate retrage. În fiecare primăvară oamenii vin "
    "să-l vadă și îl așteaptă toată ziua."
)
GREEK = (
    "Το παλιρροϊκό κύμα ανεβαίνει τον ποταμό αντίθετα προς το ρεύμα. Δημιουργείται όταν η παλίρροια "
    "μπαίνει σε έναν στενό κόλπο και το νερό ανεβαίνει πιο γρήγορα από όσο μπορεί να υποχωρήσει. "
    "Κάθε άνοιξη ο κόσμος μαζεύεται στην όχθη για να το δει από κοντά."
)
TURKISH = (
    "Gelgit dalgası nehrin akıntısına karşı yukarı doğru ilerler. Gelgit dar bir körfeze girdiğinde "
    "ve su geri çekilebileceğinden daha hızlı yükseldiğinde oluşur. Her ilkbaharda insanlar onu kendi "
    "gözleriyle görmek için kıyıya gelir ve şaşkınlıkla izler."
)
HEBREW = (
    "גל הגאות נע במעלה הנהר נגד הזרם. הוא נוצר כאשר הגאות נכנסת למפרץ צר והמים עולים מהר יותר משהם "
    "יכולים לסגת. בכל אביב אנשים מתאספים על הגדה כדי לראות אותו במו עיניהם."
)
ARABIC = (
    "تتحرك موجة المد صعودا في النهر عكس التيار. تتشكل عندما يدخل المد إلى خليج ضيق ويرتفع الماء أسرع "
    "مما يستطيع أن ينحسر. في كل ربيع يجتمع الناس على الضفة لكي يشاهدوها بأعينهم."
)
THAI = (
    "คลื่นน้ำขึ้นเคลื่อนตัวทวนกระแสน้ำขึ้นไปตามแม่น้ำ เกิดขึ้นเมื่อน้ำขึ้นไหลเข้าสู่อ่าวแคบและระดับน้ำสูงขึ้นเร็วกว่าที่จะไหลกลับได้ "
    "ทุกฤดูใบไม้ผลิผู้คนจะมารวมตัวกันที่ริมฝั่งเพื่อดูด้วยตาของตนเอง"
)
VIETNAMESE = "So\u0301ng thu\u0309y tri\u00ea\u0300u đi ngươ\u0323c do\u0300ng sông."  # as the code page composes
FRENCH = (
    "Le mascaret remonte le fleuve à contre-courant. Il se forme lorsque la marée pénètre dans une "
    "baie étroite et que l’eau s’élève plus vite qu’elle ne peut refluer. Chaque année, à l’équinoxe, "
    "des milliers de curieux se pressent sur les berges pour l’observer – même très tôt."
)
FRENCH_EURO = (
    "Le cœur de la baie : une visite guidée coûte 15 € et dure près de trois heures. À marée haute, "
    "l'œil exercé reconnaît déjà la vague."
)
ESPERANTO = (
    "La tajda ondo iras kontraŭ la fluo; ĝi naskiĝas ĉiun printempon, kaj ĵus ĥoro ŝanĝiĝis."
)
LATVIAN = (
    "Paisuma vilnis ceļas augšup pa upi pretī straumei, un ūdens ceļas ātrāk, nekā spēj atkāpties."
)
LITHUANIAN = (
    "Potvynio banga kyla upe aukštyn prieš srovę. Ji susidaro tada, kai potvynis įplaukia į siaurą "
    "įlanką, o vanduo kyla greičiau, negu gali atslūgti. Kiekvieną pavasarį žmonės ateina į krantą."
)
ICELANDIC = (
    "Flóðbylgjan fer upp ána á móti straumnum þegar flóðið kemur inn í þröngan fjörð og það hækkar."
)
WELSH = "Mae'r eger yn symud i fyny'r afon yn erbyn y llif; gwêl y dŵr a'r ŷd ar lan y môr."
JAPANESE = (
    "潮津波は川を流れに逆らってさかのぼる波です。満潮の水が狭い湾に入り込み、引くよりも速く水位が上がる"
    "ときに生まれます。毎年春になると、多くの人がその様子を自分の目で見るために岸辺に集まります。"
)
SIMPLIFIED = (
    "涌潮是逆着水流沿河而上的潮水。当潮水涌入狭窄的海湾，水位上升的速度比退去的速度更快时，就会形成涌潮。"
    "每年春天，人们都会聚集在河岸上，亲眼观看这一奇观。"
)
TRADITIONAL = (
    "湧潮是逆著水流沿河而上的潮水。當潮水湧入狹窄的海灣，水位上升的速度比退去的速度更快時，就會形成湧潮。"
    "每年春天，人們都會聚集在河岸上，親眼觀看這一奇觀。"
)
KOREAN = (
    "조석 해일은 강의 흐름을 거슬러 올라가는 물결이다. 밀물이 좁은 만으로 들어와 물이 빠져나가는 속도보다 더 "
    "빠르게 수위가 높아질 때 생긴다. 해마다 봄이 되면 많은 사람들이 직접 보기 위해 강가에 모인다."
)
MIXED = "Blåbærsyltetøy – 日本語のテキスト – Привет, мир – γειά σου κόσμε 🌊"

TEXTS = {
    "utf-8": MIXED,
    "utf-16le": MIXED,
    "utf-16be": MIXED,
    "ibm866": RUSSIAN,
    "iso-8859-2": HUNGARIAN,
    "iso-8859-3": ESPERANTO,
    "iso-8859-4": LATVIAN,
    "iso-8859-5": RUSSIAN,
    "iso-8859-6": ARABIC,
    "iso-8859-7": GREEK,
    "iso-8859-8": HEBREW,
    "iso-8859-8-i": HEBREW,
    "iso-8859-10": ICELANDIC,
    "iso-8859-13": LITHUANIAN,
    "iso-8859-14": WELSH,
    "iso-8859-15": FRENCH_EURO,
    "iso-8859-16": ROMANIAN,
    "koi8-r": RUSSIAN,
    "koi8-u": UKRAINIAN,
    "macintosh": FRENCH,
    "windows-874": THAI,
    "windows-1250": POLISH,
    "windows-1251": BULGARIAN,
    "windows-1252": FRENCH,
    "windows-1253": GREEK,
    "windows-1254": TURKISH,
    "windows-1255": HEBREW,
    "windows-1256": ARABIC,
    "windows-1257": LITHUANIAN,
    "windows-1258": VIETNAMESE,
    "x-mac-cyrillic": RUSSIAN,
    "gbk": SIMPLIFIED,
    "gb18030": SIMPLIFIED,
    "big5": TRADITIONAL,
    "euc-jp": JAPANESE,
    "iso-2022-jp": JAPANESE,
    "shift_jis": JAPANESE,
    "euc-kr": KOREAN,
}
PYTHON = {
    "iso-8859-8-i": "iso-8859-8",
    "macintosh": "mac-roman",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
    "utf-16le": "utf-16-le",
    "utf-16be": "utf-16-be",
}


def encoded(text: str, encoding: str) -> bytes:
    """Gives the text in an encoding of the WHATWG standard."""
    return text.encode(PYTHON.get(encoding, encoding))
