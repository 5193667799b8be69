"""English words that name nothing by themselves, or nothing that a person would tag a text with."""

from collections.abc import Set


def listed(words: str) -> frozenset[str]:
    return frozenset(words.split())


VAGUE = listed("""
    ability able account accounts act activity addition additional administrator adverse adversely agreement agreements
    amount amounts applicable approach approximately area areas article ask asks aspect aspects available average
    balance based basis believe believes best better big board book call calls case cases certain change changes chapter
    chief clear commencement commission common companies company compared conclusion condition conditions considered
    consolidated continue continued corporation current currently data date day days decrease decreased difference
    differences different director directors due early effect effects employment end ended ending equal example examples
    exchange executive expect expected fact factor factors favorable feature features figure finding findings following
    form forms full general good great group groups guarantee guarantor guarantors half hand held help high higher
    highest hold holds home hour hours idea impact impacts important inc include included includes income increase
    increased increases increasing introduction issue issuer issues item items keep keeps kind large larger largest late
    lead leads level levels life light limited line list little long look looks lose loses lost lot low lower lowest
    main man manner material materially matter means member mention method methods minutes moment month months name
    names net new note notes number numbers officer officers old opportunity order original overall overview page paper
    parent part participant participants particular parts past people percent percentage period periods person persons
    place places plan point points possible practice present presence previous primary prior problem process provide
    provided provides purpose quarter question questions read reads reason reasons recent related relevant report
    reported reports require required respectively result results right risk role rule run runs section sections
    securities set sets shareholders sheet sheets side significant similar single situated situation size small source
    sources special specific start starts state statements status step steps story strong studies study subject subjects
    substantial success such summary support system table tell tells term terms text thing think thinks time times total
    true turn turns type types unfavorable unit use useful user users uses using value values view views want wants way
    week weeks work works world write writes written wrong year years yesterday today tomorrow tonight morning evening
    night afternoon weekend afraid alone angry appropriate aware broad busy cheap considerable dark dead dramatic easy
    entire expensive extensive famous fast final former free fresh further future glad guilty happy hard heavy huge
    immense major minor moderate multiple nice near numerous poor potential pretty quick quiet rapid ready real rich sad
    safe serious severe short slow soft soluble sorry sudden sufficient sure tiny top tough typical uniform unique
    unlikely usual various warm weak whole wide willing young zero two three four five six seven eight nine ten eleven
    twelve twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion trillion dozen greater
    greatest longest shortest smaller smallest
""")
"""They neither begin nor end a term."""

