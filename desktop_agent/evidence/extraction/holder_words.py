"""What sentences say of people who do not hold an office now: they left, they may come, they deputise."""

import re

from desktop_agent.evidence.extraction.folding import flat, folded

NOT_NOW = re.compile(
    r"\b(?:former(?:ly)?|ex|previous(?:ly)?|past|outgoing|departing|late|then|one-time|onetime|retired|erstwhile|ousted|deposed|first ever|longest-serving|ehemalige\w*|fruhere\w*|ancien(?:ne)?|"
    r"antigu[oa]|anterior|vorige|voormalig\w*|precedente|before becoming|designate|elect|candidate|nominee|incoming|next|future|potential|possible|would-be|hopeful|aspiring|"
    r"vice|deputy|assistant|shadow|wife|husband|spouse|son|daughter|brother|sister|adviser|advisor|aide|spokes\w+|predecessor|rival|challenger|critic|reports to|reporting to|worked (?:with|under|for)|"
    r"chief of staff to|not|never|was|were|had been|fake|fictional|unofficial)\b",
    re.IGNORECASE,
)
LEAVING = re.compile(
    r"\b(?:step(?:s|ped|ping)? (?:down|aside)|resign(?:s|ed|ing|ation)?|retire[sd]?|retiring|was fired|was ousted|was sacked|sacked|dismissed|ousts|leaving|leaves|left (?:office|the (?:company|post|role|job|club))|"
    r"departs?|departed|departure|until (?:\d{1,2}\.? )?(?:\w+ )?(?:\d{1,2}, )?\d{4}|la(?:ys|id) down (?:his|her|the)|farewell|bids? (?:goodbye|adieu)|hand(?:s|ed) over to|until (?:his|her|their)|from (?:\w+ )?\d{4} (?:to|until|through)|between \d{4} and|\d{4} ?- ?\d{4}|passed away|died|lost (?:the|his|her|re-?election)|tritt zuruck|quitte|quitter|demission\w*|verlasst|scheidet|abandona|deja|lascia|deixa|verlaat|vertrekt|zuruckgetreten|demissionne|dimette|dimesso|"
    r"renuncio|dimitio|renunciou|afgetreden|to be replaced|will be (?:succeeded|replaced)|to be succeeded)\b",
    re.IGNORECASE,
)
ENDED = re.compile(r"[ ,]{0,2}\(?(?:from )?\d{4} ?(?:-|to|bis|until) ?(?:\d{4}|\d\d)\b(?![-.]\d)")
"""A span of years that is over, right behind a name or an office (``(2013-25)``)."""

BY_ANOTHER = re.compile(
    r"\b(?:who|whom|after|when|following|succeed\w*|replac\w*|predecessor|since|took over from|nach|apres|tras|dopo)\b",
    re.IGNORECASE,
)
TO_COME = re.compile(
    r"\b(?:will (?:be|become|take|succeed|replace)|to (?:become|succeed|replace|take over|be (?:named|appointed|the next))|set to|expected to|runs? for|running for|could|would|might|if (?:he|she|elected)|wants to|rumou?red|reportedly|"
    r"candidate for|bid (?:to|for)|hopes to|should)\b",
    re.IGNORECASE,
)
PROVISIONAL = re.compile(
    r"\b(?:acting|interim|caretaker|provisional|temporary|kommissarisch\w*|interimistisch\w*|par interim|interino|ad interim)\b",
    re.IGNORECASE,
)
AS_OF = re.compile(
    r"^(?:In|During|By|Back in|Im Jahr|En) (?=[^,]{0,20}\d{4})|\b[Aa]s of ", re.IGNORECASE
)

_FAREWELL = re.compile(
    r"\b(?:farewell|outgoing|goodbye|valedictory|(?:last|final) (?:day|speech|sermon)|abschied|verabschied\w+|adieux|despedida|se despide|addio|afscheid)\b",
    re.IGNORECASE,
)


def takes_leave(title: str, name: str) -> bool:
    """True on a page whose title bids the one that it names farewell."""
    return (
        _FAREWELL.search(flat(title)) is not None
        and folded(name).split()[-1] in folded(title).split()
    )
