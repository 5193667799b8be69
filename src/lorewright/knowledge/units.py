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
    **_scaled("t", _1="tonne tonnes ton tons metric-ton metric-tons"),
    **_scaled("lb", _1="lb lbs", _0_0625="oz ounce ounces"),
    **_scaled("m", _1="metre metres meter meters", _1000="km kilometre kilometres kilometer kilometers"),
    **_scaled("m", _0_01="cm centimetre centimetres centimeter centimeters", _0_001="mm millimetre millimetres millimeter millimeters"),
    **_scaled("um", _1="µm μm um micron microns micrometer micrometers micrometre micrometres", _0_001="nm nanometer nanometers nanometre nanometres"),
    **_scaled("mi", _1="mi mile miles"),
    **_scaled("nmi", _1="nmi nautical-mile nautical-miles"),
    **_scaled("ly", _1="ly light-year light-years"),
    **_scaled("ft", _1="ft foot feet", _3="yd yard yards"),
    **_scaled("in", _1="inch inches"),
    **_scaled("l", _1="l litre litres liter liters", _0_001="ml mL millilitre millilitres milliliter milliliters"),
    **_scaled("l", _3_785412="us-gallon us-gallons", _4_54609="imperial-gallon imperial-gallons uk-gallon uk-gallons"),
    **_scaled("gal", _1="gal gallon gallons", _0_25="quart quarts", _0_125="pint pints"),
    **_scaled("ha", _1="ha hectare hectares", _100="km2 km²"),
    **_scaled("s", _1="s sec second seconds", _60="min minute minutes", _3600="h hr hrs hour hours"),
    **_scaled("s", _0_001="ms msec millisecond milliseconds", _86400="day days", _604800="week weeks", _1209600="fortnight fortnights"),
    **_scaled("month", _1="month months", _12="yr yrs year years", _120="decade decades", _1200="century centuries"),
    **_scaled("W", _1="W watt watts", _1000="kW kilowatt kilowatts", _1000000="MW megawatt megawatts", _1000000000="GW gigawatt gigawatts"),
    **_scaled("hp", _1="hp horsepower"),
    **_scaled("km/h", _1="km/h kmh kph kilometres-per-hour kilometers-per-hour", _3_6="m/s metres-per-second meters-per-second"),
    **_scaled("mph", _1="mph miles-per-hour"),
    **_scaled("knot", _1="knot knots kn"),
    **_scaled("Wh", _1000="kWh", _1000000="MWh", _1000000000="GWh"),
    **_scaled("J", _1="J joule joules", _1000="kJ kilojoule kilojoules", _1000000="MJ megajoule megajoules", _4184="kcal kilocalorie kilocalories"),
    **_scaled("V", _1="V volt volts", _1000="kV kilovolt kilovolts", _0_001="mV millivolt millivolts"),
    **_scaled("amp", _1="amp amps ampere amperes", _0_001="mA milliamp milliamps"),
    **_scaled("Pa", _1="Pa pascal pascals", _100="hPa mbar millibar millibars", _1000="kPa", _100000="bar", _1000000="MPa"),
    **_scaled("psi", _1="psi"),
    **_scaled("mmHg", _1="mmHg"),
    **_scaled("dB", _1="dB decibel decibels"),
    **_scaled("rpm", _1="rpm"),
    **_scaled("IU", _1="IU"),
    **_scaled("B", _1="byte bytes", _1000="kB KB kilobyte kilobytes", _1000000="MB megabyte megabytes", _1000000000="GB gigabyte gigabytes", _1000000000000="TB terabyte terabytes"),
    **_scaled("Hz", _1="Hz hertz", _1000="kHz", _1000000="MHz", _1000000000="GHz"),
    **_scaled("°", _1="°"),
    **_scaled("°C", _1="°C degree-celsius degrees-celsius degrees-centigrade degrees-c"),
    **_scaled("°F", _1="°F degree-fahrenheit degrees-fahrenheit degrees-f"),
    **_scaled("K", _1="kelvin"),
    **_scaled("M", _1="M mol moles mole", _0_001="mM mmol", _0_000001="µM μM uM µmol μmol"),
    **_scaled("fold", _1="fold -fold times x ×"),
}  # fmt: skip

UNIT_PHRASES = (
    r"per\scent|percentage\spoints?|basis\spoints?|nautical\smiles?|light[\s-]years?|metric\stons?|degrees?\s(?:[Cc]elsius|[Cc]entigrade|[Ff]ahrenheit|C|F)"
    r"|(?:US|UK|[Ii]mperial)\sgallons?|km/h|m/s|kilomet(?:re|er)s\sper\shour|met(?:re|er)s\sper\ssecond|miles\sper\shour"
)
"""Units of more than one word, as a pattern."""

TIMES = ("s", "month")
"""The bases of units of time."""
