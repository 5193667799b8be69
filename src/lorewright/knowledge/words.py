"""English words that mean something to the evidence check. What is in none of these lists is an ordinary word.

Those that deny, compare, count or doubt have a class, and two words of one class say the same here.
"""


def listed(words: str) -> tuple[str, ...]:
    return tuple(words.split())


def keyed(**classes: str) -> dict[str, str]:
    """`up="rise grow"`: each word with the class it is of."""
    return {word: key for key, words in classes.items() for word in words.split()}


NEGATION = keyed(
    no="not no",
    none="none neither nor nobody nothing nowhere",
    never="never",
    without="without lack lacks lacked lacking absence absent",
    excepted="except excepting excluding aside",
    false="false falsely untrue wrongly fake counterfeit bogus hoax",
    fail="fail fails failed failing failure unable refuse refuses refused deny denies "
    "denied denying prevent prevents prevented preventing refute refutes refuted disprove disproved disproves",
    hardly="hardly barely scarcely",
)
DIRECTION = keyed(
    up="more higher greater larger bigger rise rises rose risen rising increase increases increased increasing grow grows "
    "grew grown growing gain gains gained climb climbs climbed climbing expand expands expanded expanding improve improves "
    "improved improving improvement growth up upward exceed exceeds exceeded exceeding enhance enhances enhanced "
    "elevated elevate elevates heightened upregulated upregulate upregulates upregulation stronger raise raises raised raising "
    "surge surges surged soar soars soared soaring jump jumped jumps advanced accelerate accelerated accelerating widen widened",
    down="less fewer lower smaller fall falls fell fallen falling decrease decreases decreased decreasing decline declines "
    "declined declining drop drops dropped dropping shrink shrinks shrank shrunk shrinking reduce reduces reduced reducing "
    "reduction worsen worsens worsened down downward diminish diminishes diminished downregulated downregulate "
    "downregulates downregulation weaker impair impairs impaired lowered lowers contracted deteriorate deteriorated cut "
    "cuts cutting plunge plunged plunges plunging plummet plummeted tumble tumbled tumbles slump slumped slid sank sink sinking dipped dip "
    "slowed slowing weaken weakened shortened narrowed",
    best="highest largest greatest biggest strongest maximum maximal peak",
    worst="lowest smallest least weakest minimum minimal fewest",
    better="better",
    worse="worse",
    above="above over beyond",
    below="below under beneath",
    before="before earlier prior preceding previously",
    after="after later following subsequent subsequently afterwards",
    longer="longer",
    shorter="shorter",
    older="older",
    younger="younger",
    faster="faster quicker",
    slower="slower",
    start="start starts started begin begins began begun open opens opened",
    stop="stop stops stopped end ends ended close closes closed cease ceased",
    promote="promote promotes promoted promoting activate activates activated activating activation stimulate stimulates "
    "stimulated induce induces induced inducing trigger triggers triggered",
    inhibit="inhibit inhibits inhibited inhibiting inhibition suppress suppresses suppressed suppressing block blocks "
    "blocked blocking repress represses repressed",
    win="win wins won winning",
    lose="lose loses lost losing loss losses",
    buy="buy buys bought buying purchase purchases purchased purchasing acquire acquires acquired acquiring",
    sell="sell sells sold selling",
    accept="accept accepts accepted approve approves approved",
    reject="reject rejects rejected defeated",
    positive="positive positively",
    negative="negative negatively",
)
QUANTIFIER = keyed(
    all="all every each everyone everything entire entirely whole wholly",
    most="most mostly majority",
    some="some several certain",
    few="few minority little",
    many="many numerous",
    much="much",
    both="both",
    either="either",
    any="any",
    only="only solely exclusively merely",
    half="half halve halved halves halving",
    once="once",
    double="double doubled doubles doubling twice twofold",
    triple="triple tripled tripling threefold thrice",
    always="always invariably",
    often="often frequently usually typically generally commonly",
    sometimes="sometimes occasionally",
    rarely="rarely seldom infrequently",
    nearly="almost nearly virtually",
    about="about approximately around roughly circa",
    dozens="dozen dozens",
    scores="hundreds thousands millions billions tens",
    alternative="or",
)
HEDGE = keyed(
    may="may might could possibly perhaps maybe potentially",
    can="can able",
    formerly="former formerly ex- erstwhile ex",
    tried="attempted attempt attempts tried tries try aborted",
    planned="proposed prospective would-be draft interim preliminary tentative",
    partly="partial partially partly",
    so_called="so-called supposed self-styled purported",
    say="say says said saying",
    believe="believe believes believed believing think thinks thought assume assumes assumed considered deemed regarded perceived hope hopes hoped hoping",
    claim="claim claims claimed claiming argue argues argued arguing assert asserts asserted contend contends contended insist "
    "insists insisted maintains warn warns warned predict predicts predicted predicting dispute disputes disputed disputing "
    "rumoured rumored rumours rumors",
    theory="theoretically hypothetically ostensibly",
    likely="likely probably probable presumably",
    unlikely="unlikely doubtful",
    suggest="suggest suggests suggested suggesting appear appears appeared seem seems seemed apparently",
    hypothesise="hypothesise hypothesize hypothesised hypothesized hypothesis speculate speculated suspected",
    alleged="alleged allegedly reportedly purportedly supposedly",
    should="should ought",
    must="must",
    would="would",
    will="will shall",
    plan="plan plans planned planning expect expects expected expecting intend intends intended forecast forecasts projected",
    condition="if whether assuming",
    unless="unless",
) | {
    # What is so only thus; no two of them say the same.
    word: word
    for word in listed(
        """conditionally provisionally tentatively temporarily nominally unofficially informally unsuccessfully incompletely
        insufficiently inadequately mistakenly erroneously incorrectly inaccurately seemingly arguably reputedly marginally minimally
        weakly indirectly symbolically accidentally inadvertently unintentionally"""
    )
}
ROLE = listed(
    "by to from than until till since against versus vs between with for into towards toward within during because although though when whereas"
)
LIGHT = listed("""a an the of in on at as and that this these those which who whom whose where while it its he him his she her
    hers they them their theirs we us our ours you your i me my is are was were be been being am has have had having do does
    did done s also there here such so then thus however moreover therefore furthermore but per via
    upon out off own same itself themselves himself herself""")