VAGUE_ALONE = VAGUE | listed("""
    access action actions addition adult adults advantage advantages advice age agency agent agents agreement aim air
    animal animals answer answers appearance application applications argument arguments art arts assessment asset
    assets association attack attacks attempt attempts attention attorney author authors authorities award awards band
    base bill bodies body brain brains brand brands building buildings business businesses buyer buyers calculation
    calculations campaign candidate candidates capital car care career cash category cause causes cell cells center
    centre century challenge challenges chance character characteristic characteristics charge charges child children
    choice choices cities citizens city claim claims class classes client clients club clubs coach code collection
    college color colour comment comments committee communities community comparison completion complex complexes
    component components computer concentration concentrations concept concepts concern concerns consequence
    consequences construction consumer consumers contact content contents context contract contracts control controls
    copy core correlation cost costs council countries country couple course court courts cover creation critics culture
    customer customers damage danger dangers daughter deal deals death deaths debate debt decision decisions defeat
    defence defense definition degree degrees delay demand demands department description design designs detail details
    detection development developments device devices diagnosis dinner direction discount discovery discussion disease
    diseases distance distribution distributions district doctor doctors document documents dollar dollars door doors
    dose doses drug drugs earnings ease economy edge edition education effort efforts election elections element
    elements email emails employee employees employer energy enemy engine engines entry environment episode episodes
    equation equations equipment error errors estimate estimates evaluation event events evidence evolution examination
    expansion expense expenses experience experiences experiment experiments expert experts explanation expression face
    faces failure failures families family fan fans father fear features fee fees feeling feelings female field fields
    fight film films fire firm firms flow flows focus food force forces formation formula fraction friend friends front
    function functions fund funds future gain gains game games gap gaps gene generation genes girl girls goal goals god
    gold government governments ground growth guard guest guests guidance guide hair head health heart heat height hero
    history hit hits hole holder holders holiday host hotel house houses human humans husband image images impression
    improvement improvements incidence incident incidents individual individuals industries industry infection influence
    information injection injuries injury inquiry institution institutions instruction instructions interest interests
    interview investigation investigations investigators investment investments investor investors island job jobs judge
    key king knowledge land language law laws lawyer lawyers layer layers leader leaders leadership league legislation
    length letter letters liabilities liability library limit limits link links literature loan loans location locations
    logic loss losses love lunch machine machines magazine magnitude majority male management manager managers map march
    mark market markets mass master match matches meal meals meaning measure measurement measurements measures mechanism
    mechanisms media medicine meeting meetings members memory men message messages mind minister ministers minute
    mission mistake mode model models modification money mood mother motion mouse move movement movements movie movies
    music nation nations nature need needs network networks news noise notion novel object objective objectives objects
    observation observations occasion offer offers office officer official officials oil online operation operations
    operator operators opinion opponent opportunities option options organisation organisations organization
    organizations origin outcome outcomes output owner owners package pair panel parameter parameters parents parties
    partner partners party passage passenger passengers path patient patients pattern patterns payment payments peace
    performance performances permission personnel perspective phase phases phenomenon phone photo photos phrase picture
    pictures piece pieces pitch platform player players plot police policies policy politics pool population populations
    position positions power powers prediction predictions preparation presentation president press pressure price
    prices principle principles priority prison probability procedure procedures product production products professor
    profile profit profits program programme programmes programs progress project projects proof properties property
    proportion proposal protection protein proteins public publication purchase purchases quality quantity race range
    ranges rank rate rates ratio ratios reach reaction reactions readers reality record records recovery reduction
    reference references region regions relation relations relationship relationships release releases remains remark
    repair reply repurchases request research researcher researchers resource resources respect response responses
    responsibility restaurant return returns revenue revenues review reviews reward rights road room rooms round rules
    sale sales sample samples scale scene scenes schedule school schools science scientist scientists score scores sea
    season seasons sector sectors segment segments selection sense sentence sequence sequences series service services
    session setting settings shape share shares ship ships shock shop shops shot show shows sign signal signals signs
    sister site sites situations skill skills smith society software solution solutions son song songs sort sound space
    speaker species speech speed staff stage stages stakeholder stakeholders standard standards star stars statement
    station stock stocks stop store stores stories strategies strategy strength stress structure structures student
    students style styles sum surface surfaces surprise survey survival switch symptom symptoms systems tale talk talks
    target targets task tasks tax taxes teacher teachers team teams technique techniques technologies technology
    temperature temperatures test testing tests theme theories theory therapy thickness things thought thoughts threat
    threats ticket tickets tie tip tips title titles tool tools topic topics touch town towns track trade trading
    tradition traffic training transaction transactions transfer transition treatment treatments tree trees trend trends
    trial trials trip trouble trust truth understanding units university update updates variable variables variation
    variations variety vehicle vehicles version versions victim victims victory video videos village violence vision
    visit visitors voice volume vote votes wall walls war water weather website weight wife win wind window winner
    winter woman women word words worker workers live learn pro analysis hope cut remake north south east west northern
    southern eastern western domestic clinical steady excess notice behavior behaviour angle boss chairman former friday
    lake lakes mountain mountains ocean oceans river rivers street streets valley zoo founder trustee registrant
    shareholder stockholder complication complications disorder disorders extent molecule molecules progression regimen
    regimens resistance ride rides selectivity simple susceptibility transmission utilization vitro vivo ceo northeast
    northwest southeast southwest
""")
"""Terms only together with what says which."""

