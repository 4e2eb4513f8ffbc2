import type { SentenceCode } from '#contract/reasons'

export const drift: Readonly<Record<SentenceCode<'drift'>, string>> = {
  DRIFT_TYPE: 'Nach dem Schema der Antwort muss `{jsonPath}` {expectedJsonType} sein, ist aber {jsonType}.',
  DRIFT_TYPES: 'Nach dem Schema der Antwort muss `{jsonPath}` einen der Typen {list} haben, ist aber {jsonType}.',
  DRIFT_MISSING: 'Nach dem Schema der Antwort ist `{jsonPath}` erforderlich, fehlt aber.',
  DRIFT_NOT_ALLOWED: 'Nach dem Schema der Antwort ist `{jsonPath}` nicht erlaubt, aber vorhanden.',
  DRIFT_VALUES: 'Nach dem Schema der Antwort muss `{jsonPath}` einer von {count} Werten sein, ist aber keiner davon.',
  DRIFT_VALUE: 'Nach dem Schema der Antwort muss `{jsonPath}` einen bestimmten Wert haben, hat aber einen anderen.',
  DRIFT_FORMAT: 'Nach dem Schema der Antwort muss `{jsonPath}` das Format {format} haben, hat es aber nicht.',
  DRIFT_PATTERN:
    'Nach dem Schema der Antwort muss `{jsonPath}` auf einen regulären Ausdruck passen, tut es aber nicht.',
  DRIFT_TOO_SMALL: 'Nach dem Schema der Antwort muss `{jsonPath}` mindestens {limit} sein, ist aber kleiner.',
  DRIFT_TOO_LARGE: 'Nach dem Schema der Antwort darf `{jsonPath}` höchstens {limit} sein, ist aber größer.',
  DRIFT_TOO_SHORT: 'Nach dem Schema der Antwort muss `{jsonPath}` mindestens {count} Zeichen haben, hat aber weniger.',
  DRIFT_TOO_LONG: 'Nach dem Schema der Antwort darf `{jsonPath}` höchstens {count} Zeichen haben, hat aber mehr.',
  DRIFT_TOO_FEW: 'Nach dem Schema der Antwort muss `{jsonPath}` mindestens {count} Einträge haben, hat aber weniger.',
  DRIFT_TOO_MANY: 'Nach dem Schema der Antwort darf `{jsonPath}` höchstens {count} Einträge haben, hat aber mehr.',
  DRIFT_NO_ALTERNATIVE:
    'Nach dem Schema der Antwort muss `{jsonPath}` auf eines von mehreren Schemas passen, tut es aber nicht.',
  DRIFT_KEYWORD:
    'Nach dem Schema der Antwort muss `{jsonPath}` das Schlüsselwort {keyword} erfüllen, tut es aber nicht.',
  DRIFT_MORE: 'Die Antwort weicht an {count} weiteren Stellen von ihrem Schema ab.',
  DRIFT_UNKNOWN: 'Die Antwort konnte nicht mit ihrem Schema verglichen werden. {reason}',
  DRIFT_BODY_TOO_LARGE: 'Ihr Inhalt hat mehr als {count} Zeichen.',
  DRIFT_TOO_DEAR: 'Das braucht mehr Zeit oder Speicher als erlaubt; vereinfachen Sie das Schema.',
  DRIFT_SCHEMA_UNUSABLE: 'Das Schema ist nicht verwendbar.',
}
