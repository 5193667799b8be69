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

GERMAN_MILL = """# Die Gezeitenmühle von Harwen

Die Gezeitenmühle von Harwen ist eine Wassermühle, die vom Meer angetrieben wird. Sie steht an der Mündung des Flusses Oule, wo das Wasser
zweimal am Tag um etwa 4 m steigt und fällt. Von 1640 bis 1911 wurde dort Mehl gemahlen.

## Der Teich

Der Teich fasst 12.000 m³ Wasser hinter einem Damm aus Eiche und Lehm. Wenn die Flut kommt, öffnet sich ein Tor von selbst und lässt das
Meer in den Teich. Bei Hochwasser fällt das Tor zu, und der Müller wartet drei Stunden, bis das Meer gesunken ist. Fische, die mit der Flut
kamen, wurden am Tor in einem Netz gefangen, und damit wurde die Ausbesserung des Dammes bezahlt.

## Die Räder

Die Mühle hatte zwei Räder aus Ulmenholz, jedes 5,2 m breit. Ein Rad drehte sich sechsmal in der Minute und trieb zwei Paare von Steinen an.
Fett von Hammeln hielt die Achsen davon ab, sich abzunutzen, und es musste jede Woche erneuert werden.

## Das Ende der Mühle

Dampfmühlen in der Stadt mahlten zu jeder Stunde des Tages, und deshalb brachten die Bauern ihr Korn dorthin. Im Jahr 1911 ließ die letzte
Müllerin, Agnes Torre, den Teich trockenfallen und verkaufte die Steine für 35 €. Ein Verein von Nachbarn kaufte 1968 das Gebäude und
besserte den Damm mit der Hand aus. Seit 1974 mahlt die Mühle wieder, bei ca. 40 % aller Gezeiten.
"""

RUSSIAN_MILL = """# Приливная мельница Харвена

Приливная мельница Харвена — это водяная мельница, которую приводит в движение море. Она стоит в устье реки Оул, где вода поднимается и
опускается примерно на четыре метра дважды в день. Муку там мололи с 1640 по 1911 год.

## Пруд

Пруд вмещает 12 000 кубических метров воды за плотиной из дуба и глины. Когда начинается прилив, ворота открываются сами и пропускают море
в пруд. При полной воде ворота закрываются, и мельник ждёт три часа, пока море не отступит. Рыбу, которая приходила с приливом, ловили сетью
у ворот, и на эти деньги чинили плотину.

## Колёса

На мельнице было два колеса из вяза, каждое больше пяти метров в ширину. Одно колесо делало шесть оборотов в минуту и вращало две пары
камней. Бараний жир не давал осям изнашиваться, и его нужно было менять каждую неделю.

## Конец мельницы

Паровые мельницы в городе мололи муку в любое время дня, и поэтому крестьяне возили зерно туда. В 1911 году последняя мельничиха, Агнес
Торре, осушила пруд и продала камни за 35 рублей. Общество соседей купило здание в 1968 году и починило плотину своими руками. С 1974 года
мельница снова мелет муку, примерно при каждом третьем приливе.
"""

CHINESE_MILL = """# 哈文的潮汐磨坊

哈文的潮汐磨坊是一座由海水推动的水磨坊。它位于乌勒河的河口，那里的水每天两次涨落大约四米。从1640年到1911年，人们一直在那里磨面粉。

## 池塘

池塘在橡木和黏土筑成的堤坝后面蓄着一万两千立方米的水。涨潮的时候，一道闸门自己打开，让海水流进池塘。到了高潮，闸门就会关上，磨坊主要等三个小时，直到海水退下去。随着潮水进来的鱼在闸门边被网捕住，卖鱼的钱用来修理堤坝。

## 水轮

磨坊有两个榆木做的水轮，每个都超过五米宽。一个水轮每分钟转六圈，带动两对石磨。用羊油做的润滑脂防止车轴磨损，每个星期都必须更换一次。

## 磨坊的结局

城里的蒸汽磨坊在一天中的任何时候都能磨面粉，因此农民把粮食送到那里去。1911年，最后一位磨坊主阿格尼丝放干了池塘，并且卖掉了磨石。邻居们组成的协会在1968年买下了这座建筑，并亲手修好了堤坝。从1974年起，磨坊又开始磨面粉，大约每三次潮水中有一次使用。
"""
