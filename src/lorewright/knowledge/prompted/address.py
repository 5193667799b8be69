"""Which sentences speak to a model that reads them, rather than of anything.

This is no proof against injections: that nothing is shown but what a source bears is. It keeps what a text orders its reader to
say from being shown as what the text says. In the languages that are read most; a text about such orders loses those sentences.
"""

import re

_TO_A_MODEL = re.compile(
    # Who speaks, as chats write it.
    r"^\W*(?:system|assistant|user|human|developer|tool|ai|sistema|asistente|système|système|система|系统|助手|ユーザー|システム)\s*[:：]"
    r"|<\|?/?(?:im_|system|assistant|user|tool|end|section|passage|source|question|claims)|\[/?(?:inst|system|tool)|#{2,}\s*(?:instruction|system|response)"
    r"|\b(?:tool|function)_?calls?\b|\bsystem[ _]?(?:prompt|message|override)\b|\bdeveloper mode\b|\bjailbr(?:eak|oken)|\bprompt injection"
    # What became of its orders.
    r"|\b(?:ignor\w*|disregard\w*|forget|override|bypass|skip)\b.{0,60}?\b(?:instructions?|prompts?|rules?|guidelines|orders|told|safety|restrictions)\b"
    r"|\b(?:new|previous|prior|above|earlier|hidden|secret|real|following|these|your|my) (?:system )?(?:instructions?|prompts?|orders|directives)\b"
    r"|\b(?:ignor\w*|vergiss|vergessen|oublie\w*|olvid\w*|dimentic\w*|esqueç\w*|missacht\w*)\b.{0,60}?\b(?:instru\w*|anweisung\w*|consignes|regeln|règles|reglas|regole|istruzioni|aufforderung\w*)"
    r"|(?:игнорир\w*|забудь\w*|не обращай).{0,60}?(?:инструкц|указани|правил)"
    r"|(?:忽略|无视|忘记|忘掉|無視|忘れ).{0,30}(?:指令|指示|命令|说明|規則|规则|提示)|(?:指令|指示|命令|説明|規則).{0,12}(?:無視|忘れ)"
    r"|(?:تجاهل|انس).{0,40}(?:تعليمات|أوامر)|(?:무시|잊).{0,30}(?:지시|명령|지침)|(?:지시|명령|지침).{0,12}(?:무시|잊)"
    # What it is to be.
    r"|\byou(?:'re| are| must| will| shall)? (?:now |henceforth )?(?:an? |the |act as |be )?(?:\w+ ){0,2}(?:assistant|chatbot|language model|llm|ai|bot)\b"
    r"|\b(?:as|being) (?:an? )?(?:\w+ )?(?:ai|llm|language model|chatbot)\b|\b(?:pretend|role-?play|act as|imagine you)\b|\b(?:dear|hey|hello|attention|note to|message (?:to|for)) (?:the )?(?:\w+ )?(?:ai|llm|model|assistant|summari[sz]er|compiler|agents?)\b"
    r"|\byou are now\b|\bfrom now on,? (?:you|answer|always|every)\b|\b(?:du bist|sie sind) (?:jetzt|nun)\b|\b(?:tu es|vous êtes) (?:maintenant|désormais)\b|你现在是|あなたは今"
    # What it is to say.
    r"|^\W*(?:(?:and|then|now|please|also|instead|simply|just|always|you (?:must|should|have to|will)|bitte|por favor|s'il vous plaît),? ){0,3}"
    r"(?:say|write|state|claim|answer|reply|respond|output|print|repeat|report|assert|declare|conclude|insist|tell|mention|include|insert|append|translate|decode|return|emit|cite|quote"
    r"|schreib\w*|sag\w*|antwort\w*|behaupt\w*|écri\w*|di(?:s|tes)|répond\w*|escrib\w*|di(?:ga)?|respond\w*|scrivi|dici|rispondi|напиши\w*|скажи\w*|ответь\w*)"
    r"(?: (?:only|just|exactly|back|instead|me|us|here|nur|seulement|sólo))?(?:\s*[:：\"“‘«]| (?:that|with|in (?:english|french|german|caps|json|base64)|the (?:users?|reader|words?|sentence|phrase|following|text|string|claim|answer|link|key|prompt|secret|number)"
    r"|this|everyone|users?|as (?:a )?claims?|dass|que|che|что))"
    r"|^\W*(?:请|請)?(?:写|寫|说|說|回答|输出|輸出)(?:道|出)?\s*[:：“「\"]|(?:と(?:書|言|答)(?:い|え|っ)て)|라고 (?:써|말해|답해)"
    r"|\b(?:in your (?:answer|reply|response|output|summary)|your (?:answer|reply|response|output|summary) (?:must|should|has to|is))\b"
    r"|\b(?:importance|open_questions|key_claims|quote)\s*[:=\"]",
    re.IGNORECASE | re.DOTALL,
)


def addresses_model(text: str) -> bool:
    return _TO_A_MODEL.search(text) is not None
