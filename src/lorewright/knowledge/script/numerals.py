"""English words for numbers."""

_ONES = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
]
_TENS = ["-", "-", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_SCALES = ((10**12, "trillion"), (10**9, "billion"), (10**6, "million"), (1000, "thousand"), (100, "hundred"))
_LARGEST = 10**15
_IRREGULAR = {
    "one": "first",
    "two": "second",
    "three": "third",
    "five": "fifth",
    "eight": "eighth",
    "nine": "ninth",
    "twelve": "twelfth",
}


def cardinal(number: int) -> str:
    """1234: "one thousand two hundred and thirty-four". From 10**15 on digit by digit. `number`: 0 or more."""
    if number >= _LARGEST:
        return digits(str(number))
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    size, name = next(scale for scale in _SCALES if number >= scale[0])
    count, rest = divmod(number, size)
    words = f"{cardinal(count)} {name}"
    if not rest:
        return words
    return f"{words} and {cardinal(rest)}" if rest < 100 else f"{words} {cardinal(rest)}"


def ordinal(number: int) -> str:
    """21: "twenty-first"."""
    words = cardinal(number)
    cut = max(words.rfind(" "), words.rfind("-")) + 1
    head, last = words[:cut], words[cut:]
    if last in _IRREGULAR:
        return head + _IRREGULAR[last]
    return f"{head}{last[:-1]}ieth" if last.endswith("y") else f"{head}{last}th"


def year(number: int) -> str:
    """1999: "nineteen ninety-nine". Of four digits."""
    century, rest = divmod(number, 100)
    if 2000 <= number < 2010 or number % 1000 == 0:
        return f"two thousand{f' and {cardinal(rest)}' if rest else ''}" if century == 20 else cardinal(number)
    if rest == 0:
        return f"{cardinal(century)} hundred"
    return f"{cardinal(century)} oh {cardinal(rest)}" if rest < 10 else f"{cardinal(century)} {cardinal(rest)}"


def decade(number: int) -> str:
    """1990: "nineteen nineties"."""
    words = year(number)
    return f"{words[:-1]}ies" if words.endswith("y") else f"{words}s"


def digits(written: str) -> str:
    """One by one; what is no digit is left out."""
    return " ".join(_ONES[int(one)] for one in written if one in "0123456789")


def decimal(written: str) -> str:
    """ "1,234.50": "one thousand two hundred and thirty-four point five zero"; "3.11.2" with a point between its parts."""
    whole, *parts = written.replace(",", "").split(".")
    said = cardinal(int(whole or "0"))
    if len(parts) > 1:
        return " point ".join([said, *(cardinal(int(part)) for part in parts if part)])
    return f"{said} point {digits(parts[0])}" if parts and parts[0] else said
