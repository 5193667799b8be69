"""Phrases of an English sentence in the words by which what it says is compared, and without who found or believes it."""

import re

from lorewright.knowledge.units import ONES, TENS

_SO_MANY = rf"(?:\d[\d,]*|{'|'.join(ONES[1:])}|{'|'.join(TENS)})"
_DAYS = "Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday"
_NAMES = r"(?:[Tt]he )?(?-i:[A-Z])[\w&.-]*\w(?: (?:of |van |the )?(?-i:[A-Z])[\w&.-]*\w)*"
_PHRASES = (
    (
        ("home to ",),
        r"(?:is|was) home to ((?:(?:about|some|around|roughly|nearly) )?\d[\d,.]*) (?:people|residents)",
        r"has \1 inhabitants",
    ),
    ((" with",), r"(?:is|are|was|were) (?:fitted|equipped|furnished|provided) with", "has"),
    (("down",), r"pull(?:s|ed)? down|torn down|tore down|knocked down", "demolished"),
    (
        ("force", "effect"),
        r"c[oa]mes? into (?:force|effect)|took effect|takes effect|entered into force|went into effect",
        "effect",
    ),
    ((" to an end",), r"c[oa]me to an end", "ended"),
    (("ed of", "up of", "home to"), r"(?:is|are|was|were) (?:made up of|composed of|home to)", "has"),
    ((" place",), r"(?:took|takes) place", "happened"),
    (("formed ", "set up"), r"(?<=\bwas )(?:formed|set up)(?= (?:in|on|by)\b)", "founded"),
    (
        ("started ", "set up "),
        r"(?:started|set up)(?= (?:the|an?|her|his|their|our) (?:business|company|firm|club|school|magazine|newspaper|brewery|choir|band)\b)",
        "founded",
    ),
    (
        (") was ", ") were "),
        r" \((\d{1,2} (?-i:[A-Z])[a-z]+ \d{4}|(?-i:[A-Z])[a-z]+ \d{1,2}, \d{4}|(?-i:[A-Z])[a-z]+ \d{4})\) ((?:was|were) (?:fought|held|signed))\b",
        r" \2 on \1",
    ),
    (("ceased ", "stopped "), r"(?:ceased|stopped) (?:all )?(?:operations|operating|trading)", "ceased"),
    ((" independence",), r"gain(?:ed)? independence", "became independent"),
    (("a maximum of",), r"(?:at|with|has|have|had) a maximum of", "at most"),
    (("above ",), r"above (?:the )?sea(?: level)?", "high"),
    (("me out", "mes out"), r"c[oa]mes? out", "published"),
    (("people liv",), r"people liv(?:e|ed|ing)", "inhabitants"),
    (("rise", "stand"), r"rises to|rise to|rises (?=\d)|rise (?=\d)|stands (?=\d)|stand (?=\d)", "has height "),
    ((" the li",), r"(?:took|claimed|cost) the li(?:fe|ves) of", "killed"),
    (("met ",), r"met (?:their|his|her) (?:end|death)", "died"),
    (("into the world",), r"c[oa]me into the world", "was born"),
    (("passed away",), r"passed away", "died"),
    (("lost the ",), r"lost (the (?:[^,;. ]+ ){1,6})to (?=(?-i:[A-Z]))", r"was defeated in \1by "),
    (("lost ",), r"lost (?:their|his|her) li(?:fe|ves)", "died"),
    (("end of ", "beginning of ", "start of "), r"at the (?:end|beginning|start) of (?=(?:[A-Z][a-z]+ )?\d{4})", "in "),
    (
        (" hours of ", " morning of ", " evening of ", " night of "),
        r"in the (?:early |late )?(?:hours|morning|evening|night) of",
        "on",
    ),
    (("in early", "in late", "in mid"), r"in (?:early|late|mid-?) ?(?=(?:[A-Z][a-z]+ )?\d{4})", "in "),
    (
        ("running time", "run time", "runtime", "playing time"),
        r"running time|run time|runtime|playing time",
        "duration",
    ),
    (("lympic",), r"olympic games", "Olympics"),
    (  # else left out, as what all is told of
        ("world", "earth"),
        r"(the (?:[a-z]+est|most [a-z]+)(?: [a-z-]+){1,4}?) (?:in|of|on) (?:the world|earth)",
        r"\1 in Earth",
    ),
    (("world",), r"the world's (?=(?:[a-z]+est|most [a-z]+) [a-z])", "Earth's "),
    (
        ("in all", "all told", "total", "world"),
        r"in (?:all|total)(?=[,.;])|all told|a total of|(?-i:(?:in|of|around|across) the world|the world's)",
        "",
    ),
    (("account", "make"), r"accounts? for|accounted for|makes? up", "is"),
    (("father of ", "mother of "), r"(?:is|was) the (?:father|mother) of (?=\w+ children)", "had "),
    (("burn",), r"(?:was |were )?burn(?:ed|t) (?:down|to the ground)", "was destroyed"),
    (
        ("public", "exchange"),
        r"went public|(?:was|has been|been) listed on the (?:\w+ )?(?:stock )?exchange",
        "was floated",
    ),
    (("degree",), r"degrees? celsius|degrees? centigrade", "°C"),
    (("degree",), r"degrees? fahrenheit", "°F"),
    (
        ("date back", "dates back", "date from", "dates from", "date to", "dates to"),
        r"dates? (?:back )?(?:from|to)",
        "founded in",
    ),
    (
        ("operation", "service"),
        r"(?:went|came|goes|comes|put) into (?:operation|service)|(?:been|is|are|was|were) in (?:operation|service)",
        "opened",
    ),
    (("sold for", "sells for", "sell for", "fetch"), r"(?:sold|sells|sell) for|fetch(?:ed|es)?", "cost"),
    (("board",), r"on board|aboard", "on"),
    (
        ("belong",),
        r"belongs? to(?! the (?-i:[A-Z]\w+(?<!ae|an|ic)) family\b)(?= (?:the )?(?-i:[A-Z]{2,})\b| (?:[\w-]+ ){0,4}(?:alliance|association|carriers|category|church|class|family|genus|group|league|order"
        r"|organi[sz]ation|pact|party|religion|union)\b)",
        "is a member of",
    ),
    (("belong", "property of"), r"belongs? to|is the property of", "is owned by"),
    (("all over",), r"all over", "in"),
    (("broke out",), r"broke out(?= (?:in|on) )", "began"),
    (("doors",), r"opened (?:its|their) doors", "opened"),
    (
        ("open every", "open seven", "open all"),
        r"open (?:every day|seven days a week|all week)",
        "open daily",
    ),
    ((" closed on ",), rf"closed on (?:{_DAYS})s?(?:,? (?:and|or) (?:on )?(?:{_DAYS})s?)*", "not open daily"),
    (("owe",), r"owes? (?:its|his|her|their) names? to", "was named after"),
    (("started by", "set up by"), r"(?<=was |een )(?:started|set up)(?= by\b)", "founded"),
    (
        ("sold to", "taken over by", "bought by", "purchased by", "acquired by"),
        r"(?:was|were|been) (?:sold to|taken over by|bought by|purchased by|acquired by)(?= (?:the )?(?-i:[A-Z]))",
        "was in takeover by",
    ),
    (
        (" acquired ", " bought ", " purchased ", " took over "),
        rf"^({_NAMES}) (?:acquired|bought|purchased|took over) ({_NAMES})(?= (?:in|on) |\.$)",
        r"\2 was in takeover by \1",
    ),
    (("head office", "main office"), r"(?:head|main) offices?", "headquarters"),
    (
        ("headquarters", "head office", "main office"),
        r"(?:has|had|with) (?:its|their) headquarters(?= (?:in|at)\b)",
        "is headquartered",
    ),
    (
        (" air", "signed on"),
        r"(?:has |have )?been on (?:the )?air since|went on (?:the )?air(?: in)?|signed on(?: the air)? in",
        "began broadcasting in",
    ),
    (
        ("$", "€", "£"),
        r"(?:made|earned|took in|collected|grosses)(?= (?:(?:about|around|just|more|nearly|only|over|some|than) )*(?:US)?[$€£])",
        "grossed",
    ),
    (("$", "€", "£"), r"at the box[- ]office|worldwide", ""),
    (("census",), r"(?:at|in|as of|according to) the (?:census of (?=\d{4})|(?=\d{4} census))", "in "),
    (("census",), r"(?<=\d{4}) census", ""),
    (("at its ",), r"at its (?:deepest|highest|longest|lowest|widest) point", ""),
    (("over in",), r"(?:is|was) over(?= in \d{4})", "ended"),
    (
        ("make", "made"),
        rf"(?:makes?|made)(?= (?:[a-z]+ )?{_SO_MANY}(?: {_SO_MANY}| hundred| thousand| million| billion)? [a-z]+ (?:a|per|each|every) (?:day|month|week|year)\b)",
        "produced",
    ),
    (
        (" hold", " seat", "accommodate", "room for"),
        r"(?:(?:can|could) (?:hold|seat|accommodate)|accommodates|holds|(?:has|had) (?:room|seats) for) (?:up to |just |only )?"
        r"((?:more than |almost |over )?\d[\d,.]*) (?:people|spectators|fans|guests|passengers)",
        r"has a capacity of \1 people",
    ),
    (
        (" hold",),
        r"(?:can hold|could hold|holds) (?:up to )?(?=\d[\d,.]* (?:lit(?:re|er)s|gallons|cubic))",
        "has a capacity of ",
    ),
    (("birthplace of",), rf"^the birthplace of ({_NAMES}) (?:is|was)", r"\1 was born in"),
    (("serves as the", "served as the"), r"(?:serves|served) as the(?= capital)", "is the"),
    (("capital city",), r"capital city", "capital"),
    (
        ("sole ", "only ", "main ", "principal ", "original "),
        r"the (?:sole|only|main|principal|original) (?=(?:author|director|designer|architect|founder|inventor|composer)\b)",
        "the ",
    ),
    (("closed its doors", "shut its doors"), r"(?:closed|shut) its doors", "closed"),
    (("for good", "permanently", "shut "), r"(?<=closed) (?:for good|permanently)", ""),
    (("shut ",), r"shut(?: for good| permanently| down)?(?= (?:in|on) (?:[A-Z][a-z]+ )?\d)", "closed"),
    (
        ("cinema", "theater", "theatre", " in print", " release"),
        r"(?:reached|hit|came to) (?:the )?(?:cinemas|theaters|theatres)|had its (?:first )?(?:cinema |theatrical |public )?release"
        r"|(?:first )?appeared in print",
        "was released",
    ),
    (("high school",), r"(?-i:high schools?)", "school"),
    (("stretch", "extend"), r"(?:stretch|extend)(?:es|s) (?:for |over )?(?=\d)", "has length "),
    (
        ("flow", "run", "wind"),
        rf"(?:flow|run|wind)s (?:for )?(?=(?:a distance of )?(?:about |approximately |around |some |roughly |over |nearly )?{_SO_MANY}[\d.,]* ?(?:km|mi|miles|kilomet(?:re|er)s)\b)",
        "has length ",
    ),
    (("at all",), r"at all(?=[,.;])", ""),
    (("half-li",), r"half-li(?:fe|ves)", "halflife"),
    (
        ("without ",),
        r"without (?:(?:an?|any) )?(?:active )?(?:(?:internet|network|data)(?: connection| access)?|connection to the internet)(?= *(?:[,.;]|$))",
        "offline",
    ),
    (("boiling",), r"boiling point", "boil"),
    (("melting",), r"melting point", "melt"),
    (("freezing",), r"freezing point", "freeze"),
    (("to traffic",), r"opened to traffic", "opened"),
    (
        ("register", "heritage"),
        r"(?:been |was |were )(?:added to|listed (?:on|in)|placed on|entered (?:on|in|into)|inscribed on|on)(?= the (?:[A-Z]\w+ )*(?:Register|Heritage)\b)",
        "was registered in",
    ),
)
"""What a sentence must hold for a phrase to be looked for in it; the phrase; what it says in a word."""
_REWORDED = tuple((re.compile(rf"\b(?:{one})\b", re.IGNORECASE), plain) for _, one, plain in _PHRASES)
_HINTED = {
    hint: tuple(number for number, (hints, *_) in enumerate(_PHRASES) if hint in hints)
    for hint in {hint for hints, *_ in _PHRASES for hint in hints}
}
"""Hint -> the numbers of the phrases that are looked for where it stands."""