OPENERS = frozenset(
    listed(
        """in on at by for to from with within among between under through throughout during after before since until while
        when as following although though despite because if whereas"""
    )
)
"""What a clause may begin with that stands before or after the main clause alike."""

PLACE = frozenset(
    listed("outside inside near behind beside alongside across along among amongst amid throughout onto atop")
)
"""Prepositions that are ordinary words otherwise."""

PHRASES: dict[str, tuple[str, str]] = {
    "no longer": ("negation", "no-longer"),
    "far from": ("negation", "far-from"),
    "anything but": ("negation", "far-from"),
    "apart from": ("negation", "excepted"),
    "one of": ("quantifier", "one-of"),
    "a few": ("quantifier", "some"),
    "a very few": ("quantifier", "some"),
    "a little": ("quantifier", "some"),
    "all but": ("quantifier", "all-but"),
    "everyone but": ("quantifier", "all-but"),
    "everybody but": ("quantifier", "all-but"),
    "no one but": ("quantifier", "none-but"),
    "nobody but": ("quantifier", "none-but"),
    "nothing but": ("quantifier", "none-but"),
    "every other": ("quantifier", "every-second"),
    "every second": ("quantifier", "every-second"),
    "provided that": ("hedge", "condition"),
    "providing that": ("hedge", "condition"),
    "subject to": ("hedge", "condition"),
    "on condition": ("hedge", "condition"),
    "as long as": ("hedge", "condition"),
    "so long as": ("hedge", "condition"),
    "in theory": ("hedge", "theory"),
    "in principle": ("hedge", "theory"),
    "on paper": ("hedge", "theory"),
    "in part": ("hedge", "partly"),
    "according to": ("hedge", "claim"),
    "contrary to": ("negation", "contrary"),
}
"""Words that say together what none of them says: kind and class."""

