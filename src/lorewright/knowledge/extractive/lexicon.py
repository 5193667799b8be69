"""What the built-in engine knows of single languages: stop words, words that point back, connectives, open questions.

A language that is not here is served without this knowledge: by position, frequency and form alone.
"""

import re
from dataclasses import dataclass

_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Lexicon:
    stop_words: frozenset[str] = frozenset()
    pronouns: frozenset[str] = frozenset()
    """Words that stand for a noun; near the beginning of a sentence it must stand before them in the same sentence."""
    person: re.Pattern[str] = _NOTHING
    """Matches a pronoun that stands for a person; one must have been named before it."""
    thing: re.Pattern[str] = _NOTHING
    """Matches the beginning of a sentence that goes on about a thing."""
    points_back: re.Pattern[str] = _NOTHING
    """Matches the beginning of a sentence that only makes sense after another one."""
    connective: re.Pattern[str] = _NOTHING
    """Matches a connective at the beginning that can be dropped without altering what is said."""
    verb: re.Pattern[str] | None = None
    """Matches a word that may be a verb; a sentence without one is none."""
    left_open: re.Pattern[str] = _NOTHING
    """Matches a sentence that says that something is not known yet."""


def _pattern(*alternatives: str, end: str = r"\b") -> re.Pattern[str]:
    return re.compile("(?:" + "|".join(alternatives) + ")" + end, re.IGNORECASE)


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_EN_STOP = _words(
    """a about above across after again against all almost along already also although always am amid among an and
    another any anyone anything are aren't around as at away back be became because become becomes been before began
    behind being below between both but by came can can't cannot concerning could couldn't did didn't do does doesn't
    doing don't done down due during each either else enough etc even ever every everyone everything far few first for
    from further gave get gets give given gives go goes going gone got had hadn't has hasn't have haven't having he
    her here hers herself him himself his how however i i'm if in including indeed instead into is isn't it it's its
    itself just keep kept know known last later least less let like likely made mainly make makes making many may
    maybe me might more most mostly much must my myself near nearly need neither never next no nobody none nor not
    nothing now of off often on once one ones only onto or other others otherwise our ours ourselves out over own part
    per perhaps pursuant put quite rather really regarding said same saw say says second see seem seemed seems seen
    several shall she should shouldn't show showed shown shows since so some someone something still such take taken
    takes than that that's the their theirs them themselves then there therefore these they thing things third this
    those though three through throughout thus to together too took toward towards two under until up upon us use used
    uses using usually various very via want was wasn't way ways we well went were weren't what when where whether
    which while who whole whom whose why will with within without won't would wouldn't yet you your yours yourself"""
)

