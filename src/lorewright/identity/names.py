"""Names, addresses and passwords as people choose them."""

import re
import unicodedata

_EMAIL = re.compile(
    r"[^\s@<>()\[\],;:\\\"]{1,64}@(?=.{4,255}\Z)(?:[^\s@.<>()\[\],;:\\\"]{1,63}\.)+[^\s@.<>()\[\],;:\\\"]{2,63}"
)

_COMMON_WORDS = """
    abc123 abcdef access account admin administrator aggies airborne albert alejandra alejandro alexander alexandra
    alexis alyssa amanda amazing america anderson andrea andrew angel angela angelica angels animal anthony antonio
    apollo apple apples arizona arsenal arthur ashley asshole august austin awesome azerty babygirl babygurl badboy
    bailey banana bandit barbara barcelona barney baseball basketball batman beautiful benjamin bigdaddy bismillah
    blessed blink blizzard blondie bonnie booboo boomer boston brandon brazil brittany brooklyn brother bubbles
    buddy bulldog buster buttercup butterfly caitlin california camaro cameron campbell canada captain carlos
    carolina caroline casper cassie celtic champion changeme charles charlie charlotte cheese chelsea cheyenne
    chicago chicken children chocolate chris christian christina christine christmas christopher claudia computer
    cookie cooper corvette cowboy cowboys creative crystal daddy dakota dallas daniel daniela danielle darkness
    default denise dennis destiny diamond diamonds dolphin dolphins dominic donald douglas dragon dreamer dreams
    dropdead eagles edward einstein elephant elizabeth eminem emmanuel enterprise estrella eternal everton explorer
    facebook falcon fantasy fernando ferrari fireball firebird flower flowers football forever formula foster
    francis francisco franklin freddy freedom friend friends friendship fuckoff fuckyou gabriel gabriela gandalf
    garfield gateway genesis george georgia giants ginger goldfish goodluck google gordon gorgeous grandma greenday
    guest guitar gunner hahaha hallo hamster hannah happiness happy hardcore harley harrypotter heather hello
    hellokitty helloworld hercules heritage hockey hollywood homer honey hotmail hottie hunter iceman iloveu
    iloveyou indian infinity inter internet inuyasha ironman isabel isabella jackass jackson jaguar james january
    japan jasmine jasper jeffrey jennifer jeremy jessica jesus jesuschrist johnny johnson jonathan jordan joseph
    joshua juliana junior justin justinbieber juventus katherine kenneth killer kimberly kingkong kitten knight
    lakers lauren leonardo letmein liberty lincoln linkinpark liverpool login logitech london loser louise love
    lovely loveme lover lovers loveyou lucky macintosh maddog madison maggie manager manchester marcus margaret
    maria mariana marina marine marlboro marshall martin martinez master matrix matthew maverick maxwell megadeth
    melissa mercedes merlin metallica mexico michael michelle michigan mickey microsoft midnight miguel million
    minecraft mitchell monica monkey monster montana morgan mother motorola mountain mustang mynoob myspace naruto
    natalie natasha nathan national ncc1701 nelson newyork nicholas nicole nintendo nirvana nissan nothing november
    october oliver olivia orange orlando pa55word packers pakistan paradise paris pass passion passphrase passport
    passw passwd password passwords patches patricia patrick peaches peanut pepper phoenix picture playboy player
    playstation please pokemon pookie popcorn porsche portugal postgres precious prince princesa princess private
    public pumpkin purple qazwsx qazwsxedc qwert qwerty qwertyui qwertyuio qwertyuiop rachel raiders rainbow ranger
    rangers rebecca redskins redsox remember renault ricardo richard robert roberto robinson rocket rockstar rockyou
    ronaldo rooney root rosebud roxanne runner russia sabrina salvador samantha sammy samson samsung sandra santiago
    saturn savannah scarface school scooby scooter scorpio scorpion scotland sebastian secret security september
    serenity service shadow shannon shelby sierra silver simpson simpsons skateboard slayer slipknot smokey snickers
    sniper snoopy snowball snowman soccer softball something sophie spencer spider spiderman spongebob stanley star
    starfish startrek starwars station steelers stella stephanie stephen steven student success summer sunflower
    sunshine superman superstar supreme suzuki sweet sweetheart sweetie sweetpea swordfish system tarheels taylor
    teacher teddy temp temporary tennis tequiero test tester testing thomas thuglife thunder tiffany tiger tigers
    tigger timothy tinkerbell titanic tomcat toyota trinity trouble trustno trustno1 turtle tweety twilight
    undertaker unicorn university unknown user valentina valentine vanessa veronica victor victoria viking vincent
    virginia voyager warcraft warrior warriors welcome westham whatever william williams willow winner winston
    winter wizard wolverine wonderful wrestling xavier xxxxxx yamaha yankees yellow yourmom zaqwsx zxcvbn zxcvbnm
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Of what leaked lists of passwords begin with; each counts with digits and signs around it too."""
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    *("qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertyuiopasdfghjklzxcvbnm"),
    *("01234567890", "147", "258", "369", "159", "357"),
    *("1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm"),
    *("1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0"),
)
"""Of the alphabet and of keyboards and their number pads, along and across."""
_BOTH_WAYS = tuple(way * 2 if len(way) > 9 else way for row in _ROWS for way in (row, row[::-1]))
_SHORTEST_RUN = 3
"""Characters of such a row that make a piece of a password."""
_REPEATED = re.compile(r"(.{1,4})\1+", re.DOTALL)
_SHIFTED = str.maketrans("!@#$%^&*()", "1234567890")
_SIGNS = re.compile(r"[\W_]+")
_EDGES = re.compile(r"^[\W\d_]+|[\W\d_]+$")
_LEET = str.maketrans("013457@$!", "oieastasi")
_FEW = 3
"""A password of so few different characters is one that is tried."""


def comparable(name: str) -> str:
    """The same for two spellings that a person takes for one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())


def is_email(address: str) -> bool:
    return _EMAIL.fullmatch(address) is not None


def is_common(password: str) -> bool:
    """Whether it is among the first that anybody tries: known words, runs along the keyboard, and what is made of these."""
    said = password.casefold()
    if len(set(said)) <= _FEW or _REPEATED.fullmatch(said):
        return True
    half, odd = divmod(len(said), 2)
    if not odd and said[:half] == said[half:]:
        said = said[:half]
    stems = {_EDGES.sub("", one) for one in (said, said.translate(_LEET))}
    stems.add(_EDGES.sub("", said).translate(_LEET))
    typed = {_SIGNS.sub("", one) for one in (said, said.translate(_SHIFTED))}
    return not _COMMON.isdisjoint(stems | {said}) or any(map(_is_made_of_runs, typed))


def _is_made_of_runs(said: str) -> bool:
    """Whether it is nothing but runs of keys, among which one common word may stand."""
    reached = {(0, False)}
    """How far pieces go, and whether a word is among them."""
    for start in range(len(said)):
        for named in (named for named in (False, True) if (start, named) in reached):
            for end in range(start + _SHORTEST_RUN, len(said) + 1):
                piece = said[start:end]
                if any(piece in row for row in _BOTH_WAYS):
                    reached.add((end, named))
                elif not named and piece in _COMMON:
                    reached.add((end, True))
    return len(said) > 0 and not reached.isdisjoint({(len(said), False), (len(said), True)})
