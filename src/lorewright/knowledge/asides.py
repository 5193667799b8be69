"""What may be left out of a sentence, which says the same without it, and less."""

import re

STATISTICS = re.compile(
    r" \((?:[^()\[\]]|\[[^\[\]]*\])*(?:[=<>%]|\bCI\b|\bconfidence interval)(?:[^()\[\]]|\[[^\[\]]*\])*\)"
    r"| \[(?:[^\[\]]*(?:[=<>%]|\bCI\b|\bconfidence interval)[^\[\]]*)\]"
)
"""Shares, intervals and tests: of "in 44 (47% [95% CI 37 to 58%]) patients" without them nothing is left but "in 44 patients"."""
PLACE_AT_END = re.compile(r", (?:in|near|at|off|on) (?:the )?[A-Z][^,;:]*(?:, [A-Z][\w ]*){0,2}\.$")
"""Behind a comma: where all of it is."""
