"""Words by which a follow-up shows that it goes on, in the languages in which they are known."""

import re
from dataclasses import dataclass

_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Speech:
    language: str
    opening: re.Pattern[str]
    """Matches a beginning that goes on with what was asked before."""
    asking: re.Pattern[str]
    """Matches a word without which nothing is asked: one that asks, or an auxiliary verb."""
    prepositions: tuple[str, ...]
    pointing: re.Pattern[str]
    """Matches a word that stands for something named before."""
    pleonastic: re.Pattern[str]
    """Matches a question in which such a word stands for nothing: "does it take to"."""
    definite: re.Pattern[str]
    """Matches `noun` behind an article: it speaks of something as known."""
    says_little: frozenset[str]
    """Words that only say what kind of answer is wanted."""
    common_noun: re.Pattern[str] = _NEVER
    """Matches the text before a capital that makes no name."""
    least_content: int = 1
    """A question with fewer content words has no subject; more where verbs do without one."""


def _speech(
    language: str,
    opening: str,
    asking: str,
    prepositions: str,
    pointing: str,
    articles: str,
    says_little: str,
    *,
    pleonastic: str = r"(?!)",
    common_noun: str = r"(?!)",
    least_content: int = 1,
) -> Speech:
    """Of words parted by spaces, and of patterns for a text with single spaces."""
    return Speech(
        language,
        re.compile(rf"\s*¿?\s*(?:{opening})[\s,]+", re.IGNORECASE),
        re.compile(rf"\b(?:{'|'.join(asking.split())})\b", re.IGNORECASE),
        tuple(prepositions.split()),
        re.compile(pointing, re.IGNORECASE),
        re.compile(pleonastic, re.IGNORECASE),
        re.compile(rf"\b(?:{'|'.join(articles.split())})\s+(?P<noun>\w+)", re.IGNORECASE),
        frozenset(says_little.split()),
        re.compile(common_noun),
        least_content,
    )


