"""Which texts speak to a model that reads them, rather than of anything.

This is no proof against injections: that nothing is shown but what a source bears is. It keeps what a text orders its reader to
say from being shown as what the text says. A text about such orders loses the paragraphs that have them.
"""

import re

from lorewright.knowledge.facts import normalised

_SPEAKERS = "system|assistant|user|human|developer|tool|ai|sistema|asistente|système|система|系统|助手|システム"
_RULES = "instruct\\w*|prompts?|rules?|guidelines|orders|restrictions|said|instru\\w+|anweisung\\w*|consignes|règles|reglas|istruzioni"
_ORDERS = "write|repeat|translate|decode|output|print|reply|respond"
_SAY = "say|state|claim|answer|report|tell|mention|begin"
_CLAUSE = "(?:^\\W*|[>\\]}.!?,:;]\\s*|\\b(?:you|must|please|then|and|to) )"
_WORDS = "[^.!?\\n]"

_TO_A_MODEL = re.compile(
    # Who speaks, as chats write it, and what holds their parts together.
    rf"^\W*(?:{_SPEAKERS})\s*[:：]|<\|?/?(?:im_|{_SPEAKERS}|section|passage|claims|function_calls|invoke)|\[/?inst\]|^#+ ?(?:instruction|response)"
    r"|\b(?:tool|function)_calls?\b|\"(?:claims?|text|quote|importance)\"\s*:|\bimportance: \d"
    # What is to become of earlier orders.
    rf"|\b(?:ignor\w*|disregard|forget|overrides?|dimentica|olvida|vergiss|oubliez?)\b.{{0,60}}?\b(?:{_RULES})\b"
    r"|(?:忽略|无视|忘记).{0,30}(?:指令|指示|命令)|(?:指示|命令|指令).{0,12}(?:無視|忘れ)|игнорируй\w*|(?:지시|명령).{0,12}무시|تجاهل.{0,30}(?:تعليمات|أوامر)"
    rf"|\b(?:previous|prior|new|system) (?:{_RULES})\b|\bdeveloper mode\b|\blanguage models?:|\b(?:as an|dear) (?:ai|llm|assistant)\b|\byou are now\b"
    # What is to be said.
    rf"|{_CLAUSE}(?:{_ORDERS})\b{_WORDS}{{0,60}}?[:：\"“„«]|\b(?:you|must|please) (?:{_SAY})\b{_WORDS}{{0,40}}?(?:[:：\"“„«]|\bthat\b)"
    rf"|(?:^\W*|[>.!?]\s*)(?:say|tell)\b{_WORDS}{{0,40}}?(?:[:：\"“„«]|\bthat\b)"
    r"|\b(?:add|include|insert|append|say|write|state) the (?:claim|sentence|words?|following|phrase|line)\b"
    r"|\b(?:schreib\w*|écri\w*|escrib\w*|scriv\w*|напиши\w*)\s*[:：\"“„«]|(?:请写|書いてください|쓰세요|واكتب)\s*[:：]?",
    re.IGNORECASE | re.MULTILINE,
)


def addresses_model(text: str) -> bool:
    """`text`: one or more paragraphs."""
    return any(_TO_A_MODEL.search(normalised(line)) for line in text.splitlines())
