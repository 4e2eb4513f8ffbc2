import type { SentenceCode } from '#contract/reasons'

export const http: Readonly<Record<SentenceCode<'http'>, string>> = {
  STATUS_UNEXPECTED: 'Erwartet: Statuscode unter {limit}. Tatsächlich: {status}.',
  STATUS_ADVICE: 'Wenn dieser Status erwartet wird, wählen Sie „Fehlschlag der Anfrage erwarten“.',
  REDIRECT_UNUSABLE: 'Das Ziel leitet an {redirectTarget} weiter.',
  TOO_MANY_REDIRECTS: 'Das Ziel leitet mehr als {count}-mal weiter, vermutlich im Kreis.',
  REQUEST_URL_INVALID: 'Die URL der Anfrage ist keine gültige http- oder https-URL.',
  NO_RESPONSE_WITHIN: 'Erwartet: Antwort in weniger als {limit} ms. Nach {milliseconds} ms gab es keine.',
  BODY_NOT_DECODED: 'Der Inhalt von {endpoint} entspricht nicht der Kodierung, die die Header nennen.',
  NO_COMPLETE_ANSWER: 'Keine vollständige Antwort innerhalb von {milliseconds} ms.',
  PROBE_BROKE: 'Die Abfrage ist abgestürzt; das ist ein Fehler des Dienstes, nicht des Ziels.',
  RESPONSE_TOO_SLOW: 'Erwartet: Antwort in weniger als {limit} ms. Tatsächlich: {milliseconds} ms.',
  RESPONSE_SLOW:
    'Erwartet: Antwort in weniger als {limit} ms (Grenzwert für beeinträchtigt). Tatsächlich: {milliseconds} ms.',
  RESPONSE_MEAN_SLOW:
    'Erwartet: Mittelwert der letzten {count} Antwortzeiten unter {limit} ms (Grenzwert für beeinträchtigt). Tatsächlich: {milliseconds} ms.',
  RESPONSE_PERCENTILE_SLOW:
    'Erwartet: {percentile}. Perzentil der letzten {count} Antwortzeiten unter {limit} ms (Grenzwert für beeinträchtigt). Tatsächlich: {milliseconds} ms.',
  NOTHING_KNOWN: 'Der Lauf endete weder mit einer Antwort noch mit einem Fehler, daher ist nichts bekannt.',
}