OPPOSED = PLACE.union(
    listed(
        """high low tall large small big little huge tiny vast strong weak long short brief old young ancient modern hot cold
        warm cool wide narrow broad rich poor rapid slow quick deep shallow heavy light thick thin hard soft easy
        difficult simple complex good bad early late new near far close distant left north south east west northern
        southern eastern western upper inner outer front rear back full empty true correct accurate wrong safe
        dangerous healthy sick alive dead living male female men women man woman boy girl boys girls mother father son
        daughter brother sister husband wife king queen rural urban domestic foreign public private civilian military
        acute chronic mild severe benign secondary major minor senior junior permanent temporary regular rare common
        frequent single married guilty innocent legal illegal voluntary compulsory mandatory optional active passive
        internal external direct gross net profit income revenue expense cost asset liability debit credit debt equity
        supply demand import export buyer seller lender borrower owner tenant winner loser victory
        defeat success failure ally enemy friend day night week month year morning evening daily weekly monthly yearly
        annual annually quarterly hourly summer winter spring autumn birth death born died die allow allows
        allowed permit permits permitted ban bans banned forbid forbids forbidden prohibit prohibits prohibited
        include included including exclude excluded excluding support supported oppose opposed favour favor accept
        agree agreed disagree disagreed uphold upheld overturn overturned affirm affirmed reverse reversed confirm
        confirmed contradict contradicted veto vetoed pass passed enact enacted repeal repealed protect protected harm
        harmed hinder hindered hurt heal healed cure cured cause caused love loved hate hated disliked join joined
        leave enter entered exit exited arrive arrived depart departed return returned dissolve dissolved destroy
        destroyed demolish demolished add added remove removed insert deleted hire hired fire fired appoint appointed
        dismiss dismissed resign resigned elect elected attack attacked defend defended arrest arrested free freed
        convict convicted acquit acquitted borrow borrowed lend lent given send sent receive received pay paid earn
        earned spend spent save saved teach taught learn learned answer answered push pull pulled pushed attach
        attached detach detached continue continued resume resumed pause paused halt halted succeed succeeded prefer
        preferred avoid avoided seek sought hide hid hidden conceal concealed encourage encouraged discourage
        discouraged expand shrink strengthen strengthened weaken maximize minimize maximise minimise superior inferior
        optimistic pessimistic bullish bearish pre post pro anti hypo hyper hydrophilic hydrophobic liberal
        conservative left-wing right-wing flat stable constant unchanged dry wet fresh stale raw cooked clean dirty
        dark bright loud quiet sharp blunt smooth rough tight loose open shut solid liquid gas past future
        last next current previous former latter same different similar separate together alone apart forward backward
        indoors outdoors up-regulated down-regulated susceptible resistant sensitive immune treated untreated control placebo plus minus"""
    )
)
"""Words for which another word is rarely a synonym and often the opposite: one of them may be left out, but not replaced."""

ALIKE = tuple(
    map(
        frozenset,
        (
            listed("large big huge vast"),
            listed("small little tiny"),
            listed("rapid quick fast"),
            listed("near close"),
            listed("correct accurate"),
            listed("internal inner"),
            listed("external outer"),
            listed("allow allows allowed permit permits permitted"),
            listed("ban bans banned forbid forbids forbidden prohibit prohibits prohibited"),
            listed("encourage encouraged support supported"),
            listed("yearly annual annually"),
            listed("difficult hard"),
            listed("easy simple"),
        ),
    )
)
"""Of these a few that may stand for each other after all."""

ADVERBS = frozenset(
    listed(
        "also very too quite rather even ever still already yet just now then indeed again soon well first yesterday today tomorrow"
    )
)
"""Besides those in -ly; what may go from the middle of a clause."""

CLAUSE = frozenset(
    listed("that which who whom whose where when while as and but because although though so whereas than")
)
"""Words that begin a clause or the next member of a row."""

FACTIVE = frozenset(
    listed(
        """show shows showed shown find finds found demonstrate demonstrates demonstrated prove proves proved proven confirm confirms
        confirmed reveal reveals revealed know knows knew known establish establishes established observe observes observed conclude
        concludes concluded note notes noted report reports reported announce announces announced discover discovers discovered
        indicate indicates indicated determine determines determined mean means meant"""
    )
)
"""What a writer says before "that" of something which is then said without doubt."""

GENDERED = tuple(map(frozenset, (listed("he him his himself"), listed("she her hers herself"))))
PERSON = listed("he him she her it they them we us i me you who whom")
POSSESSIVE = listed("his her its their our my your whose")
"""Pronouns; "her" is of both."""
TITLES = frozenset(listed("mr mrs ms dr prof professor president chancellor senator"))
"""What may go from before a name."""

LETTERED = frozenset(
    listed("vitamin hepatitis influenza type group class grade category schedule phase stage part plan appendix factor")
)
"""Words that a single letter may follow, and be no article and no pronoun then."""

WEEKDAYS = frozenset(listed("monday tuesday wednesday thursday friday saturday sunday"))
MONTHS = frozenset(listed("january february march april may june july august september october november december"))
DAYS = WEEKDAYS | MONTHS