LEGAL_FORMS = frozenset({"companies", "company", "corporation", "inc"})
NO_NAME_BEGINS = listed("""
    actor actress annual author businessman businesswoman balance chairman chairwoman chancellor chief company
    consolidated director former governor item judge minister net note officer king premier president prime professor
    queen report representative secretary section senator table total
""")
"""They stay vague with a capital, unlike the first words of New York or Best Buy: of a president the name is the concept."""

VERBS = listed("""
    achieve achieves add adds affect affects allow allows announce announced announces appear appears applies apply
    argue argues arose assist assists assume assumes avoid avoids beats became become becomes began born bought bring
    brings brought built came carries carry caught choose chooses chose combine combines come comes compare compares
    consider considers consist consists contain contains create creates dealt decide decides defeats define defines
    demonstrate demonstrates depend depends derive derives describe describes determine determines develop develops
    differ discovers discuss discusses drew driven drove eat eats enable enables encourage encourages enhance enhances
    ensure ensures establish establishes evaluate evaluates examine examines exists explain explains explore explores
    fails feels fell felt fled flew fluctuate fluctuates follow follows fought found gave generate generates get gets go
    goes got grew grows happen happens hear heard hears hid identifies identify ignore ignores illustrate illustrates
    improve improves include included includes incorporate incorporates indicate indicates inhibit inhibits introduce
    introduces investigate investigates involve involves joins kept knew laid learn learns lost made maintain maintains
    meant miss misses needs obtain obtains occur occurs overcame overcome overcomes paid perform performs permit permits
    pleaded pleads possess possesses predict predicts prefer prefers prevent prevents produce produces promote promotes
    propose proposes protect protects prove proves provide provides pursue pursues ran reach reaches receive receives
    recognize recognizes reduce reduces refer refers regulate regulates reject rejects relies rely remain remains
    remember remove removes replaces reported represent represents require requires requiring resolve resolves respond
    responds retires reveal reveals rose said sang sank sat satisfies satisfy saw say says seek seeks sell sells send
    sends sent serve serves shook show shows slept sold solve solves sought speak speaks spend spends spent spoke stands
    stole stood suffer suffers suggest suggests suppose swept taught tend tends threw throw throws told took tore
    understand understands underwent varies vary went withdrew woke won wore wrote
""")
"""They are part of no phrase."""

LABELS = frozenset({
    "aim", "aims", "background", "conclusions", "context", "design", "discussion", "findings", "funding", "interpretation",
    "interventions", "introduction", "materials", "measurements", "methods", "objective", "objectives", "outcomes", "participants",
    "purpose", "rationale", "setting", "significance", "subjects", "summary",
})  # fmt: skip
"""Words that an abstract writes in capitals before its parts."""
CALENDAR = listed("""
    monday tuesday wednesday thursday friday saturday sunday january february march april june july august september
    october november december jan feb mar apr jun jul aug sep sept oct nov dec mr mrs ms dr prof sir rep sen gov jr pm
    am edt est gmt ist utc http https www com
""")
"""Beside names and part of none: days, months, forms of address."""

DEMONYM = listed("""
    american arab argentine asian australian austrian belgian brazilian british canadian chinese danish dutch egyptian
    english european french german greek indian iranian iraqi irish israeli italian japanese jewish korean mexican
    norwegian pakistani palestinian polish portuguese republican roman russian scottish spanish swedish swiss syrian
    turkish ukrainian welsh african americans indians chinese europeans germans russians democrats democratic
""")
"""With a capital, and say whose something is."""


def is_vague(word: str, words: Set[str]) -> bool:
    """Whether a word in lower case, or what it is the plural of, is among these."""
    return word in words or (word.endswith("s") and (word[:-1] in words or word.removesuffix("es") in words))
