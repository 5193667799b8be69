"""Words too common to tell texts apart, by language. They are indexed, and asked for only where a query has nothing else."""

_LISTS = {
    "en": """a about all also am an and any are as at be been being but by can could did do does doing for from had has
        have having he her here hers him his how i if in into is it its just me my no nor not of on or our ours out over
        own she should so some such than that the their theirs them then there these they this those through to too
        under until up very was we were what when where which while who whom why will with would you your yours""",
    "de": """aber als am an auch auf aus bei bin bis das dass dein dem den der des die dir doch du durch ein eine einem
        einen einer eines er es euch für hat hatte haben hier ich ihm ihn ihr ihre im in ist ja kann man mein mich mir
        mit nach nicht noch nur ob oder ohne sein seine sich sie sind so über um und uns unter vom von vor war waren was
        wenn wer wie wir wird wo zu zum zur""",
    "fr": """à au aux avec ce ces cette c d dans de des du elle elles en est et été être eux il ils j je l la le les leur
        leurs lui m ma mais me mes moi mon n ne nos notre nous on ont ou où par pas plus pour qu que quel quelle qui s sa
        sans se ses si son sont sur t ta te tes toi ton tu un une vos votre vous y""",
    "es": """a al algo ante como con cual cuando de del desde donde e el ella ellas ellos en entre era es esa ese eso esta
        este esto fue ha han hasta hay la las le les lo los más me mi muy ni no nos o para pero por porque qué que quien
        se ser si sí sin sobre son su sus también te tu un una uno y ya yo""",
    "it": """a ad ai al alla alle anche che chi ci come con cui da dal dalla dei del della delle di dove e ed era gli ha
        hanno i il in io la le lei lo loro lui ma mi nei nel nella noi non o per perché più quando quale quella quello
        questa questo se si sono su sua sul sulla suo tra tu un una uno vi voi è""",
    "pt": """a ao aos as até com como da das de do dos e é ela elas ele eles em entre era essa esse esta este eu foi há
        isso isto já lhe mais mas me mesmo meu minha muito na não nas nem no nos o os ou para pela pelo por quando que
        quem se sem ser seu sua são só também te tem um uma você""",
    "nl": """aan al als bij dan dat de der deze die dit doch door dus een en er ge had hebben heb heeft het hij hoe hun ik
        in is ja je kan maar me men met mij mijn naar niet nog nu of om omdat onder ons ook op over te tot uit van veel
        voor waar was wat we werd wezen wie wij worden wordt zal ze zich zij zijn zo zou""",
    "ru": """а без бы был была были было в вам вас во вот все вы где да для до его ее если есть еще же за и из или им их к
        как ко когда кто ли мне мы на над не него нее нет ни но о об он она они от по под при с со так там то тоже только
        ты у уже что чтобы это этот я""",
}

STOP_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}
