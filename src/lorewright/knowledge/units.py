"""English names of numbers, magnitudes, currencies and units, and what each of them counts."""

from decimal import Decimal

from lorewright.knowledge.words import listed

ONES = listed("""zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
    eighteen nineteen""")
TENS = listed("twenty thirty forty fifty sixty seventy eighty ninety")
SPELLED = {word: value for value, word in enumerate(ONES)} | {word: 20 + 10 * i for i, word in enumerate(TENS)}
ORDINALS = {
    word: value
    for value, word in enumerate(
        listed("first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth"), start=1
    )
}
MAGNITUDES = {
    **dict.fromkeys(("hundred", "hundreds"), Decimal(100)),
    **dict.fromkeys(("thousand", "thousands", "k"), Decimal(1000)),
    **dict.fromkeys(("million", "millions", "mn", "mln", "mio", "m"), Decimal(10) ** 6),
    **dict.fromkeys(("billion", "billions", "bn", "b"), Decimal(10) ** 9),
    **dict.fromkeys(("trillion", "trillions", "tn"), Decimal(10) ** 12),
}
MONEY = "$¢£¤¥֏؋฿៛₠-₿﷼"
"""Signs of currencies, for a class of a pattern."""
CURRENCIES = {
    **dict.fromkeys(("$", "us$", "usd", "dollar", "dollars"), "USD"),
    **dict.fromkeys(("€", "eur", "euro", "euros"), "EUR"),
    **dict.fromkeys(("£", "gbp", "pound", "pounds", "sterling"), "GBP"),
    **dict.fromkeys(("¥", "jpy", "yen"), "JPY"),
    **dict.fromkeys(("rmb", "cny", "yuan"), "CNY"),
    **dict.fromkeys(("₹", "inr", "rupee", "rupees"), "INR"),
    **dict.fromkeys(("¢", "cent", "cents"), "cent"),
    **{sign: sign for sign in "₩₽₺₫₴₦₪₱฿₡₲₵₸₾₿"},
}


def _scaled(base: str, **aliases: str) -> dict[str, tuple[str, Decimal]]:
    """`_0_001="mg milligram"`: each alias as a factor of the base."""
    factors = ((Decimal(factor.strip("_").replace("_", ".")), names) for factor, names in aliases.items())
    return {name: (base, factor) for factor, names in factors for name in names.split()}


UNITS: dict[str, tuple[str, Decimal]] = {
    **_scaled("%", _1="% percent pct per-cent", _0_1="‰"),
    **_scaled("point", _1="percentage-point percentage-points pp", _0_01="basis-point basis-points bps"),
    **_scaled("g", _1="g gram grams", _1000="kg kilogram kilograms kilo kilos", _0_001="mg milligram milligrams"),
    **_scaled("ug", _1="µg μg ug mcg microgram micrograms", _0_001="ng nanogram nanograms"),
    **_scaled("t", _1="tonne tonnes ton tons"),
    **_scaled("m", _1="metre metres meter meters", _1000="km kilometre kilometres kilometer kilometers"),
    **_scaled("m", _0_01="cm centimetre centimetres centimeter centimeters", _0_001="mm millimetre millimetres millimeter millimeters"),
    **_scaled("um", _1="µm μm um micron microns micrometer micrometers micrometre micrometres", _0_001="nm nanometer nanometers nanometre nanometres"),
    **_scaled("mi", _1="mi mile miles"),
    **_scaled("ft", _1="ft foot feet"),
    **_scaled("in", _1="inch inches"),
    **_scaled("l", _1="l litre litres liter liters", _0_001="ml mL millilitre millilitres milliliter milliliters"),
    **_scaled("ha", _1="ha hectare hectares", _100="km2 km²"),
    **_scaled("s", _1="s sec second seconds", _60="min minute minutes", _3600="h hr hrs hour hours"),
    **_scaled("s", _0_001="ms msec millisecond milliseconds", _86400="day days", _604800="week weeks"),
    **_scaled("month", _1="month months", _12="yr yrs year years", _120="decade decades", _1200="century centuries"),
    **_scaled("W", _1="W watt watts", _1000="kW kilowatt kilowatts", _1000000="MW megawatt megawatts", _1000000000="GW gigawatt gigawatts"),
    **_scaled("Wh", _1000="kWh", _1000000="MWh", _1000000000="GWh"),
    **_scaled("B", _1="byte bytes", _1000="kB KB kilobyte kilobytes", _1000000="MB megabyte megabytes", _1000000000="GB gigabyte gigabytes"),
    **_scaled("Hz", _1="Hz hertz", _1000="kHz", _1000000="MHz", _1000000000="GHz"),
    **_scaled("°", _1="°"),
    **_scaled("°C", _1="°C"),
    **_scaled("°F", _1="°F"),
    **_scaled("K", _1="kelvin"),
    **_scaled("M", _1="M mol moles mole", _0_001="mM mmol", _0_000001="µM μM uM µmol μmol"),
    **_scaled("fold", _1="fold -fold times x ×"),
}  # fmt: skip

TIMES = ("s", "month")
"""The bases of units of time."""