_EN = _speech(
    "en",
    opening=r"(?:(?:and|but|or|so|ok|okay|also|then),? )*(?:what|how) about(?: the)?|and|but|or|so|also|then|ok|okay",
    asking="""what which who whom whose when where why how is are was were do does did has have had can could will would
    should may might must""",
    prepositions="""in on at by for from to with without of into over under about after before during since until near
    through between against within per""",
    pointing=r"\b(?:it|its|he|him|his|she|her|hers|they|them|their|theirs|these|those"
    r"|this(?! (?:year|month|week|century|decade|day|time|morning|evening|way)\b)"
    r"|that(?=\W*$| (?:happen|cost|take|mean|work|be|happens|costs|takes|means|works)\b))\b"
    r"|(?<!is )(?<!are )(?<!was )(?<!were )\bthere\b(?! (?:is|are|was|were|be|any)\b)",
    pleonastic=r"\b(?:does|did|is|was|will|would|can|could|may|might) it (?:\w+ ){0,2}?(?:take|possible|impossible|true|likely"
    r"|common|normal|legal|safe|necessary|important|known|mean|matter)\b.*\b(?:to|that|if|for|when)\b",
    articles="the",
    says_little="""year years date day month place places country city kind kinds sort type thing things reason number
    people person time name""",
)
_DE = _speech(
    "de",
    opening=r"(?:(?:und|aber|oder|also|dann),? )*(?:wie|was) (?:ist|steht|sieht) es mit(?: (?:dem|der|den))?|und|aber|oder|also|dann",
    asking="""was welche welcher welches welchem welchen wer wem wen wessen wann wo woher wohin warum weshalb wieso wie
    wieviel ist sind war waren hat haben hatte hatten wird werden wurde wurden kann können konnte konnten muss soll""",
    prepositions="""in im an am auf aus bei beim bis für gegen mit nach ohne seit über um unter von vom vor während zu
    zum zur zwischen""",
    pointing=r"\b(?:er|ihm|ihn|ihnen|ihre?[mnrs]?|(?-i:sie)|seine?[mnrs]?(?= [A-ZÄÖÜ])|diese[mnrs]?|dies|das(?=\W*$)|dort|dorthin|deren|dessen"
    r"|da(?:ran|rin|für|mit|von|zu|bei|rauf|nach|durch|gegen)|es)\b",
    pleonastic=r"\b(?:gibt|gab|handelt|geht|ging|regnet|heißt) es\b|\bes (?:gibt|gab|heißt|geht)\b|\bes .*\b(?:zu|dass)\b",
    articles="der die das dem den des",
    says_little="jahr jahre jahren tag monat ort land stadt art grund zahl menschen person zeit name",
    common_noun=r"\b(?:[Dd](?:er|ie|as|em|en|es)|[Ee]in\w*|[Kk]ein\w*|[Ii]m|[Aa]m|[Zz]u[mr]|[Bb]eim|[Vv]om|[Ww]elche\w*|[Vv]iele?"
    r"|[Dd]iese\w*|[Ss]eine?\w*|[Ii]hre?\w*) (?:[a-zäöüß]+ ){0,2}$",
)
_FR = _speech(
    "fr",
    opening=r"(?:(?:et|mais|ou|alors|donc),? )*(?:qu'en est-il de|quid de)(?: (?:la|le|les|l'))?|et|mais|ou|alors|donc",
    asking="""que qu quoi quel quelle quels quelles qui quand où pourquoi comment combien est sont était étaient a ont
    avait fut furent peut peuvent doit""",
    prepositions="à au aux en dans par pour sur avec sans de du des chez vers depuis avant après pendant entre contre sous",
    pointing=r"\b(?:elles?|lui|leurs?|eux|son|sa|ses|cela|ça|celui|celle|ceux|celles)\b"
    r"|(?<![\w-])ils?\b|-(?:t-)?(?:ils?|elles?)\b",
    pleonastic=r"\by a(?:vait)?-t-il\b|\bil y a\b|\bs'agit-il\b|\bfaut-il\b|\bil (?:faut|s'agit|existe)\b"
    r"|\best-il (?:possible|vrai|nécessaire)\b"
    # "Quand le moulin a-t-il été construit ?": it is named before, and only said again.
    r"|\b(?:le|la|les|l'|un|une|des|du|ce|cette) ?\w+.*-(?:t-)?(?:ils?|elles?)\b",
    articles="le la les du au",
    says_little="année années date jour mois lieu pays ville sorte type chose raison nombre gens personne temps nom",
)
_ES = _speech(
    "es",
    opening=r"(?:(?:y|pero|o|entonces|e),? )*(?:qué hay de|qué pasa con)(?: (?:el|la|los|las))?|y|e|pero|o|entonces",
    asking="""qué quién quiénes cuál cuáles cuándo cuánto cuánta cuántos cuántas dónde cómo por-qué es son era eran fue
    fueron está están ha han había tiene tienen puede pueden hay""",
    prepositions="a al ante bajo con contra de del desde durante en entre hacia hasta para por según sin sobre tras",
    pointing=r"\b(?:él|ellas?|ellos|est[aeo]s?|es[aeo]s?|aquel\w*|allí|allá|sus?)\b",
    articles="el la los las del al",
    says_little="año años fecha día mes lugar país ciudad tipo clase cosa razón número gente persona tiempo nombre",
    least_content=2,
)
_IT = _speech(
    "it",
    opening=r"(?:(?:e|ma|o|allora|quindi|ed),? )*(?:che dire d(?:i|el|ella|ei|elle))|e|ed|ma|o|allora|quindi",
    asking="""che cosa cos chi quale quali quando quanto quanta quanti quante dove come perché è sono era erano fu
    furono ha hanno aveva può possono deve""",
    prepositions="""a al alla ai alle con da dal dalla di del della dei delle in nel nella nei per su sul sulla tra fra
    senza contro dopo prima durante verso""",
    pointing=r"\b(?:lui|lei|loro|ess[aoie]|quest[aoie]|quell[aoie]|su[ao]|suoi|sue|ciò|lì|là)\b",
    articles="il la lo i gli le del della al alla",
    says_little="anno anni data giorno mese luogo paese città tipo cosa ragione numero gente persona tempo nome",
    least_content=2,
)
_PT = _speech(
    "pt",
    opening=r"(?:(?:e|mas|ou|então),? )*(?:que tal|e quanto a(?:o|os|s)?)|e|mas|ou|então",
    asking="""que quê quem qual quais quando quanto quanta quantos quantas onde como porquê é são era eram foi foram tem
    têm tinha pode podem deve há""",
    prepositions="""a ao à aos às com contra de do da dos das desde durante em no na nos nas entre para por pelo pela sem
    sob sobre até após antes""",
    pointing=r"\b(?:d?el[ae]s?|isto|isso|aquilo|n?d?est[ae]s?|n?d?ess[ae]s?|ali|lá|seus?|suas?)\b",
    pleonastic=r"\best[áã]",
    articles="o a os as do da dos das",
    says_little="ano anos data dia mês lugar país cidade tipo coisa razão número gente pessoa tempo nome",
    least_content=2,
)
_NL = _speech(
    "nl",
    opening=r"(?:(?:en|maar|of|dus|dan),? )*(?:hoe zit het met|wat met)(?: (?:de|het))?|en|maar|of|dus|dan",
    asking="""wat welke welk wie wiens wanneer waar waarom hoe hoeveel is zijn was waren heeft hebben had hadden wordt
    worden werd werden kan kunnen kon konden moet""",
    prepositions="in op aan bij met voor door naar uit van over onder tegen tot tussen zonder na sinds tijdens om te",
    pointing=r"\b(?:hij|zij|ze|hem|haar|hun|deze|dit|daar|er(?:van|in|aan|op|mee|voor|door)|daar(?:van|in|aan|op|mee|voor|door|na))\b"
    r"|\bhet\b(?=\W*$| (?:ge|be|ver|ont)\w+(?:d|t|en)\b)",
    articles="de het",
    says_little="jaar jaren datum dag maand plaats land stad soort ding reden aantal mensen persoon tijd naam",
)

SPEECH = {one.language: one for one in (_EN, _DE, _FR, _ES, _IT, _PT, _NL)}
"""By language (ISO 639-1)."""
