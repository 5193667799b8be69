"""What a claim in other words may change of its quote, and what it may not: one pair for each way to mislead."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lorewright.knowledge.evidence import check


def passes(claim: str, quote: str) -> bool:
    found = check(claim, [quote], [quote], "en")
    assert found.passed != bool(found.reasons)
    return found.passed


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        (
            "The company filed for bankruptcy.",
            "The company, whose rival Zenith filed for bankruptcy, reported record profits.",
        ),
        ("The company filed for bankruptcy.", "The company said that its main rival filed for bankruptcy."),
        ("Acme acquired Borealis.", "Borealis acquired Acme."),
        ("Acme acquired Borealis.", "Acme was acquired by Borealis."),
        ("Acme acquired Borealis in 2019.", "Acme, which Borealis acquired in 2019, makes pumps."),
        ("Acme acquired Borealis in 2019.", "Acme agreed to be acquired by Borealis in 2019."),
        ("The drug was effective in adults.", "The drug was ineffective in adults."),
        ("The drug was useful in adults.", "The drug was useless in adults."),
        ("The drug was unhelpful in adults.", "The drug was helpful in adults."),
        ("The treatment works without side effects.", "The treatment works with side effects."),
        ("The firm ceased to pay its suppliers.", "The firm continued to pay its suppliers."),
        ("The firm ceased paying its suppliers.", "The firm resumed paying its suppliers."),
        ("The firm fails to pay its suppliers.", "The firm pays its suppliers."),
        ("At least 50 people were hurt in the crash.", "At most 50 people were hurt in the crash."),
        ("No fewer than 50 people were hurt in the crash.", "No more than 50 people were hurt in the crash."),
        ("Nearly 50 people were hurt in the crash.", "Over 50 people were hurt in the crash."),
        ("50 people were hurt in the crash.", "Nearly 50 people were hurt in the crash."),
        ("Between 5 and 10 people were hurt in the crash.", "Between 5 and 12 people were hurt in the crash."),
        ("5-12 people were hurt in the crash.", "5-10 people were hurt in the crash."),
        ("The club won in the 1981-84 seasons.", "The club won in the 1981-82 seasons."),
        ("It was the third product of the firm.", "It was one of three products of the firm."),
        ("Unemployment rose 2 percent in May 2019.", "Unemployment rose 2 percentage points in May 2019."),
        ("The debt reached 3 billion euros.", "The debt reached 3 million euros."),
        ("The fair opened in March 2018 in Turin.", "The fair opened in May 2018 in Turin."),
        ("The fair opened in March in Turin.", "The fair opened in May in Turin."),
        ("All patients recovered within a week.", "Some patients recovered within a week."),
        ("Patients recovered within a week.", "Most patients recovered within a week."),
        ("Most patients recovered within a week.", "Patients recovered within a week."),
        ("The merger will close next year.", "The merger may close next year."),
        ("The merger closes next year.", "The merger could close next year."),
        ("The committee decided to increase the tax on fuel.", "The committee decided to decrease the tax on fuel."),
        ("More than 40 towns were flooded.", "Less than 40 towns were flooded."),
        ("More than 40 towns were flooded.", "40 towns were flooded."),
        ("Only the north was flooded in spring.", "The north was flooded in spring."),
        ("The north was flooded in spring.", "Only the north was flooded in spring."),
        ("The former president of Chile spoke at the event.", "The president of Chile spoke at the event."),
        ("The president of Chile spoke at the event.", "The former president of Chile spoke at the event."),
        ("He was convicted of murder in 2010.", "He was convicted of attempted murder in 2010."),
        ("Smith killed Jones in the hotel.", "Jones killed Smith in the hotel."),
        ("The virus infects bats through pigs.", "The virus infects pigs through bats."),
        ("Bats get the virus from pigs.", "Pigs get the virus from bats."),
        ("Revenue was $5 million and profit $10 million.", "Revenue was $10 million and profit $5 million."),
        (
            "Revenue was $10 million in 2019 and $5 million in 2020.",
            "Revenue was $5 million in 2019 and $10 million in 2020.",
        ),
        ("The bank cut its rate to 3% from 2%.", "The bank cut its rate to 2% from 3%."),
        ("The plant employs 300 people in Leeds.", "The plant employs 300 people in York and 20 in Leeds."),
        ("Sales in Leeds were $5 million.", "Sales in York were $5 million, and sales in Leeds $4 million."),
        ("It is false that the earth is round.", "The earth is round."),
        ("The claim that the earth is flat is true.", "The claim that the earth is flat is false."),
        ("The court upheld the verdict in June 2019.", "The court overturned the verdict in June 2019."),
        ("The senate approved the bill on Monday.", "The senate vetoed the bill on Monday."),
        ("The trial confirmed the effect of the drug on sleep.", "The trial refuted the effect of the drug on sleep."),
        ("The vaccine protects against severe disease.", "The vaccine does not protect against severe disease."),
        (
            "The vaccine protects against severe disease.",
            "Critics denied that the vaccine protects against severe disease.",
        ),
        (
            "The vaccine protects against severe disease.",
            "It remains unclear whether the vaccine protects against severe disease.",
        ),
        (
            "The vaccine protects against severe disease.",
            "The company claimed that the vaccine protects against severe disease.",
        ),
        (
            "The vaccine protects against severe disease.",
            "If it is stored cold, the vaccine protects against severe disease.",
        ),
        ("The vaccine protects against severe disease.", "The vaccine protects mice against severe disease."),
        ("The vaccine protects against severe disease.", "The vaccine protects against severe disease only in mice."),
        (
            "The vaccine protects against severe disease.",
            "The vaccine protects against severe disease, unless it is stored warm.",
        ),
        ("Men over 65 should take the drug daily.", "Men under 65 should take the drug daily."),
        ("The share price doubled in 2019.", "The share price halved in 2019."),
        ("The share price soared by 5% in 2019.", "The share price plunged by 5% in 2019."),
        ("The share price soared in 2019.", "The share price plunged in 2019."),
        ("It happened twice in 2019.", "It happened once in 2019."),
        ("The temperature was 5 °F at noon.", "The temperature was 5 °C at noon."),
        ("The bag weighs 5 lb when it is full.", "The bag weighs 5 kg when it is full."),
        ("The trip took 5 days to complete.", "The trip took 5 hours to complete."),
        ("The dose was 5 mg per day for adults.", "The dose was 5 mg per week for adults."),
        ("The dose was 5 mg/kg for adults.", "The dose was 5 mg/ml for adults."),
        ("The car costs 5,000 euros in Spain.", "The car costs 5,000 dollars in Spain."),
        ("She was born on 4 May 1932 in Rome.", "She was born on 5 May 1932 in Rome."),
        ("She was born in Rome in 1932.", "She was born in Milan in 1932 and moved to Rome in 1940."),
        ("She died in Rome in 1932.", "She was born in Rome in 1932."),
        ("Ann Lee founded the firm in Oslo.", "Ann Lee left the firm in Oslo."),
        ("Women earned more than men in 2019.", "Men earned more than women in 2019."),
        ("Women earned more in 2019 than in 2018.", "Women earned more in 2018 than in 2019."),
        ("The first phase ended in 2019.", "The second phase ended in 2019."),
        ("A quarter of the staff left in 2019.", "A third of the staff left in 2019."),
        ("Two thirds of the staff left in 2019.", "Two fifths of the staff left in 2019."),
        ("One in five adults smokes today.", "One in ten adults smokes today."),
        ("The ratio was 3:1 in the north.", "The ratio was 1:3 in the north."),
        ("The score was 3-1 at half time.", "The score was 1-3 at half time."),
        ("Profit rose to 1.5 million in 2019.", "Profit rose by 1.5 million in 2019."),
        ("The company has 5,000 employees worldwide.", "The company has 5,000 customers worldwide."),
        ("The war began before the election.", "The war began after the election."),
        ("The war began until the election.", "The war began at the election."),
        ("Neither drug helped the patients.", "Either drug helped the patients."),
        ("Both drugs helped the patients.", "One of the drugs helped the patients."),
        ("He always votes for the left.", "He seldom votes for the left."),
        ("Water and oil are soluble in ether.", "Water or oil are soluble in ether."),
        ("The firm is the largest in Peru.", "The firm is the second largest in Peru."),
        ("The firm is one of the largest in Peru.", "The firm is the largest in Peru."),
        ("The firm is the largest in Peru.", "The firm is one of the largest in Peru."),
        ("Exports to China grew in 2019.", "Imports to China grew in 2019."),
        ("Exports to China grew in 2019.", "Exports from China grew in 2019."),
        ("Inflow to the lake grew in 2019.", "Outflow to the lake grew in 2019."),
        ("Researchers underestimated the risk in 2019.", "Researchers overestimated the risk in 2019."),
        ("Hypothermia is common in winter.", "Hyperthermia is common in winter."),
        ("The pre-war houses were sold.", "The post-war houses were sold."),
        ("Prices are too high for most people.", "Prices are not too high for most people."),
        ("Little evidence supports the idea.", "Evidence supports the idea."),
        ("Evidence supports the idea.", "Little evidence supports the idea."),
        ("A few members support the idea.", "Few members support the idea."),
        ("He nearly won the race in 2019.", "He won the race in 2019."),
        ("He won the race in 2019.", "He nearly won the race in 2019."),
        ("He won the race in 2019.", "He hoped that he won the race in 2019."),
        ("He won the race in 2019.", "He would have won the race in 2019."),
        ("He won the race in 2019.", "He claimed he won the race in 2019."),
        ("He stopped smoking in 2019.", "He started smoking in 2019."),
        ("Rates were raised in 2019.", "Rates were cut in 2019."),
        ("The minister resigned on Tuesday.", "The minister resigned on Monday."),
        ("North Korea fired the missile on Tuesday.", "South Korea fired the missile on Tuesday."),
        ("The eastern part of the town burned.", "The western part of the town burned."),
        ("His mother taught him to read.", "His father taught him to read."),
        ("She wrote the song in 1990.", "He wrote the song in 1990."),
        ("Acme sued him and Borealis paid.", "Borealis sued him and Acme paid."),
        ("Net loss was $5 million in 2019.", "Net income was $5 million in 2019."),
        ("Loss before tax was $5 million in 2019.", "Profit before tax was $5 million in 2019."),
        ("The result was statistically significant in men.", "The result was not statistically significant in men."),
        ("Acme is not liable for the damage.", "Acme is liable for the damage."),
        ("Acme isn't liable for the damage.", "Acme is liable for the damage."),
        ("Acme is hardly liable for the damage.", "Acme is liable for the damage."),
        ("Contrary to reports, Acme is liable for the damage.", "Acme is liable for the damage."),
        ("Acme is liable for the damage to Borealis.", "Acme is liable for the damage."),
        ("The pills cure the flu and cancer.", "The pills cure the flu."),
        ("The species lives in Kenya.", "The species lives in Kenya no longer."),
        ("The species lives in Kenya.", "The species no longer lives in Kenya."),
        ("The species lives in Kenya.", "Nowhere is it shown that the species lives in Kenya."),
        ("The species is extinct in Kenya.", "The species is nearly extinct in Kenya."),
        ("The species is extinct in Kenya.", "The species is far from extinct in Kenya."),
        ("The species is extinct in Kenya.", "The species is anything but extinct in Kenya."),
        ("He is a doctor.", "He is not a doctor but a nurse."),
        ("The law bans smoking in bars.", "The law allows smoking in bars."),
        ("The law bans smoking in bars.", "The proposed law bans smoking in bars."),
        ("The law bans smoking in bars.", "Rejecting the law, which bans smoking in bars, was a mistake."),
        ("The deal was worth $2 billion.", "The deal was worth less than $2 billion."),
        ("Sales were flat in 2019.", "Sales were up in 2019."),
        ("Sales rose 5% in 2019, up from 4%.", "Sales rose 4% in 2019, up from 5%."),
        ("Ten out of 12 jurors agreed.", "Two out of 12 jurors agreed."),
        ("Everyone but Lee agreed to the plan.", "Everyone including Lee agreed to the plan."),
        ("Everyone agreed to the plan.", "Everyone but Lee agreed to the plan."),
        ("Everyone agreed to the plan.", "Everyone except Lee agreed to the plan."),
        ("The river floods every year.", "The river floods every second year."),
        ("The river floods annually.", "The river floods monthly."),
        ("The EU backed the plan.", "The US backed the plan."),
        ("The vaccine is safe for children.", "The vaccine is considered safe for children by its maker."),
        ("The plan is safe for children.", "The plan is safe for children, provided that it is kept."),
        ("Coffee helps against sleep.", "The brochure has it that coffee helps against sleep."),
        ("It covers 30 square miles of land.", "It covers 30 square kilometres of land."),
        ("Because sales fell, prices rose.", "Because prices rose, sales fell."),
        ("Sales fell after prices rose.", "Prices rose after sales fell."),
        ("If prices rise, sales fall.", "If sales fall, prices rise."),
        ("Mice lived longer.", "Mice lacking the gene lived longer."),
        ("The cat that chased the dog was black.", "The dog that chased the cat was black."),
        ("Lee, not Kim, won the vote.", "Kim, not Lee, won the vote."),
        ("The vaccine is safe.", "The vaccine is safe, critics say."),
        ("The vaccine is safe.", "According to its maker, the vaccine is safe."),
        (
            "The village grew to 3,400 in 2001.",
            "The village grew to 3,400 in 2001, from 3,200, in its upper part only.",
        ),
    ],
)
def test_what_changes_the_sense_is_caught(claim: str, quote: str) -> None:
    assert not passes(claim, quote)


@pytest.mark.parametrize(
    ("claim", "quote"),
    [
        ("In 2019, the firm sold 5 plants.", "The firm sold five plants in 2019."),
        ("Sales were $1,200 million in 2019.", "Sales were $1.2bn in 2019."),
        ("Sales were 1,200 million dollars in 2019.", "Sales were $1.2bn in 2019."),
        ("Sales were US$1.2 billion in 2019.", "Sales were $1.2bn in 2019."),
        ("The range was 5 to 10 mg in adults.", "The range was 5-10 mg in adults."),
        ("The range was 5–10 mg in adults.", "The range was 5 to 10 mg in adults."),
        ("The mill stood from 1981 to 1982.", "The mill stood from 1981-82."),
        ("The mill stood from 1893–1902.", "The mill stood from 1893 to 1902."),
        (
            "The firm, founded in 1990, has 300 employees.",
            "The firm, founded in 1990, has 300 employees in three countries.",
        ),
        ("The firm has 300 employees.", "The firm (founded in 1990) has 300 employees in three countries."),
        ("The war started on 1 September 1939.", "The war began on September 1, 1939."),
        ("The war began on 1st September 1939.", "The war began on September 1, 1939."),
        ("The war began on Sept. 1, 1939.", "The war began on September 1, 1939."),
        ("The war began on 1939-09-01.", "The war began on September 1, 1939."),
        ("Acme won't pay the fine.", "Acme will not pay the fine."),
        ("Acme cannot pay the fine.", "Acme can't pay the fine."),
        ("Acme can not pay the fine.", "Acme cannot pay the fine."),
        ("Twice as many men as women smoke.", "Twice as many men as women smoke in Peru."),
        ("The price fell by 2.5 per cent.", "The price fell by 2.5%."),
        ("There were 12500 visitors in May.", "There were 12,500 visitors in May."),
        ("There were twenty-one visitors in May.", "There were 21 visitors in May."),
        ("There were two million visitors in May.", "There were 2,000,000 visitors in May."),
        ("A third of the staff left in 2019.", "One third of the staff left in 2019."),
        (
            "The town was flooded in the spring of 2019.",
            "The town, which lies by the sea, was flooded in the spring of 2019.",
        ),
        ("The town flooded.", "The quite old town flooded."),
        ("The drug reduced pain in adults.", "The drug reduced pain very quickly in adults."),
        ("We've tested the drug in adults.", "We have tested the drug in adults."),
        ("The gauge of 1676 mm is rare.", "The gauge of 1,676 mm is rare."),
        ("The panel offered 93 statements on care.", "The panel provided 93 statements on care."),
        ("The effect was demonstrated 6 months after surgery.", "The effect was shown 6 months after surgery."),
        ("The old drug cut deaths.", "The study shows that the old drug cut deaths."),
        ("The mill burned down in winter.", "The old mill burned down in winter."),
        ("Only a few nights are cold.", "Only a very few nights are cold."),
        ("The advertising costs are expensed.", "The advertising costs, which are included below, are expensed."),
    ],
)
def test_what_keeps_the_sense_passes(claim: str, quote: str) -> None:
    assert passes(claim, quote)


NUMBERS = st.integers(2, 9999)


@given(NUMBERS, NUMBERS)
def test_number_that_differs_is_caught_and_one_that_is_written_otherwise_passes(one: int, other: int) -> None:
    quote = f"The plant in Leeds made {one:,} pumps in its best week, with {one} workers."
    assert passes(f"The plant in Leeds made {one} pumps in its best week.", quote)
    assert passes(f"The plant in Leeds made {other} pumps in its best week.", quote) is (one == other)


NAMES = st.sampled_from(["Acme", "Borealis", "Cobalt", "Dorset"])


@given(NAMES, NAMES, st.sampled_from(["acquired", "sued", "outgrew", "emulated"]))
def test_roles_exchanged_are_caught(one: str, other: str, verb: str) -> None:
    claim, quote = f"In 2019 {one} {verb} its partner {other}.", f"In 2019 {other} {verb} its partner {one} in Peru."
    assert passes(claim, quote) is (one == other)


@given(
    st.sampled_from(["zorp", "blick", "far", "hardly", "two thirds of", "some", "the reverse of", "allegedly"]),
    st.integers(1, 9),
)
def test_nothing_can_be_added(added: str, place: int) -> None:
    """A word of the claim's own may stand for one of the quote's, never beside them."""
    quote = "The large plant in Leeds makes good pumps for mines in winter."
    words = quote.split()
    assert not passes(" ".join([*words[:place], added, *words[place:]]), quote)
