"""What other languages than English tell of the words that can name something: German and French."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from lorewright.knowledge.extractive.vague import listed
from lorewright.knowledge.stems import stemmer

_NOTHING = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Naming:
    before_noun: frozenset[str]
    """Words after which a noun comes."""
    before_verb: frozenset[str] = frozenset()
    after_verb: frozenset[str] = frozenset()
    vague: frozenset[str] = frozenset()
    """Stems of nouns that are no term, and neither begin nor end one."""
    loose: frozenset[str] = frozenset()
    """Stems of adjectives and numbers that neither begin nor end one, unless with a capital: "Zweiter Weltkrieg"."""
    verb: re.Pattern[str] = _NOTHING
    """Matches a word that is a verb by its form."""
    unagreed: re.Pattern[str] = _NOTHING
    """Matches a word that is no adjective of the noun in the plural before it: "chercheurs développent", "techniques permettant"."""
    elided: re.Pattern[str] = _NOTHING
    """Matches a small word that is written together with the next."""
    capitalises_nouns: bool = False

    def parted(self, line: str) -> str:
        """With small words that are written together with the next standing for themselves."""
        return self.elided.sub(_in_full, line)

    def is_vague(self, term: str, token: str) -> bool:
        """Whether a word neither is a term nor begins or ends one. `term`: its stem."""
        lower = token[0].islower()
        return (lower and term in self.loose) or ((lower or self.capitalises_nouns) and term in self.vague)

    def is_said(self, tokens: Sequence[str]) -> bool:
        """Whether the words are no name but a noun and what is said of it."""
        return any(self.verb.search(token) for token in (tokens[0], tokens[-1])) or any(
            noun.endswith(("s", "x")) and self.unagreed.search(after) for noun, after in pairwise(tokens)
        )


def _in_full(match: re.Match[str]) -> str:
    return "de " if match[0][0] in "dD" else "la "


def _stems(language: str, words: str) -> frozenset[str]:
    return frozenset(map(stemmer(language), listed(words)))


def _german() -> Naming:
    return Naming(
        before_noun=listed(
            """der die das den dem des ein eine einen einem einer eines kein keine keinen keinem keiner im am zum zur beim vom ins
            ans jede jeder jedes jedem jeden diese dieser dieses diesem diesen ihre ihr ihrer ihrem ihren seine sein seiner
            seinem seinen unsere unser"""
        ),
        vague=_stems(
            "de",
            """jahr jahre jahren jahres jahrzehnt jahrzehnte jahrhundert jahrhunderte monat monate woche wochen tag tage tagen tages
            stunde stunden minute minuten sekunde sekunden zeit zeiten mal anfang ende beginn teil teile teilen hälfte drittel
            million millionen milliarde milliarden tausend tausende hundert prozent anzahl zahl zahlen menge mengen reihe
            meter metern kilometer kilometern liter litern tonne tonnen kilogramm grad euro dollar mensch menschen person
            personen leute mann männer frau frauen kind kinder beispiel beispiele fall fälle fällen art arten weise form formen
            grund gründe gründen frage fragen problem probleme ziel ziele ergebnis ergebnisse folge folgen möglichkeit
            möglichkeiten sache sachen ding dinge ort orte orten stelle stellen seite seiten welt leben bereich bereiche rolle
            bedeutung verlauf rahmen lage hinblick bezug besucher stadt städte land länder""",
        ),
        loose=_stems(
            "de",
            """groß große größer größere größten klein kleine kleiner kleinere hoch hohe hohen höher höhere höchste viel viele wenig
            wenige weitere andere verschiedene einzelne ganze erste ersten zweite zweiten dritte letzte letzten eigene eigenen
            wichtig wichtige bestimmte mögliche heutige gleiche ähnliche gut gute besser bessere beste lange kurze""",
        ),
        capitalises_nouns=True,
    )


def _french() -> Naming:
    return Naming(
        before_noun=listed(
            """le la les un une des du de au aux ce cet cette ces son sa ses leur leurs mon ma mes notre nos votre vos chaque aucun
            aucune quel quelle quelques plusieurs"""
        ),
        before_verb=listed("il elle ils elles on qui ne se je nous vous a ont avait avaient peut peuvent doit doivent"),
        # Not "le": it stands before verbs too, and so behind adjectives.
        after_verb=listed("un une cet cette ces son sa ses leurs notre votre chaque"),
        vague=_stems(
            "fr",
            """an ans année années siècle siècles mois semaine semaines jour jours heure heures minute minutes seconde secondes
            temps fois début fin moment moments partie parties moitié tiers million millions milliard milliards millier
            milliers mille cent dizaine dizaines nombre nombres quantité mètre mètres kilomètre kilomètres litre litres tonne
            tonnes pourcent euro euros dollar dollars personne personnes gens homme hommes femme femmes enfant enfants habitant
            habitants visiteur visiteurs exemple exemples cas façon manière manières sorte sortes forme formes type types raison
            raisons question questions problème problèmes but résultat résultats conséquence conséquences possibilité chose
            choses lieu lieux endroit endroits côté côtés monde vie domaine domaines rôle cadre ensemble façons ville villes pays""",
        ),
        loose=_stems(
            "fr",
            """grand grande grands grandes petit petite petits petites nouveau nouvelle nouveaux nouvelles premier première premiers
            premières second seconde deuxième troisième dernier dernière derniers dernières certain certaine certains certaines
            différent différente différents différentes nombreux nombreuse nombreuses bon bonne meilleur meilleure long longue
            beaucoup fut furent devient deviennent""",
        ),
        verb=re.compile(r"(?:ssent|aient|èrent|[ei]ront|(?<![fl])(?<!tr)(?<!uh)ait)$"),
        unagreed=re.compile(r"[^\W\d_]{2}[ae]nt$"),
        elided=re.compile(
            r"(?<![\w'’])(?:(?:[ldcjmnst]|qu|jusqu|lorsqu|puisqu)['’](?=\w)|(?:[LDCJMNST]|Qu|Jusqu|Lorsqu|Puisqu)['’](?=[a-zà-ÿ])"
            r"|(?<=^)[LD]['’](?=\w))"
        ),
    )


_MAKE = {"de": _german, "fr": _french}


@cache
def naming_of(language: str | None) -> Naming | None:
    """None of English, of which `vague` and `terms` know, and of languages of which nothing is known."""
    make = _MAKE.get(language or "")
    return None if make is None else make()