_WHATEVER = re.compile(
    r",? (?:whatever|no matter what|contrary to what|despite what|unlike what) [^,;.]*?\b(?:say|says|said|think|thinks|claim|claims|believe"
    r"|believes|tell|tells)\b[^,;.]*(?=[,;.])"
)
"""What others say, which the sentence does not."""
_WELL = re.compile(
    r"^(?:Unfortunately|Fortunately|Luckily|Sadly|Regrettably|Happily|Surprisingly|Interestingly|Of course|In fact|Indeed),? (\w)"
)
"""What the writer feels of the rest."""
_CLEFT = re.compile(r"^It (?:is|was) ([A-Z][^,;:]*?) (?:who|that|which) (?=[a-z])")
_CLEFT_WHEN = re.compile(r"^It (?:is|was) ((?:in|on|at|not until|only in) [^,;:]*?) (?:when|that) (.+)\.$")
_APPEARED = re.compile(r"\b(?:first )?appeared(?= (?:in|on) (?:\d+ )?(?:[A-Z][a-z]+ )?\d{4})")
_FINDING = (
    r" (?:found|shows?|showed|shown|demonstrated?|revealed|confirmed|concluded|reported|ruled|held|decided) that "
)
_THAT = re.compile(_FINDING, re.IGNORECASE)
_FOUND_THAT = re.compile(
    rf"(?:(?!\b(?:no|not|never|none|nobody|neither|few)\b|n't)[^,;:])*?{_FINDING}(\w)", re.IGNORECASE
)
"""Who found what follows, which holds without them."""