_EN_BACK = _pattern(
    # A word that stands for what was said before: "This shows", "It was renamed", "In 1924, it". Not "this study", which is
    # the text itself, nor "It is known that", which points nowhere.
    r"(?:this|these|those)(?! (?:study|paper|article|report|review|work|survey|book|chapter|document|guide|manual|thesis"
    r"|tutorial|page|note|post|essay|letter|policy)\b)",
    r"that(?! (?:is why)?\w+ing\b)",
    r"it(?!(?: is|'s|’s| was| has been| remains| seems| may be| would be| became) (?:\w+ly |not |now |also |still |very |in )?"
    r"(?:possible|impossible|important|necessary|essential|clear|unclear|likely|unlikely|known|unknown|thought|believed"
    r"|estimated|expected|hypothesi[sz]ed|suggested|recommended|worth|hard|difficult|easy|common|crucial|critical|vital"
    r"|true|well known|best|better|january|february|march|april|may|june|july|august|september|october|november|december)\b)",
    r"its|they|their|theirs|he|him|his|she|her|hers|such|then|so|hence|instead|otherwise|nor|neither|either|yes|no,|or",
    r"here(?!,? we\b)|there(?! (?:is|are|was|were|has|have|had|will|can|may|exists?|remains?)\b)",
    r"(?!(?:when|while|although|though|because|if|once|unless|whereas)\b)[^.;:]{1,80}?, (?:it|he|she|they|this|these|those|its|his|her|their)",
    r"(?:\S+ ){1,7}(?:in|of|for|from|to|by|with|on|at|under|between|among|during|within) (?:this|these|such(?! as))"
    r"(?! (?:study|paper|article|report|review|work|survey|book|chapter|document|guide)\b)",
    r"(?:although|though|while|if|when|because|since|as|once|after|before|until) (?:that|this|these|those|it|they|he|she|such)",
    r"(?:you|we|i|they|one) (?:\w+ ){1,3}(?:them|it|him|her|this)(?=[,.;]| (?:and|or|with|to|in|on|by|at|for|from)\b)",
    # A change, a part or a turn of which only the sentence before says whose it is: "The increase was", "Both were", "If so".
    r"the (?:increase|decrease|reduction|change|decline|growth|improvement|difference|effect)s? (?:was|were|is|are|reflects?|reflected)",
    r"in (?:each|either|both|any) cases?",
    r"both (?!(?:\S+ ){1,4}and )|(?:some|many|most|several|few|all|none|each|any|one|two|three|four|five|both) "
    r"(?:of (?:them|these|those|this|which)|are|were|was|is|have|has|had|can|could|may|might|will|would|do|did)",
    r"the (?:latter|former|same|other|others|above|following|foregoing|aforementioned|resulting|remaining|remainder|rest)",
    # "The third was sold", but not "The three turbines on Varn Moor" and "The first Varn hub".
    r"the (?:first|second|third|last|two|three|four|five|six|seven)(?! (?:[a-z-]+ ){0,3}(?:(?:of|on|at|in|for|to) (?:the )?)?(?-i:[A-Z]))",
    r"one (?:such|reason|example|way|exception|approach|possibility)|another|others|again|that is",
    r"(?:in|by) (?:so )?doing(?: so| this| that)?|to do (?:so|this|that)|if so|if not|even so|since then|from then|until then"
    r"|at (?:that|the same) (?:time|point)|on the (?:contrary|other hand|one hand)|as (?:such|above|noted|mentioned|described"
    r"|discussed|shown|seen|indicated|stated|a whole)|rather|unlike (?:this|that|it|them)|except (?:as|for)|(?:much|more) of (?:this|that)",
    r"(?:because|regardless|instead|in spite|as a result|as a consequence|out|all|part|most) of (?:this|that|these|those|it|them)",
    r"(?:in|on|at|by|for|from|with|within|under|to|of|through|during|after|before|since|despite|among|between|about|over|upon"
    r"|against|based on|due to|given|using|because of|along with|in addition to|similar to|unlike|like|as part of|as a result of"
    r"|in (?:the )?light of|in each of|for each of)(?: all| both| most| some| any| many)? (?:this|that|these|those|such|them|him|it)"
    r"(?! (?:study|paper|article|report|review|work|survey|book|chapter|document|guide)\b)",
)
_EN_CONNECTIVE = re.compile(
    r"(?:(?:however|in addition|moreover|furthermore|additionally|also|finally|first(?:ly)?|second(?:ly)?|third(?:ly)?|lastly"
    r"|consequently|therefore|thus|hence|accordingly|for example|for instance|in particular|specifically|more specifically"
    r"|notably|indeed|in fact|nevertheless|nonetheless|similarly|likewise|in contrast|by contrast|conversely|meanwhile"
    r"|as a result|as a consequence|in conclusion|in summary|in sum|to summari[sz]e|overall|besides|of course|still|yet"
    r"|in other words|subsequently|further|importantly|interestingly|remarkably|taken together|in short|clearly|again"
    r"|naturally|in turn|next|then|to begin with|and|but|so|on the other hand|at the same time|as well),\s+"
    r"|(?:and|but|yet|thus|therefore|hence|also|however)\s+(?!(?:for|far|to)\b))",
    re.IGNORECASE,
)
_EN_OPEN = _pattern(
    r"remains? (?:to be|unclear|unknown|an open|open (?:questions?|whether|how|if)|uncertain whether|unresolved|unsolved"
    r"|controversial|elusive|undetermined"
    r"|(?:poorly|incompletely|largely|still) (?:understood|unknown|unclear|unexplored))",
    r"(?:is|are|was|were) (?:still |currently |as yet |largely |presently )?(?:unclear|poorly understood|not (?:yet|well|fully"
    r"|completely|entirely)? ?(?:known|understood|clear|established|elucidated|determined|settled))",
    r"(?:is|are) (?:still )?unknown(?=\.$| (?:whether|how|why|what|if|whom?)\b)",
    r"(?:future|further|more|additional) (?:work|research|stud(?:y|ies)|investigations?|experiments?|trials?) "
    r"(?:should|will|must|could|might|is|are|may|needs?|to)",
    r"open (?:question|problem|issue)s?|(?:has|have) yet to be"
    r"|(?:we|one) (?:do|does) not (?:yet )?know (?:whether|how|why|what|if|which|when)|little is known"
    r"|no one knows|nobody knows|(?:is|was) not (?:yet )?(?:decided|agreed)|still to be decided|yet unsolved",
)


