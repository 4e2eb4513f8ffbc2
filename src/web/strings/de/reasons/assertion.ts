import type { SentenceCode } from '#contract/reasons'

export const assertion: Readonly<Record<SentenceCode<'assertion'>, string>> = {
  ASSERTION_MISSING: 'Erwartet: {subject} {comparison}. Tatsächlich: nichts gefunden.',
  ASSERTION_FAILED: 'Erwartet: {subject} {comparison}. Tatsächlich: „{actual}“.',
  ASSERTION_NOT_EVALUATED: 'Erwartet: {subject} {comparison}. Das konnte nicht ausgewertet werden. {reason}',
  CONTAINS_OF_OBJECT: 'CONTAINS gilt für Text und Listen, und der Wert ist ein Objekt.',
  VALUE_NOT_A_NUMBER: 'Der gefundene Wert ist keine Zahl, kann also nicht größer oder kleiner sein.',
  TARGET_NOT_A_NUMBER: 'Der Vergleichswert ist keine Zahl.',
  NO_SUCH_COMPARISON: '{source} hat keinen Vergleich {name}.',
  VALUE_NESTED_TOO_DEEPLY: 'Der Wert ist zu tief verschachtelt.',
  ASSERTION_UNEVALUATED: 'Die Assertion konnte nicht ausgewertet werden.',
  NO_CONTENT_TYPE: 'Die Antwort hat keinen Content-Type, daher wird ihr Inhalt nicht als JSON gelesen.',
  CONTENT_TYPE_NOT_JSON:
    'Der Content-Type der Antwort ist „{contentType}“, daher wird ihr Inhalt nicht als JSON gelesen.',
  BODY_CUT: 'Der Inhalt der Antwort ist zu groß und wurde gekürzt, ist also kein vollständiges JSON.',
  BODY_NOT_JSON: 'Der Inhalt der Antwort ist kein wohlgeformtes JSON.',
  JSON_PATH_INVALID: 'Der JSONPath „{text}“ ist ungültig: {detail}.',
  JSON_PATH_MISTAKE: 'Der JSONPath „{text}“ ist ungültig: {pathMistake}.',
  JSON_PATH_FINDS_TOO_MUCH: 'Der JSONPath findet mehr als {count} Werte; fassen Sie ihn enger.',
  PATTERN_UNSUPPORTED:
    'Der reguläre Ausdruck verwendet {unsupported}, was eine Suche in linearer Zeit nicht bieten kann.',
  PATTERN_TOO_LARGE: 'Der reguläre Ausdruck ist zu groß; verwenden Sie kleinere Wiederholungen.',
  PATTERN_MISTAKE: 'Der reguläre Ausdruck lässt sich nicht kompilieren: {patternMistake}.',
  PATTERN_INVALID: 'Der reguläre Ausdruck lässt sich nicht kompilieren: {detail}.',
  NONE_OF: '„{text}“ ist keines von {list}.',
  NO_SUCH_MEASUREMENT: 'Diesen Messwert gibt es nicht.',
  SOURCE_MISSING: 'Eine Prüfung dieses Typs hat kein {source}, das geprüft werden kann.',
  TOO_MUCH_COMPUTING:
    'Die Assertions dieses Laufs brauchen mehr Rechenzeit als erlaubt; verwenden Sie einfachere Ausdrücke oder eine kleinere Antwort.',
}
