"""The main verb of a question: what an answer must say was done, not only whom or what it was done to."""

import re

_AUXILIARY = r"(?:is|are|was|were|be|been|being|do|does|did|has|have|had|will|would|can|could|should|may|might|must)"
_DETERMINER = r"(?:the|an?|its|their|his|her|our|your|this|that|these|those|any|all|some|it|them|him|\d+|[A-Z]\w*)"
_PREPOSITION = r"(?:in|on|at|by|for|from|to|with|of|into|over|under|about|back|up|down|out|off|after|before|during|as)"
_IRREGULAR = (
    "sold|built|bought|won|made|held|led|run|begun|born|found|lost|paid|sent|shot|cut|set|put|hit|written|taken|given|chosen|broken"
    "|driven|grown|known|shown|drawn|thrown|stolen|spoken|fought|taught|caught|brought|sunk|sung|struck|laid|left|met|spent|burnt"
    "|torn|worn|overthrown|rebuilt|split|spread|shut|eaten|drunk|seen|heard|told|kept|fed|frozen|hidden|forgotten|forbidden|lent"
    "|withdrawn|sworn|woven|hung|undertaken|overtaken|understood|bitten|blown|dug|sought|swept|shaken"
)
_ASKING = r"^\W*(?:(?:in|on|at|by|since|until|from|to) )?(?:when|where|why|whom?|how|(?:what|which) \w+|what)"
_DOER = re.compile(rf"^\W*[Ww]ho (?!{_AUXILIARY}\b)(?:first |\w+ly )?([a-z]+)\b")
"""Who built the mill?"""
_PASSIVE = re.compile(
    rf"{_ASKING} {_AUXILIARY} [^,?]*?(?<!the )(?<! an )(?<! a )\b(\w{{2,}}ed|{_IRREGULAR})\b", re.IGNORECASE
)
"""When was the mill built? After an article it would be an adjective."""
_ACTIVE = re.compile(
    rf"(?i:{_ASKING}) (?:do|does|did|will|would|can|could|should|must|might) .*?"
    r"(?<![Tt]he )(?<!\ban )(?<!\ba )(?<!\bof )(?<!\bin )\b([a-z]{3,})"
    rf"(?=\W*$| {_DETERMINER}\b| {_PREPOSITION}\b)"
)
"""Why did the mill close in winter? The first word in small letters that is no noun by what stands before and after it."""
_OTHER_LANGUAGES = re.compile(
    r"^\W*(?:wann|wer|wo|warum|wieso) .*\bwurden? .*?(\w+)\W*$"
    r"|\b(?:été|fue|fueron|foi|foram|fu|furono|(?:è|sono|era|erano) stat[oaie]) (\w+)",
    re.IGNORECASE,
)
"""Wann wurde die Mühle gebaut? Quand le moulin a-t-il été construit ?"""
_SAYS_LITTLE = frozenset(
    ["happen", "happened", "occur", "occurred", "take", "took", "place", "come", "came", "go", "went", "based", "located",
     "situated", "called", "named", "known"]
)  # fmt: skip


def predicate(question: str) -> str:
    """The verb as it is written; empty where the question has none that its form tells, or one that says little."""
    for pattern in (_DOER, _PASSIVE, _ACTIVE, _OTHER_LANGUAGES):
        if match := pattern.search(question):
            word = next(group for group in match.groups() if group)
            return "" if word.lower() in _SAYS_LITTLE else word
    return ""
