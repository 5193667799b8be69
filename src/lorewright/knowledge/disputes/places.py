"""Names of places that hold others: who was born in Ghent was born in Belgium."""

from lorewright.knowledge.words import listed

KINDS = frozenset(
    listed(
        "sea lake river ocean bay gulf fjord battl citi counti town villag island isl mount mt mountain peak the of new north south east west saint st"
    )
)
"""Stems of what many names of places hold."""
STATES = frozenset(
    listed(
        """alabama alaska arizona arkansas california carolina colorado dakota connecticut delaware florida hawaii idaho illinois indiana iowa kansas kentucky
louisiana maine maryland massachusetts michigan minnesota mississippi missouri montana nebraska nevada hampshire jersey ohio oklahoma
oregon pennsylvania tennessee texas utah vermont virginia wisconsin wyoming"""
    )
)
"""Of the United States, without "new"."""
COUNTRIES = frozenset(
    listed(
        """afghanistan albania algeria andorra angola argentina armenia austria azerbaijan bahamas bahrain bangladesh barbados belarus belgium
belize benin bhutan bolivia bosnia botswana brazil britain brunei bulgaria burkina burundi cambodia cameroon canada chad chile china
colombia congo croatia cuba cyprus czechia czechoslovakia denmark dominica ecuador egypt england eritrea estonia eswatini ethiopia fiji finland
france gabon gambia georgia germany ghana greece grenada guatemala guinea guyana haiti herzegovina holland honduras hungary iceland
india indonesia iran iraq ireland israel italy jamaica japan jordan kazakhstan kenya kiribati korea kosovo kuwait kyrgyzstan laos
latvia lebanon lesotho liberia libya liechtenstein lithuania luxembourg macedonia madagascar malawi malaysia maldives mali malta
mauritania mauritius mexico micronesia moldova monaco mongolia montenegro morocco mozambique myanmar namibia nepal netherlands
nicaragua niger nigeria norway oman pakistan palestine panama paraguay peru philippines poland portugal prussia qatar romania russia
rwanda samoa scotland senegal serbia singapore slovakia slovenia somalia spain sudan suriname sweden switzerland syria taiwan
tajikistan tanzania thailand togo tonga tunisia turkey turkmenistan uganda ukraine uruguay usa uzbekistan vanuatu venezuela vietnam
wales yemen yugoslavia zambia zimbabwe"""
    )
)
_HOLDING = frozenset(
    listed(
        """britain ireland holland prussia yugoslavia czechoslovakia georgia palestine israel kosovo serbia taiwan jordan congo guinea korea
        samoa micronesia macedonia"""
    )
)
"""Countries of which another holds a part, or had it; and names that others have as well."""
ALONE = COUNTRIES - _HOLDING
"""What lies in one of them lies in no other."""
_PAIRS = listed(
    """afghan afghanistan albanian albania algerian algeria american usa angolan angola argentine argentina argentinian argentina armenian armenia
    australian australia austrian austria bangladeshi bangladesh belarusian belarus belgian belgium bolivian bolivia bosnian bosnia brazilian
    brazil bulgarian bulgaria cambodian cambodia cameroonian cameroon canadian canada chilean chile chinese china colombian colombia croatian
    croatia cuban cuba czech czechia danish denmark dutch netherlands ecuadorian ecuador egyptian egypt english england estonian estonia
    ethiopian ethiopia fijian fiji finnish finland french france german germany ghanaian ghana greek greece guatemalan guatemala haitian haiti
    honduran honduras hungarian hungary icelandic iceland indian india indonesian indonesia iranian iran iraqi iraq italian italy jamaican
    jamaica japanese japan kazakh kazakhstan kenyan kenya kuwaiti kuwait laotian laos latvian latvia lebanese lebanon liberian liberia libyan
    libya lithuanian lithuania malaysian malaysia maltese malta mexican mexico moldovan moldova mongolian mongolia moroccan morocco mozambican
    mozambique namibian namibia nepalese nepal nicaraguan nicaragua nigerian nigeria norwegian norway pakistani pakistan panamanian panama
    paraguayan paraguay peruvian peru filipino philippines philippine philippines polish poland portuguese portugal romanian romania russian
    russia rwandan rwanda scottish scotland senegalese senegal slovak slovakia slovenian slovenia slovene slovenia somali somalia spanish spain
    sudanese sudan swedish sweden swiss switzerland syrian syria tanzanian tanzania thai thailand tunisian tunisia turkish turkey ugandan
    uganda ukrainian ukraine uruguayan uruguay uzbek uzbekistan venezuelan venezuela vietnamese vietnam welsh wales zambian zambia
    zimbabwean zimbabwe"""
)
COUNTRY_OF = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
"""What comes from a country -> the country."""
WIDE = (
    STATES
    | COUNTRIES
    | frozenset(
        listed(
            """africa america asia europe australia oceania antarctica scandinavia balkans caucasus siberia
kingdom states united republic union soviet empire uk us
ontario quebec alberta manitoba saskatchewan queensland
victoria tasmania zealand bavaria saxony hesse thuringia brandenburg westphalia rhineland swabia franconia silesia bohemia moravia
tyrol styria carinthia tuscany lombardy piedmont sicily sardinia calabria veneto liguria umbria normandy brittany provence burgundy
alsace lorraine aquitaine corsica catalonia andalusia castile galicia aragon flanders wallonia brabant holland jutland zealand scania
lapland cornwall devon kent essex sussex surrey yorkshire lancashire cheshire norfolk suffolk wiltshire somerset dorset derbyshire
staffordshire worcestershire gloucestershire northumberland cumbria shropshire lincolnshire nottinghamshire leicestershire
warwickshire oxfordshire berkshire buckinghamshire hertfordshire bedfordshire cambridgeshire fife ulster leinster munster connacht
hokkaido honshu kyushu shikoku bengal punjab kerala gujarat anatolia crimea"""
        )
    )
)
"""Words of the names of continents, countries, states and regions."""
