"""How is a model given orders in other languages than English?

Each sign holds two lists of words, of which one each stands in whatever its patterns match (`_` for
a space), and the patterns, for text in small letters. They name the imperative, which tells an
order from a report of somebody who ignored one.
"""

from __future__ import annotations

_GAP = r"[^.!?\n]{0,60}?"
_NEAR = r"[^.!?。！？\n]{0,25}?"
_VERDICT = r"(?:supported|contradicted|not[ _]found)\b"
_WORDED = r"(?:supported|contradicted|not_found)(?![a-z])"  # in scripts without spaces
_VERDICTS = "supported contradicted found"

_OVERRULES_IN_LATIN = (
    (
        "ignor missacht vergiss vergessen beachte oubli compte neglig néglig olvid omit descart"
        " dimentic trascur esqueça desconsidere não_siga caso_omiso no_sigas non_seguire negeer"
        " vergeet zapomnij pomiń glöm bortse glem"
        " yok_say görmezden"
        " unut dikkate"
    ),
    (
        "anweisung regel instru vorgabe befehl consigne règle directive regla órdenes indica"
        " istruzioni"
        " regras ordens opdracht aanwijzing polece zasad talimat komut kural"
    ),
    (
        r"\b(?:ignorier(?:e|en sie|t)|missachte|vergiss|vergessen sie|beachte nicht)\b"
        rf"{_GAP}\b(?:bisherig|vorherig|obig|vorig|früher|vorstehend)\w* "
        r"(?:anweisung|regel|instruktion|vorgabe|befehl)"
    ),
    (
        r"\b(?:ignorez?|oubliez?|négligez?|ne (?:tiens|tenez) pas compte d\w+|"
        r"(?:veuillez|merci de|merci d'|il faut) ?(?:ignorer|oublier|négliger))\b"
        rf"{_GAP}\b(?:consignes|instructions|règles|directives)\b"
        rf"{_GAP}(?:précédent|ci-dessus|antérieur|plus haut)"
    ),
    (
        r"\b(?:ignor[ae]|olvid[ae]|omit[ae]|descart[ae]|haz caso omiso|no sigas) (?:de"
        r" )?(?:todas )?las (?:instrucciones|"
        r"reglas|órdenes|indicaciones) (?:anteriores|previas|de arriba|de antes)"
    ),
    (
        r"\b(?:ignora(?:te)?|dimentica(?:te)?|trascura(?:te)?|non seguire) (?:tutte )?le"
        r" (?:istruzioni|regole|"
        r"indicazioni) (?:precedenti|di sopra|qui sopra|ricevute)"
    ),
    (
        r"\b(?:ignor[ea]|esqueça|desconsidere|não siga) (?:todas )?as (?:instruções|regras|"
        r"ordens) "
        r"(?:anteriores|acima|prévias)"
    ),
    (
        r"\b(?:negeer|vergeet) (?:alle |de |het ){0,2}(?:vorige|voorgaande|bovenstaande|eerdere) "
        r"(?:instructies|regels|opdrachten|aanwijzingen)"
    ),
    (
        r"\b(?:zignoruj|ignoruj|zapomnij|pomiń)(?:cie)?\b"
        rf"{_GAP}\b(?:poprzedni|wcześniejsz|powyższ)\w* (?:instrukcj|polece|zasad)"
    ),
    (
        r"\b(?:ignorera|glöm|bortse från|ignorer|glem) (?:alla |alle )?(?:de )?(?:tidigare|"
        r"föregående|"
        r"ovanstående|tidligere|forrige|ovenstående) (?:instru|regl|regel)"
    ),
    (
        r"\b(?:talimat|komut|kural)\w{0,20}.{0,15}(?:yok say|görmezden gel|unut|dikkate alma)"
        r"(?:ın|in|un|ün|ınız|iniz|unuz|ünüz)?\b"
    ),
)
_OVERRULES_IN_OTHERS = (
    (
        "игнорируй забудь внимания следуй 忽略 无视 無視 忘 不要理 무시 잊 تجاهل انس تتبع अनदेखा"
        " अंदाज भूल"
    ),
    (
        "инструкци указани правил команд 指 命令 提示 规 規 上述 以上 ルール プロンプト"
        " 지시 지침 명령 규칙 프롬프트 التعليمات الأوامر القواعد निर्देश आदेश नियम"
    ),
    rf"\b(?:про)?(?:игнорируй|забудь)(?:те)?\b{_GAP}(?:инструкци|указани|правил|команд)",
    rf"не (?:обращай(?:те)? внимания на|следуй(?:те)?){_GAP}(?:инструкци|указани|правил)",
    (
        r"(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不要理會).{0,20}"
        r"(?:指令|指示|提示词|命令|规则|規則|上述|以上内容)"
    ),
    (
        r"(?:指示|命令|指令|ルール|プロンプト).{0,12}"
        r"(?:無視し(?:て|ろ|なさい)|無視せよ|忘れ(?:て|ろ|なさい))"
    ),
    (
        r"(?:지시|지침|명령|규칙|프롬프트).{0,12}(?:무시하(?:고|세요|십시오|라)|무시해|잊(?:고|어|"
        r"으))"
    ),
    (
        r"(?:تجاهل|انسَ?|لا تتبع).{0,25}(?:التعليمات|الأوامر|القواعد).{0,20}"
        r"(?:السابقة|أعلاه|المذكورة)"
    ),
    r"(?:निर्देश|आदेश|नियम).{0,20}(?:अनदेखा कर|नज़रअंदाज़ कर|नजरअंदाज कर|भूल जा)",
)
_ANSWERS = (
    (
        "antwort gib geben bewerte répon respond contest escrib marca rispondi scriv escreva zeg"
        " odpowiedz svar risposta resposta respuesta"
    ),
    _VERDICTS,
    (
        r"\b(?:antworte|antworten sie|gib|geben sie|bewerte|réponds|répondez|responde|contesta|"
        r"escribe|"
        r"marca|rispondi|scrivi|responda|escreva|antwoord|zeg|odpowiedz|svara|svar)\b"
        rf"{_GAP}\b{_VERDICT}"
    ),
    (
        r"\b(?:antwort lautet|réponse est|respuesta es|risposta è|resposta é|antwoord is)\b.{0,5}"
        rf"{_VERDICT}"
    ),
)
_YES_AND_NO = (
    "antworte réponds odpowiedz responda_que ответь отвечай выведи はい",
    "",
    r"\bantworte (?:immer |nur |stets ){0,3}(?:mit )?[„\"“»]?(?:ja|nein)\b",
    r"\bréponds (?:toujours |seulement |uniquement ){0,3}(?:par )?[«\"“]? ?(?:oui|non)\b",
    r"\bodpowiedz [„\"]?(?:tak|nie)\b|\bresponda que (?:sim|não)\b",
    rf"(?:ответь|отвечай|выведи)(?:те)?\b{_NEAR}(?:{_WORDED}|[\"«]?(?:да|нет)\b)",
    rf"「?はい」?{_NEAR}(?:答え(?:て|なさい|ろ)|回答し|出力し|返し)",
)
_ANSWERS_IN_OTHERS = (
    "回 输 輸 答 出力 返 답하 출력 응답 أجب اكتب قل उत्तर जवाब cevap yanıt",
    _VERDICTS,
    rf"(?:回答|输出|輸出|答复|回复){_NEAR}{_WORDED}",
    rf"{_WORDED}{_NEAR}(?:答え(?:て|なさい|ろ)|回答し|出力し|返し)",
    rf"{_WORDED}{_NEAR}(?:답하|대답하|출력하|응답하)",
    rf"(?:أجب|اكتب|قل|أجيبي){_NEAR}{_WORDED}",
    rf"{_WORDED}{_NEAR}(?:उत्तर|जवाब)|(?:उत्तर|जवाब){_NEAR}{_WORDED}",
    rf"{_WORDED}{_NEAR}(?:cevap ver|yanıt ver|yanıtla)|(?:cevap|yanıt)\w{{0,9}}{_NEAR}{_WORDED}",
)
_MODELS_IN_LATIN = (
    (
        "hinweis nachricht anweisung achtung notiz du_bist an_ für à_ aux_ a_ para per_ aan_"
        " voor_ note attention message consigne tu_es"
        " nota"
        " mensaje aviso atención atenção mensagem attenzione eres sei és você_é"
    ),
    (
        "_ki_ _ki: _ki- _ki, sprachmodell llm l'ia _ia_ _ia: _ia, modèle modelo modelli modello"
        " asistente"
        " assistente"
    ),
    (
        r"\b(?:an|für|à|aux|a|para|per|aan|voor) (?:alle |jede |die |toutes les |tous les |"
        r"todas las "
        r"|todos los |tutti i |todos os |les |los |as |os |de )?(?:ki|sprachmodelle|taalmodellen|"
        r"modèles de langage|modelos de (?:lenguaje|linguagem)|modelli linguistici|llms?) ?[:!]"
    ),
    (
        r"\b(?:hinweis|nachricht|anweisung|achtung|notiz),? (?:an |für )?(?:die |das |alle |jede"
        r" )?"
        r"(?:ki|sprachmodelle?|llms?)\b"
    ),
    r"\bdu bist (?:jetzt |nun )?(?:ein|eine) (?:\w{1,20} ){0,2}?(?:ki|sprachmodell|ki-\w+)\b",
    (
        r"\b(?:note|attention|message|consigne),? (?:à |aux |pour )?(?:l'|les |le )?(?:ia|"
        r"modèles? de "
        r"langage)\b"
    ),
    r"\btu es (?:maintenant )?une? (?:ia|modèle de langage|assistant ia)\b",
    (
        r"\b(?:nota|mensaje|aviso|atención|atenção|mensagem|attenzione),? (?:para |a |per )?"
        r"(?:l'|la |las |el |los |as |os )?(?:ia|modelos? de (?:lenguaje|linguagem)|modell[oi] "
        r"linguistic[oi]|llms?)\b"
    ),
    (
        r"\b(?:eres|sei|és|você é) (?:ahora |ora |agora )?(?:una?|uma?) (?:ia|modelo de"
        r" (?:lenguaje|"
        r"linguagem)|modello linguistico|asistente de ia|assistente de ia)\b"
    ),
)
_MODELS_IN_OTHERS = (
    "ии нейросет языков ai 人工智能 模型 言語モデル アシスタント 언어 인공지능",
    (
        "примечание внимание сообщение указание ты 致 给 請 请 你是 你现在是 への へ の皆 あなたは"
        " 당신은"
    ),
    (
        r"\b(?:примечание|внимание|сообщение|указание) ?(?:для|,)? ?(?:ии\b|нейросет|"
        r"языков\w{1,4} модел)"
    ),
    r"\bты (?:теперь |— |- )?(?:ии|нейросеть|языковая модель)\b",
    r"(?:致|给|請|请|你(?:现在)?是).{0,6}(?:\bai\b|人工智能|语言模型|語言模型|大模型)",
    r"(?:ai|言語モデル|アシスタント)(?:への|へ|の皆)(?:指示|注意|お願い|命令|メッセージ)",
    r"あなたは.{0,8}(?:ai|言語モデル)|당신은.{0,8}(?:ai|언어 모델|인공지능)",
)

SIGNS_ABROAD = (
    _OVERRULES_IN_LATIN,
    _OVERRULES_IN_OTHERS,
    _ANSWERS,
    _YES_AND_NO,
    _ANSWERS_IN_OTHERS,
    _MODELS_IN_LATIN,
    _MODELS_IN_OTHERS,
)
"""What was said before is not to hold; what is to be answered; who is spoken to."""