_EN_OF_MANY = """accept accompany achieve add affect agree allow appear apply argue arise arrive ask attend avoid become begin believe belong breathe breed bring
    build buy call carry catch cause change choose circulate claim climb collect compete comprise confirm connect consider consist constitute consume
    contain continue contribute cover create cross decide decline decrease deliver demonstrate deny depend describe destroy determine develop die
    differ disappear discover divide dominate draw drink drive drop earn eat emerge employ enable encourage enhance enjoy enter exacerbate exceed exist
    expect explain express extend face fail fall favou?r feed feel fight fill find finish float flow fly follow forget form gain gather generate get
    give go govern grow happen hear help hide hold hunt identify impair imply improve include increase indicate induce influence inhabit inhibit
    interact introduce invade involve join keep kill know lack last lead learn leave lie like live look lose love lower maintain make manage mean
    measure mediate meet melt migrate move need nest observe obtain occupy occur offer open operate oppose originate overlap own pass pay perform
    persist play possess prefer prevent produce promote protect prove provide put raise range reach react read receive recogni[sz]e reduce reflect regard
    refuse regulate reject release rely remain remember remove replace report represent require resemble respond retain return reveal ride rise roam
    run sail say see seek seem sell send separate serve set share show sing sink sit sleep speak spend spread stand start stay stop store stretch
    struggle suffer suggest support surround survive swim take teach tear tell tend thrive tolerate travel treat trigger try turn undergo understand
    use vary visit wait walk want wash watch wear win wish work write yield"""
