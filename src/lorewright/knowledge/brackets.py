"""What is told in brackets beside a figure and says nothing of its own to who reads on."""

import re

STATISTICS = re.compile(
    r" \((?:[^()\[\]]|\[[^\[\]]*\])*(?:[=<>%]|\bCI\b)(?:[^()\[\]]|\[[^\[\]]*\])*\)"
    r"| \[(?:[^\[\]]*(?:[=<>%]|\bCI\b)[^\[\]]*)\]"
)
"""Shares, intervals and tests: of "in 44 (47% [95% CI 37 to 58%]) patients" without them nothing is left but "in 44 patients"."""
