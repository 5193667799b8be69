"""Names, addresses and passwords as people choose them."""

import re
import unicodedata

_EMAIL = re.compile(
    r"[^\s@<>()\[\],;:\\\"]{1,64}@(?=.{4,255}\Z)(?:[^\s@.<>()\[\],;:\\\"]{1,63}\.)+[^\s@.<>()\[\],;:\\\"]{2,63}"
)

_COMMON_WORDS = """
    abc123 access account admin administrator amanda andrea andrew angel apple ashley asdfgh asdfghjk asdfghjkl azerty
    babygirl bailey baseball basketball batman blink182 buster butterfly buttercup changeme charlie cheese chelsea chocolate
    computer cookie corvette daniel default diamond dragon dropdead elephant eminem facebook ferrari flower football forever
    freedom friends fuckyou ginger google guest hannah harley hello helloworld hockey hunter iloveyou internet jasmine jennifer
    jessica jordan joshua justin killer letmein liverpool login london loveme lovely lovers maggie master matrix matthew
    melissa mercedes michael michelle microsoft monkey mustang mynoob naruto nicole ninja orange passphrase passwd password
    passwordpassword patrick pepper phoenix pokemon princess purple qazwsx qazwsxedc qwert qwerty qwertyui qwertyuio qwertyuiop
    rainbow ranger robert rockyou samantha samsung scooter secret shadow slipknot snoopy soccer spiderman starwars steelers
    summer sunshine superman superstar taylor tennis tequiero test tester testing thomas thunder tigger trustno unknown user
    victoria welcome whatever william winter xxxxxx yankees zaqwsx zxcvbn zxcvbnm
"""
_COMMON = frozenset(_COMMON_WORDS.split())
"""Of what leaked lists of passwords begin with; each counts with digits and signs around it too."""
_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "qwertyuiopasdfghjklzxcvbnm",
    "01234567890",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "1q2w3e4r5t6y7u8i9o0p",
)
_LEET = str.maketrans("013457@$!", "oieastasi")
_FEW = 3
"""A password of so few different characters is one that is tried."""


def comparable(name: str) -> str:
    """The same for two spellings that a person takes for one name."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).strip().casefold())


def is_email(address: str) -> bool:
    return _EMAIL.fullmatch(address) is not None


def is_common(password: str) -> bool:
    """Whether it is among the first that anybody tries."""
    said = password.casefold()
    if len(set(said)) <= _FEW or any(said in row * 2 or said in row[::-1] * 2 for row in _ROWS):
        return True
    stems = {re.sub(r"^[\W\d_]+|[\W\d_]+$", "", one) for one in (said, said.translate(_LEET))}
    stems.add(re.sub(r"^[\W\d_]+|[\W\d_]+$", "", said).translate(_LEET))
    return not _COMMON.isdisjoint(stems | {said})