"""What follows a plural."""
_EN_VERB = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|do|does|did|can|cannot|could|may|might|must|shall|should|will|would"
    r"|['’](?:s|re|ve|ll|m)"
    # "of acquired assets" says what the assets are, not what was done.
    r"|(?<!\bof )(?<!\bthe )(?<!\ban )(?<!\ba )(?<!\bour )(?<!\bits )(?<!\btheir )(?<!\bfor )(?<!\bfrom )(?!(?:related|based|combined) |compared (?:to|with) )[a-z]\w+ed"
    # "walks there", but not "walks of": that is more likely a plural.
    r"|[a-z]\w+[^s\W]s(?= (?!(?:of|and|or|for|with|from|by|in|on)\b)[\w$£€])"
    r"|(?:[Ii]t|[Hh]e|[Ss]he) (?:also |now |then )?[a-z]{3,}s"
    r"|(?:acts|adds|agrees|aims|airs|appears|applies|arrives|asks|backs|begins|belongs|borders|breeds|broadcasts|burns|calls|carries|climbs|closes|comes|competes|consists|continues|crosses"
    r"|dates|deals|decreases|depends|differs|draws|drives|drops|eats|ends|enters|exists|extends|faces|falls|feeds|flies|flows|goes|grows|hangs|heads|lasts|leads|leans|leaves"
    r"|happens|increases|lies|listens|lives|looks|meets|migrates|moves|nests|occurs|opens|operates|passes|pays|performs|plays|points|ranks|reaches|rehearses|relies|remains|rests|returns|rises|runs"
    r"|sails|seats|sells|serves|sings|sinks|sits|sleeps|slopes|spans|speaks|stands|starts|stays|stems|stops|stretches|swims|takes|teaches|travels|turns|varies|waits|walks|weighs|works|writes)"
    r"(?= (?:across|along|around|as|at|back|behind|between|by|down|for|from|in|into|of|off|on|out|over|through|to|towards|under|up|with)\b)"
    r"|(?:declines|decreases|dies|differs|disappears|exists|falls|grows|happens|increases|lives|occurs|rises|varies)(?=[.,;])"
    # "Most visitors see both": what many of them do.
    rf"|come|(?:(?<=(?:\ws|en|le) )|(?:[a-z]+ly|also|often|always|never) )(?:{'|'.join(_EN_OF_MANY.split())})(?! of\b)"
    # "Players get no fee": a plural, which begins the sentence, and what they do.
    r"|[A-Z][a-z]+(?:s|ren|ple) (?!(?:as|like|near|of|such|similar|than)\b)[a-z]+(?= (?:a|an|at|by|each|every|for|from|in|into|it|no|on|only|the|their|to|up|with|daily|\d\S*|[A-Z]\w+)\b)"
    # "Two villages on the south coast lie under ash", "Vienna and Belgrade stand on its banks": more between the two, and how it goes on.
    r"|(?:(?:\w+s|people|women|men|children) (?:above|at|for|from|in|near|of|on|over|to|with) (?:(?:an?|the|its|their) )?(?:[\w'’-]+ ){1,6}?|and (?:the )?[A-Z][\w'’-]+ )"
    rf"(?:{'|'.join(_EN_OF_MANY.split())})"
    r"(?=[.,;]| (?:about|above|across|along|among|around|as|at|below|behind|between|by|down|every|for|from|in|into|it|its|near|no|off|on|only|out|over|that|the|their|them|through|to"
    r"|towards|under|up|with|an?|\d\S*|[A-Z]\w+)\b)"
    # "The sign still works."
    r"|(?:also|always|never|now|only|still) [a-z]{3,}[^\Ws]s"
    r"|led|made|became|began|grew|fell|rose|held|kept|took|gave|found|won|lost|sold|bought|built|met|said"
    r"|went|came|ran|wrote|saw|drew|set|put|cut|let|got|knew|thought|brought|taught|caught|sent|spent|left|felt|meant|stood|sat"
    r"|split|spread|hit|cost|shut|broke|chose|drove|fed|fled|flew|fought|froze|heard|hid|hung|laid|lay|lit|paid|rode|sang|sank"
    r"|shook|shot|slept|sought|spoke|stole|struck|swept|threw|told|tore|woke|wore|withdrew|underwent|overcame|arose|dealt|dug"
    r"|[Ww]e|I|[Yy]ou|[Tt]hey|don['’]t|can['’]t|won['’]t)\b"
)


def _simple(
    stop: str, pronouns: str, back: str, connective: str, left_open: str, comma: str = r",\s+", end: str = r"\b"
) -> Lexicon:
    """Of a language of which less is told than of English. `comma`: what ends a connective; `end`: what ends the other patterns."""
    return Lexicon(
        stop_words=_words(stop),
        pronouns=_words(pronouns),
        points_back=_pattern(back, end=end),
        connective=re.compile(f"(?:{connective}){comma}", re.IGNORECASE),
        left_open=_pattern(left_open, end=end),
    )