def _in_order(found: re.Match[str]) -> str:
    """ "In 1751 fire destroyed it." for "It was in 1751 that fire destroyed it." """
    return f"{found[1][0].upper()}{found[1][1:]} {found[2]}."


def unattributed(sentence: str) -> str:
    """The sentence without whose finding it tells, nor "it was" before who did it."""
    if sentence.startswith("It "):
        sentence = _CLEFT_WHEN.sub(_in_order, _CLEFT.sub(r"\1 ", sentence))
    sentence = _WELL.sub(lambda match: match[1].upper(), sentence)
    if "wh" in sentence or "what" in sentence:
        sentence = _WHATEVER.sub("", sentence)
    if " appeared " in sentence:
        sentence = _APPEARED.sub("was published", sentence)
    if _THAT.search(sentence):
        sentence = _FOUND_THAT.sub(lambda match: match[1].upper(), sentence, count=1)
    return sentence


def with_inhabitants(sentence: str) -> str:
    """Of "about forty people live on it" that it is inhabited."""
    return _LIVING.sub(r"\g<where> is inhabited", sentence) if "li" in sentence or "home" in sentence else sentence


def reworded(sentence: str) -> str:
    """The sentence with phrases of two words and more put in one."""
    if "-" in sentence:
        sentence = _OF_SO_MANY.sub(r"\1", sentence)
    if " were " in sentence and not _ANY_YEAR.search(sentence):
        sentence = _WERE_MADE.sub("were built", sentence)
    lower = sentence.lower()
    for number in sorted({number for hint, numbers in _HINTED.items() if hint in lower for number in numbers}):
        phrase, plain = _REWORDED[number]
        sentence = phrase.sub(plain, sentence)
    return sentence


_LIVING = re.compile(
    rf"^(?:(?:About|Around|Some|Only|Just|Over|Nearly|More than|Fewer than|A few|Several|Many|A|An?) )?(?:(?i:{_SO_MANY})[\d,]* |dozen |hundred |thousand |few )*"
    r"(?:[a-z]+ )?(?:people|inhabitants|families|monks|farmers|fishermen|islanders|[A-Z][a-z]+s?|residents) "
    r"(?:live|make their homes?|have their homes?|dwell|reside) (?:all year round |still )?(?:on|in|at) (?P<where>it|(?:the )?[A-Z][\w']*(?: [A-Z][\w']*)*)\b"
)
_OF_SO_MANY = re.compile(rf"\b({_SO_MANY} )(?i:{_SO_MANY})-[a-z]+ (?=[a-z])", re.IGNORECASE)
"""Of "six two-unit locomotives" that there are six locomotives."""
_WERE_MADE = re.compile(r"\bwere (?:ever )?(?:made|manufactured|produced)\b")
"""In all, where no year is told."""
_ANY_YEAR = re.compile(r"\b(?:1[4-9]|20)\d\d\b| (?:a|each|every|per) (?:day|week|month|year)\b")
