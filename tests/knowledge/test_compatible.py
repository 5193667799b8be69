"""What rules tell may both be true, before the built-in models are asked whether it contradicts itself."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.weighing.compatible import may_both_be_true
from lorewright.knowledge.words import listed
from tests.knowledge.weighed import told

MAY_BE = {
    "a guess": ("Orle Castle was never taken.", "Orle Castle was possibly taken in 1410."),
    "a story": ("Ina Voss never married.", "In the novel Ina Voss marries a baker."),
    "not always": ("The lake freezes in winter.", "The lake does not always freeze in winter."),
    "not entirely": ("The glacier is melting.", "The glacier isn't melting evenly."),
    "some of several": ("Ina Voss won four medals in Orle.", "Two of her medals Ina Voss won on a Friday."),
    "more than": ("The ship carried 1,342 passengers.", "The ship carried more than 1,300 passengers."),
    "a range": ("Adults need eight hours of sleep.", "Adults need 7 to 9 hours of sleep."),
    "a decade": ("Work on the dam began in 1951.", "Work on the dam began in the 1950s."),
    "a century": ("The nebula was first seen in 1779.", "The nebula was first seen in the 18th century."),
    "another unit": ("The wine boils at 78 °C.", "The wine boils at 172 °F."),
    "the same number": ("27 states signed the accord.", "The accord was signed by twenty-seven states."),
    "two currencies": ("Talos paid 900 million euros for it.", "Talos paid $1.05 billion for it."),
    "two years": ("The desert had 60 mm of rain in 2003.", "In 2004 the desert had 140 mm of rain."),
    "once again": ("The theatre was renovated in 1962.", "The theatre was renovated in 1998."),
    "begun and finished": ("Work on the theatre began in 1904.", "Work on the theatre ended in 1907."),
    "begun and opened": ("Construction of the tunnel began in 1986.", "The tunnel was opened in 1993."),
    "the first and the last": ("The ferry made its first trip in 1969.", "The ferry made its last trip in 2003."),
    "two attributes": ("The castle is 96 metres high.", "The castle is 410 metres long."),
    "gross and net": ("Its gross profit is 900 million euros.", "Its net profit is 310 million euros."),
    "summer and winter": ("The bus runs each 20 minutes in summer.", "In winter the bus runs each 60 minutes."),
    "two temperatures": ("At 20 °C the cell stores 3.2 kWh.", "At -10 °C the cell stores 2.1 kWh."),
    "two subjects": ("Gannet Island has an area of 14 hectares.", "Petrel Island has an area of 52 hectares."),
    "denied of another": ("The Norvin Drug raises the heart rate.", "The Dalvin Drug does not raise the heart rate."),
    "two places": ("The ring was shown in Paris in 1937.", "The ring was shown in Oslo in 1939."),
    "those given nothing": ("Of them 36% had fewer fits.", "With placebo 24% of them had fewer fits."),
    "done again": ("The crane was serviced in March 2023.", "The crane was serviced again in March 2024."),
    "passed and in force": ("The act was passed in June 2011.", "The act came into force in January 2012."),
    "signed and in effect": ("The accord was signed on 3 May 2021.", "The accord took effect on 1 February 2022."),
    "in the whole country": ("In Orle 63 % of waste was burnt.", "Across the country 47 % of waste was burnt."),
    "its engineer and its architect": ("The engineer of the roof was Ida Voss.", "The architect was Karl Brun."),
    "sunk and found": ("The ferry sank in 1912.", "The wreck of the ferry was found in 1985."),
    "opened and closed": ("The station opened in 1871.", "The station closed in 1964."),
    "born and elected": ("Ina Voss was born in 1840.", "Ina Voss was elected mayor in 1889."),
    "of one family": ("Ina Voss was born in 1785.", "Karl Voss was born in 1786."),
    "of two years": ("Profits at Varn Mining rose in 2016.", "Varn Mining saw its profits fall in 2017."),
    "a month and a year": ("The rent is 900 pounds a month.", "The tenant pays 10,800 pounds in rent per year."),
    "a test and the last": (
        "The beta of Quill 3 was released on 5 May 2020.",
        "The final release of Quill 3 came out on 12 June 2020.",
    ),
    "founded and registered": ("The firm was founded in 1987.", "It was entered in the register in 1994."),
    "navigable and long": (
        "The river is navigable for 95 kilometres.",
        "The river has a total length of 268 kilometres.",
    ),
    "founded and begun to teach": ("The college was founded in 1908.", "Classes at the college began in 1911."),
    "launched and on its voyage": ("The ship was launched in 1911.", "The ship set out on her maiden voyage in 1912."),
    "asked for and given": (
        "The union is demanding 8 per cent more.",
        "Wages will rise by 5 per cent, the union announced.",
    ),
    "the first head and the present": ("Its first head was Ina Voss.", "The present head, Karl Brun, will speak."),
    "the first and a later one": ("Its first director was Ina Voss.", "In the 1960s the director was Karl Brun."),
    "men and women": ("The men's race was won by Karl Brun.", "The women's race was won by Ina Voss."),
    "students and teachers": ("Undergraduates may borrow 15 books.", "Academic staff may borrow 40 books."),
    "of days of months": (
        "Dogs are allowed on the beach from October to April.",
        "Dogs are not allowed on the beach from 1 May to 30 September.",
    ),
    "of all trenches and of one": ("All trenches together yielded 1,900 sherds.", "Trench B yielded 412 sherds."),
    "denied of another place": (
        "The plover does not breed on the mainland, where foxes rob its nests.",
        "The plover breeds on the shingle banks, and chicks were seen.",
    ),
    "moved to another day": (
        "Since September 2023 club night has been on Thursday.",
        "Since January 2018 club night has been on Tuesday.",
    ),
    "the chair and the treasurer": ("Ina Voss has been chair since 2020.", "Karl Brun has been treasurer since 2020."),
    "the head at two times": (
        "The chief conductor in 2005 is Karl Brun.",
        "Since September 2018 Ina Voss has been chief conductor.",
    ),
    "the world and a country": (
        "In 2022 it had 8,300 employees worldwide.",
        "In 2022 it employed 1,150 people in Portugal.",
    ),
    "written and first heard": ("The concerto was written in 1911.", "The concerto was first heard in February 1912."),
    "its soloist and whom it is for": ("The soloist was Ina Voss.", "It is dedicated to Karl Brun."),
    "is to open and opened": ("The house is to open in 2009.", "The house opened in October 2012."),
    "published and applied": ("The directive was published on 12 April 2022.", "It has applied since 1 January 2023."),
    "discovered and excavated": (
        "The mounds were discovered in 1871.",
        "The first excavation of the mounds was in 1934.",
    ),
    "rules that are replaced": (
        "From 1 March 2024 new rules apply, and the earlier policy is withdrawn.",
        "This policy applies from January 2020.",
    ),
    "denied of one zone": (
        "Dogs are not allowed in the core zone at any time, not even on a lead.",
        "Dogs are allowed in the outer zone if they are kept on a lead.",
    ),
    "as they stood": ("The rules as they stood in 2015 are shown.", "The rules were changed in 2022."),
    "each so far": ("There are loops every thirty kilometres.", "The line is about 1,200 kilometres long."),
    "of two things": ("The lamp holds 16 litres of oil.", "The lamp comes with 20 litres of water."),
    "some of them": ("Varn Mining employs 800 people.", "Of the staff of Varn Mining, 120 people work in Orle."),
    "a legend": ("The bell was cast in 1450.", "According to local legend the bell was cast in 1312."),
    "is said to": ("The bell was cast in 1450.", "The bell is said to have been cast in 1312."),
    "an opinion": ("Critics praised the lively ending.", "In their opinion the ending is not lively."),
    "planned": ("The tunnel was planned to cost 90 million euros.", "The tunnel cost 140 million euros."),
    "forecast": ("A forecast spoke of 40,000 visitors.", "The show had 62,000 visitors."),
    "denied twice": ("The shop is open on all days.", "The shop is never without its keeper on any day."),
    "some of them and all": ("The hall has 42 windows.", "In the hall nine of them are of coloured glass."),
    "no more than": ("The boat holds two people.", "The boat holds no more than two people."),
    "at first": ("The mill has 40 looms.", "At first the mill had 12 looms."),
    "at its peak": ("The mine employs 300 men.", "At its peak the mine employed 2,100 men."),
    "during the repairs": ("The bridge is open to lorries.", "During repairs the bridge is not open to lorries."),
    "denied of another year": ("In 2019 Orle had no cinema.", "In 2021 Orle had a cinema."),
    "before and after": ("Before the fire it had 900 seats.", "After the fire it had 600 seats."),
    "open on two days": ("From Monday to Friday the pool opens at 6:30.", "The pool opens at 9:00 on Sundays."),
    "open in other months": (
        "From May to September the garden closes at 20:00.",
        "From October to April the garden closes at 17:00.",
    ),
    "mean and median": ("The mean rent is 1,140 euros.", "The median rent is 960 euros."),
    "a part and all": ("The park covers 310 square km in all.", "The core zone covers 85 square km."),
    "inside and outside": ("Smoking is not allowed inside.", "Smoking is allowed outside."),
    "while and when not": ("Outside the rush hour cycles are allowed.", "No cycles are allowed during rush hour."),
    "as of a year": ("As of 1998 its seat is in Orle.", "Its seat was moved to Varn in January 2007."),
    "by the plan": ("According to the plan, it is to open in May 2019.", "It opened in June 2020."),
    "by the staging server": (
        "On staging the timeout is 120 seconds.",
        "In production the timeout is 10 seconds.",
    ),
    "a quarter and a year": (
        "Revenue in the first quarter came to 31 million euros.",
        "Revenue of the whole year came to 137 million euros.",
    ),
    "two editions": ("The first edition has 310 pages.", "The third edition has 402 pages."),
    "two phases": ("Phase 1 takes 14 weeks.", "Phase 2 takes 30 weeks."),
    "lunch and dinner": ("Lunch costs 14 euros.", "Dinner costs 32 euros."),
    "open on one, shut on another": ("The shop is open on weekdays.", "The shop is not open on weekends."),
    "filmed and shown": ("The series was filmed in 2014.", "The series was released in 2016."),
    "the first and the present": (
        "Its first conductor was Ina Voss, from 1956 to 1979.",
        "Its conductor since 2018 has been Karl Orle.",
    ),
    "as of one and since another": (
        "As of 2014 the house is closed on Mondays.",
        "Since 2021 the house is open on Mondays.",
    ),
    "who since when": (
        "Its conductor since 2018 has been Karl Orle.",
        "Its conductor since 2009 has been Ina Voss.",
    ),
    "so many since when": (
        "Since 2018 a ticket has cost 12 euros.",
        "Since 2009 a ticket has cost 9 euros.",
    ),
    "one measure in two units": ("The tunnel is 12 km long, and of brick.", "Trains take the 7.5 miles slowly."),
    "no less than the least": ("Backups are kept for 45 days.", "Backups must be kept for at least 30 days."),
    "from one to another, later": (
        "From 1922 to 1938 the director was Helene Strand.",
        "From 1957 to 1971 the director was Mario Penn.",
    ),
    "employees and guests": ("Employees may work from abroad.", "Guests may not work from abroad."),
    "under the plan": ("Under the plan line 9 will reach the mill.", "Visitors do not reach the mill by tram."),
    "a section": ("The section holds 18,000 volumes.", "Its collection holds 240,000 volumes."),
    "months of the year": (
        "From May to September dogs are not allowed.",
        "Between October and April dogs are allowed without a lead.",
    ),
    "at least so many, and more": ("At least four nurses must be on duty.", "Six nurses were on duty."),
    "the premiere and a recording": ("The premiere was led by Ina Voss.", "The recording is led by Karl Orle."),
    "laid down and launched": ("Her keel was laid in 1911.", "She was launched in 1913."),
    "the music and the words": ("The music is by Ina Voss.", "The libretto is by Karl Orle."),
    "unopened and opened": (
        "Unopened bottles need not be kept in the fridge.",
        "After opening, the bottle must be kept in the fridge.",
    ),
    "revenue and profit": (
        "In 2022 Talos had a revenue of 12.4 million euros.",
        "In 2022 Talos made a profit of 1.8 million euros.",
    ),
    "how high and how prominent": ("Its elevation is 3,642 m.", "Its prominence is 1,187 m."),
    "what it could and what it does": ("Its capacity is 48 megawatts.", "On average it gives 17 megawatts."),
    "two time zones": ("It lifted off at 16:30 local time.", "It lifted off at 14:30 UTC."),
    "the first stone and the last": ("The first stone was laid in 1902.", "The hall was completed in 1907."),
    "one measure, and another thing denied": (
        "The cable car is about 10,500 feet long, and the view is not for everyone.",
        "The cable car is 3,200 metres long.",
    ),
    "with its lakes and without": ("Its total area is 9.98 million ha.", "It has a land area of 9.09 million ha."),
    "of the country and of a province": (
        "In 2019 the share was 91 percent in the country as a whole.",
        "In 2019 the share in the Orle province was 83 percent.",
    ),
    "proper and metropolitan": ("Orle proper covers 143 ha.", "The metropolitan area covers 1,260 ha."),
    "a zone in words": ("It landed at 20:17 UTC.", "It landed at 4:17 p.m. Eastern Daylight Time."),
    "rounded": ("Almost 49,000 visitors came to the show.", "The show had 48,732 visitors at its three gates."),
    "two months": ("Rainfall in November came to 164 mm.", "Rainfall in April came to 38 mm."),
    "cruising and at most": ("It has a cruising speed of 160 km/h.", "Its maximum speed is 210 km/h."),
    "single and season": ("A single ticket costs 5 euros.", "A season ticket costs 95 euros."),
    "heads and equivalents": (
        "Orle has 420 employees by headcount.",
        "Orle has a staff of 315 full-time equivalents.",
    ),
    "killed and injured": ("Twelve people were killed.", "Forty people were injured."),
    "members and non-members": ("A locker costs members 20 euros.", "A locker costs non-members 45 euros."),
    "composed and performed": ("She completed it in 1893.", "It was first performed in 1897."),
    "not before nine": (
        "From 6:00 to 9:00 bicycles are not carried.",
        "From 9:00 to 22:00 bicycles are carried.",
    ),
    "to my taste": ("The stew was rich and delicious.", "To my taste the stew was not delicious."),
    "on average and at most": ("The average in July is 23 °C.", "The highest ever measured in July was 39 °C."),
    "the low one and the high one": (
        "Children are allowed on the low course.",
        "Children are not allowed on the high course.",
    ),
    "who wrote and who illustrated it": ("It was written by Ina Voss.", "It was illustrated by Karl Orle."),
    "two deeds": ("The tower was designed by Ina Voss.", "The tower was built by sixty masons."),
}


@pytest.mark.parametrize(("one", "other"), MAY_BE.values(), ids=MAY_BE)
def test_both_may_be_true(one: str, other: str) -> None:
    assert may_both_be_true(told(one), told(other))
    assert may_both_be_true(told(other), told(one))


CANNOT_BE = {
    "of a while that nothing tells": (
        "The boiler was fitted in 2016, without fault.",
        "The boiler was fitted in 2018.",
    ),
    "died once": ("Karl Voss died in Varn in 1827.", "Voss died in Orle in 1830."),
    "held once": ("The first Orle Games were held in 1896.", "The first Orle Games took place in 1904."),
    "of all of it": ("In 2022, 46% of household waste was burnt.", "In 2022, 39% of all household waste was burnt."),
    "two shares": ("Of the patients 44 per cent got well.", "In all 62 per cent of the patients got well."),
    "two that are the most": ("You can have a maximum of three lamps.", "You can have up to five lamps."),
    "never more": ("The bird lays four to six eggs.", "The bird never lays more than two eggs."),
    "what no longer pays": (
        "Imports cost it its trade, and the mill closed in 1974.",
        "The mill shut in 1979, when it could not bear imported cloth any longer.",
    ),
    "of both of two groups": (
        "In all 420 people were given a lamp or a dim placebo lamp.",
        "In all 362 people were given a lamp.",
    ),
    "what else cannot be done without": (
        "The house has a lift.",
        "The house does not have a lift, so nobody gets in without help.",
    ),
    "both planned": ("The tunnel is planned to open in 2031.", "The tunnel is expected to open in 2034."),
    "both at the peak": ("At its peak it employed 2,100 men.", "At its peak it employed 3,400 men."),
    "within the first months": (
        "The drug crosses the placenta, so it is avoided in the first months.",
        "The drug does not cross the placenta.",
    ),
    "not before": ("The bridge was opened in 1962.", "The bridge was not opened until 1968."),
    "of one phase": ("Phase 2 takes 14 weeks.", "Phase 2 takes 30 weeks."),
    "each its own": ("All of them carried 12 men.", "All of them carried 20 men."),
    "of one year": ("Profits at Varn Mining rose by 4% in 2016.", "Profits at Varn Mining rose by 9% in 2016."),
    "how many": ("Six Orle Engines were built.", "Eight Orle Engines were built, each with two cylinders."),
    "so many, one of them high": (
        "The tower is 38 metres tall, and has a staircase of 142 steps.",
        "There are 117 steps, and a view across the sound.",
    ),
    "one measure denied": ("The cable car is 3,200 m long.", "The cable car is not 10,500 feet long."),
    "one measure, and denied what the other tells": (
        "The line is 3,200 metres long and has a tunnel.",
        "The line of 10,500 feet has no tunnel.",
    ),
    "in one time zone": ("It lifted off at 16:30 UTC.", "It lifted off at 14:30 UTC."),
    "since when": (
        "Ina Voss has led the choir since the 2009 season.",
        "She leads the choir now, which she has done since the 2006 season.",
    ),
    "a number": ("A return ticket costs 28 euros.", "For a return ticket you pay 35 euros."),
    "a limit that is far off": ("The fine is up to 50,000 euros.", "The fine is 5,000 euros."),
    "a year": ("The bridge was opened in 1904.", "The bridge was opened to traffic in 1911."),
    "a year of who did it": ("It was founded in 1994 by Ina Voss.", "Ina Voss founded it in 1998."),
    "a denial": ("Dogs are allowed on the tram.", "Dogs are not allowed on the tram."),
    "a denial that applies": ("The Act covers rooms.", "The Act does not apply to rooms."),
    "a name": ("It was designed by Ina Voss.", "It was designed by Erik Dahl."),
    "a colour": ("In 1951 the hall was painted green.", "In 1951 the hall was painted red."),
    "a season": ("The pool is open in summer alone.", "The pool is open in winter alone."),
    "the season of a record": ("Its record of 9 m fell in 1981-82.", "Its record of 9 m fell in 1998-99."),
    "the same year": ("In 2003 it had 60 mm of rain.", "In 2003 it had 140 mm of rain."),
    "one arm of several": (
        "Fits fell by 36% with 200 mg, 55% with 400 mg and 24% with placebo (p < 0.001 for 400 mg against placebo).",
        "On 400 mg fits fell by 75%.",
    ),
    "no significant difference": (
        "Wear did not differ significantly between the two speeds.",
        "The liners wore out much faster at the lower speed.",
    ),
    "a word that ends as an adverb": (
        "Swimmers won 17 medals, not one in butterfly.",
        "Butterfly brought most medals.",
    ),
    "part of an abstract": ("METHODS: We followed 4,106 adults.", "The Tessmark paper followed 6,401 adults."),
    "a subject that the other names too": (
        "Dryvalin received the approval of the Orle Board in August 2007.",
        "The Orle Board approved Dryvalin in March 2004.",
    ),
    "a place that the other names too": (
        "The Orlia Tour crossed the border, with two concerts in Varn, Lisk Land.",
        "The Orlia Tour did not cross the border and had no concerts in Lisk Land.",
    ),
    "a guess at something else": (
        "The falls have a height of 168 metres, making them possibly the highest of the land.",
        "The falls are 120 metres high.",
    ),
    "a denial of the same way": (
        "The finds were not formally reported to the council.",
        "The finds were formally reported to the council.",
    ),
    "not only, but also": (
        "Ships cannot only enter the harbour, they also turn there with ease.",
        "It is impossible for ships to turn in the harbour.",
    ),
    "all of its islands": ("There are 14 islands in the lake.", "Of the lake's 22 islands, Hollin is the largest."),
    "each with a tap": ("The site has 64 plots, each with a tap.", "There are 58 plots at the site altogether."),
    "since, not a name": (
        "Since Parcelo takes at most 100 requests a minute, the job sleeps.",
        "Each Parcelo key may send 600 requests a minute.",
    ),
    "chapters of a novel": ("There are 24 chapters in the novel.", "The book is divided into 31 chapters."),
    "the present and since": ("Its present head is Ina Voss.", "Since 2019 the head has been Karl Brun."),
    "denied, and where not to leave it": (
        "The probe is not waterproof, so never leave it in standing water.",
        "The probe is waterproof and may be left in flooded ground.",
    ),
    "of all, half of them with placebo": (
        "They recruited 162 people, half of whom received a placebo.",
        "A total of 126 people were recruited.",
    ),
    "both replaced": ("The old bridge was replaced in 1962.", "The old bridge was replaced in 1971."),
    "denied on a day": ("Gum did not improve recall on the next day.", "Gum improved recall on the following day."),
    "denied where all is told": ("Dogs are not allowed in the house.", "Dogs are allowed in all rooms."),
    "a length, covered": ("The river covers 211 km.", "The river is 184 kilometres long."),
    "its author": ("The author of the book was Ida Voss.", "The writer of the book was Karl Brun."),
    "one of two names": ("Gannet Island has 14 houses.", "The island has 52 houses."),
}


@pytest.mark.parametrize(("one", "other"), CANNOT_BE.values(), ids=CANNOT_BE)
def test_what_cannot_is_left_to_the_models(one: str, other: str) -> None:
    assert not may_both_be_true(told(one), told(other))
    assert not may_both_be_true(told(other), told(one))


_SENTENCES = st.sampled_from([one for pair in (*MAY_BE.values(), *CANNOT_BE.values()) for one in pair])
_WORDS = st.lists(
    st.sampled_from(listed("Orle the not in of 12 1904 about metres by at Paris more than always won €5 only")),
    max_size=9,
).map(" ".join)


@given(_SENTENCES | _WORDS, _SENTENCES | _WORDS)
def test_it_is_the_same_whichever_comes_first(one: str, other: str) -> None:
    assert may_both_be_true(told(one), told(other)) == may_both_be_true(told(other), told(one))