_DE = _simple(
    stop="""aber alle allem allen aller alles als also am an andere anderen auch auf aus bei beim bereits bis bzw da
    dabei dadurch dafür damit dann das dass davon dazu dem den denen denn der deren des dessen deshalb die dies diese
    diesem diesen dieser dieses doch dort du durch ebenfalls ein eine einem einen einer eines einige er es etwa etwas
    für gegen gibt habe haben hat hatte hatten hier ich ihm ihn ihr ihre ihrem ihren ihrer im immer in indem ins ist
    ja jede jeden jeder jedes jedoch kann kein keine keinen können könnte man mehr mehrere mit muss müssen nach nicht
    nichts noch nun nur ob oder ohne sehr sei sein seine seinem seinen seiner seit sich sie sind so sogar solche soll
    sollte sowie über um und uns unser unter viel viele vom von vor war waren was weil weiter weitere welche wenn
    werden wie wieder will wir wird wo wurde wurden während zu zum zur zwar zwischen zwei""",
    pronouns="er sie es ihm ihn ihr ihnen sein seine ihre seiner ihrer diese dieser dieses",
    back=r"(?:er|sie|es(?! (?:gibt|ist|war|wird) )|sein|seine|seiner|ihr|ihre|ihrer|ihnen|dies|diese|dieser|dieses|diesem|diesen|jene"
    r"|jener|jenes|dazu|dabei|dadurch|dafür|damit|danach|daher|darum|deshalb|deswegen|dennoch|trotzdem|somit|dort|hier|hierbei"
    r"|hierzu|jedoch|außerdem|zudem|allerdings|dann|so|solche|solcher|letztere|letzterer|erstere|beide|sonst|ebenso|auch|also"
    r"|darüber hinaus|zum beispiel|(?:in|bei|nach|mit|aus|für|durch|unter|von|vor|zu|auf) (?:diesem|dieser|diesen|dieses|diese))",
    connective=r"aber|denn",
    left_open=r"(?:bleibt|bleiben) (?:offen|unklar|ungeklärt|abzuwarten)|(?:ist|sind) (?:noch |bisher |bislang |weiterhin )?"
    r"(?:unklar|unbekannt|offen|ungeklärt|nicht bekannt|nicht geklärt)|offene fragen?|weitere (?:untersuchungen|forschung)",
)
_FR = _simple(
    stop="""à ainsi alors après au aucun aussi autre autres aux avait avant avec avoir bien c'est car ce ceci cela
    celle celui ces cet cette ceux chaque comme comment d'un d'une dans de depuis des deux donc dont du elle elles en
    encore entre est et été être eux fait il ils je jusqu'à l'on la là le les leur leurs lors lui mais même mêmes
    moins n'a n'est ne ni nos notre nous on ont ou où par parce pas pendant peu peut peuvent plus plusieurs pour qu'il
    quand que quel quelle quelques qui sa sans se selon sera ses si son sont sous sur toujours tous tout toute toutes
    très un une vers vous y était étaient""",
    pronouns="il elle ils elles lui leur leurs ce cela ceci celui celle ceux son sa ses",
    back=r"(?:il(?! (?:est|faut|y a|existe|s'agit)\b)|elle|ils|elles|ce(?:la|ci|lui|lle|ux)?|ça|cet|cette|ces|c'est|son|sa|ses|leur"
    r"|leurs|ainsi|alors|donc|puis|ensuite|sinon|tel|telle|tels|telles|ici|là|y|en (?:effet|revanche)|d'ailleurs"
    r"|(?:dans|pour|avec|par|sur|à|de|après|depuis|malgré) (?:ce|cet|cette|ces|cela))",
    connective=r"cependant|toutefois|en outre|de plus|par ailleurs|par conséquent|néanmoins|enfin|en particulier|par exemple|notamment"
    r"|en conclusion|en résumé|également|ainsi|or|mais|et",
    left_open=r"reste(?:nt)? (?:à |inconnue?s?|ouverte?s?|incertaine?s?)|on ignore|n'est pas (?:encore )?(?:connue?|claire?|établie?)"
    r"|questions? ouvertes?|recherches (?:futures|supplémentaires)",
)
_ES = _simple(
    stop="""a al algo algunas algunos ante antes así aun aunque bajo bien cada casi como con contra cual cuando de del
    desde donde dos durante e el él ella ellas ellos en entre era eran es esa esas ese eso esos esta está están este
    esto estos estas fue fueron ha había hace hacia han hasta hay la las le les lo los más me mediante menos mi
    mientras mismo mucho muchos muy nada ni no nos nosotros o otra otras otro otros para pero poco por porque pues que
    quien se según ser será si sí sido sin sobre son su sus también tan tanto te tiene tienen toda todas todo todos
    tras tu un una uno unos y ya yo""",
    pronouns="él ella ellos ellas este esta esto estos estas ese esa eso esos esas su sus lo le les",
    back=r"(?:fue|fueron|era|eran|es|son|está|están|tiene|tienen|ha|han|había|habían|él|ella|ellos|ellas|est[aeo]s?|es[aeo]s?"
    r"|su|sus|aquel\w*|así|entonces|luego|allí|aquí|ahí|dich[ao]s?|tal|tales|ambos"
    r"|ambas|también|pues|(?:en|por|con|para|de|a|tras|desde) (?:est[aeo]s?|es[aeo]s?|dich[ao]s?|ell[ao]s?))",
    connective=r"sin embargo|además|por lo tanto|por tanto|no obstante|en cambio|por ejemplo|finalmente|asimismo|en particular|en resumen"
    r"|en conclusión|por otra parte|por otro lado|así|pero|y",
    left_open=r"(?:sigue|siguen|permanece|continúa) siendo (?:un|una|desconocid|incierto)|se desconoce|queda por|aún no (?:se sabe|está)"
    r"|no está claro|preguntas? abiertas?|futuras investigaciones",
)
_IT = _simple(
    stop="""a ad agli ai al alla alle allo anche ancora avere aveva c'è che chi ci col come con contro cosa cui da
    dagli dai dal dalla dalle degli dei del dell della delle dello di dopo dove due e è ed era erano essere fa fino
    fra fu furono gli ha hanno i il in io la le lei li lo loro lui ma mentre mi molti molto ne negli nei nel nella
    nelle nello noi non o ogni oltre per perché però più poi prima può quale quali quando quanto quella quelle quelli
    quello questa queste questi questo qui se sei senza si sia solo sono sotto stata stati stato su sua sue sugli sui
    sul sulla sulle suo suoi tra tutte tutti tutto un una uno""",
    pronouns="egli ella essa esso essi esse lui lei loro questo questa questi queste quello quella suo sua suoi sue",
    back=r"(?:è|sono|era|erano|fu|furono|ha|hanno|aveva|avevano|egli|ella|ess[aoie]|lui|lei|loro"
    r"|quest[aoie]|quell[aoie]|suo|sua|suoi|sue|così|allora|quindi|poi|qui|lì|là|tale|tali"
    r"|entrambi|anche|ciò|(?:in|per|con|da|di|a|dopo|su) (?:quest[aoie]|quell[aoie]|ciò|tale|tali))",
    connective=r"tuttavia|inoltre|pertanto|quindi|infine|ad esempio|per esempio|in particolare|in conclusione|in sintesi|dunque|ma|e",
    left_open=r"(?:rimane|rimangono|resta|restano) (?:da |ignot|apert|sconosciut)|non è (?:ancora )?(?:chiaro|noto)|domand[ae] apert[ae]",
)
_PT = _simple(
    stop="""a à ao aos as até com como contra da das de dela dele deles depois do dos e é ela elas ele eles em entre
    era eram essa essas esse esses esta está estão este estes foi foram há isso isto já lhe mais mas me mesmo muito
    muitos na não nas nem no nos nós num numa o onde os ou outra outras outro outros para pela pelas pelo pelos por
    porque quando que quem se seja sem ser será seu seus só sob sobre sua suas também tem têm ter todo todos toda
    todas um uma umas uns você""",
    pronouns="ele ela eles elas este esta isto esse essa isso seu sua seus suas",
    back=r"(?:foi|foram|era|eram|é|são|está|estão|tem|têm|tinha|el[ae]s?|est[ae]s?|ess[ae]s?|isto|isso"
    r"|seu|sua|seus|suas|assim|então|aqui|ali|lá|tal|tais|ambos|ambas|também"
    r"|(?:em|por|com|para|de|a|após|desde) (?:est[ae]s?|ess[ae]s?|isso|isto)|n?(?:est|ess)[ae]s?|nisso|disso)",
    connective=r"no entanto|contudo|além disso|portanto|porém|todavia|por exemplo|finalmente|em particular|em resumo|em conclusão|mas|e",
    left_open=r"permanece(?:m)? (?:desconhecid|em aberto|incert)|ainda não (?:se sabe|está|é)|não está claro|quest(?:ão|ões) em aberto",
)
_NL = _simple(
    stop="""aan al alle als ben bij daar dan dat de deze die dit door een en er geen had haar hebben heeft hem het hij
    hoe hun ik in is ja je kan kunnen maar me meer men met mijn moet na naar niet nog nu of om omdat onder ons ook op
    over te tegen toch toen tot uit van veel voor want waren was wat we wel werd werden wij wordt worden zal ze zich
    zij zijn zo zonder zou""",
    pronouns="hij zij ze het hem haar hun zijn deze dit die dat",
    back=r"(?:hij|zij|ze|het(?! is )|hem|haar|hun|zijn|deze|dit|die|dat|daarom|daardoor|daarna|daarbij|dus|dan|toen|daar|hier|zo"
    r"|ook|echter|(?:in|bij|na|met|uit|voor|door|op) (?:dit|deze|die|dat))",
    connective=r"maar",
    left_open=r"(?:blijft|blijven) (?:onduidelijk|onbekend|open)|is (?:nog )?(?:onduidelijk|onbekend|niet bekend)|open vra(?:ag|gen)",
)
_ZH = _simple(
    stop="",
    pronouns="他 她 它 他们 她们 它们 这 这些 那 那些 此 其",
    back=r"(?:他们?|她们?|它们?|这|那|此(?!外)|其(?!中|实|他|余)|该|上述|前者|后者|因此|所以|于是|然后|同时|另外|例如|比如)",
    connective=r"但是|但|然而|此外|因此|所以|另外|同时|总之|例如|不过|而且|并且|最后|首先|其次",
    left_open=r"尚不清楚|尚未明确|仍然未知|仍不清楚|有待|还不知道|未解之谜|悬而未决",
    comma=r"[，,]\s*",
    end="",
)
_JA = _simple(
    stop="",
    pronouns="彼 彼女 それ これ あれ 彼ら それら これら",
    back=r"(?:彼ら?|彼女|それ|これ|あれ|その|この|あの|そこ|ここ|そう|こう|それら|これら|同氏|同社|後者|前者|そして|しかし|また|さらに|つまり)",
    connective=r"しかし|また|さらに|したがって|そのため|例えば|たとえば|一方|なお|そして|つまり",
    left_open=r"不明である|明らかになっていない|明らかではない|わかっていない|今後の課題|未解決",
    comma=r"[、,]\s*",
    end="",
)
_EN = Lexicon(
    stop_words=_EN_STOP,
    pronouns=_words("it he she they them him its their his her this these those itself themselves"),
    person=re.compile(r"\b(?:he|she|him|his|hers?)\b"),
    thing=re.compile(r"its?\b"),
    points_back=_EN_BACK,
    connective=_EN_CONNECTIVE,
    left_open=_EN_OPEN,
    verb=_EN_VERB,
)
_LEXICONS = {"en": _EN, "de": _DE, "fr": _FR, "es": _ES, "it": _IT, "pt": _PT, "nl": _NL, "zh": _ZH, "ja": _JA}

_ANY = Lexicon(stop_words=frozenset().union(*(lexicon.stop_words for lexicon in _LEXICONS.values())))


def lexicon_of(language: str | None) -> Lexicon:
    """That of the language (ISO 639-1). Of a language not told the stop words of all; of one we do not know, nothing."""
    return _ANY if language is None else _LEXICONS.get(language, Lexicon())
