"""Office Open XML (ECMA-376): documents, workbooks, presentations. One file for each kind, over what they have in common."""
