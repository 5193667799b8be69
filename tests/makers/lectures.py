"""Two texts of our own that have enough to say for some minutes."""

TIDE_MILL = """# The tide mill of Harwen

The tide mill of Harwen is a water mill that is driven by the sea. It stands at the mouth of the river Oule, where the water rises and
falls by about 4 m twice a day. Flour was ground there from 1640 to 1911.

## The pond

The pond holds 12,000 cubic metres of water behind a dam of oak and clay. When the tide comes in, a gate opens by itself and lets the
sea into the pond. At high water the gate falls shut, and the miller waits for three hours until the sea has gone down. Fish that came
in with the tide were caught in a net at the gate, which paid for the repair of the dam.

## The wheels

The mill had two wheels of elm, each 5.2 m across. One wheel turned 6 times a minute and drove two pairs of stones. Grease made of
mutton fat kept the axles from wearing, and it had to be renewed every week.

## The end of the mill

Steam mills in the town ground flour at any hour of the day, so farmers took their grain there. In 1911 the last miller, Agnes Torre,
let the pond run dry and sold the stones for $35. A society of neighbours bought the building in 1968 and repaired the dam by hand.
The mill has ground flour again since 1974, on about 40% of all tides.
"""

SALT_GARDENS = """# Salt gardens

A salt garden is a row of shallow basins in which the sun dries sea water. Salt gardens were laid out along the coast of Harwen in the
twelfth century. Around 90 families lived from them in 1780.

## From water to salt

Sea water stands in the first basin for a week, until the mud in it has settled. It then flows through a channel of clay into the second
basin, which is only 10 cm deep. There the sun and the wind take the water away, and a crust of salt grows on the ground. A worker rakes
the salt together in the evening, before the dew makes it wet.

## Weather and trade

Rain in August could destroy the harvest of a whole summer. The price of salt doubled in 1816, because hardly a day of that summer was dry.
Merchants carried the salt inland on the old road to Vell, a journey of six days by ox cart. The tide mill of Harwen bought salt too,
to keep the fish from its net.
"""
