import type { SentenceCode } from '#contract/reasons'

export const dns: Readonly<Record<SentenceCode<'dns'>, string>> = {
  RECORD_MISSING: 'Erwartet: Eintrag vom Typ {recordType} für {host}. Die Antwort enthält keinen.',
  RECORD_MISSING_BEHIND:
    'Erwartet: Eintrag vom Typ {recordType} für {host}. Die Antwort enthält keinen; der CNAME führt zu {owner}.',
  DNS_MESSAGE_INVALID: '{endpoint} hat nicht mit einer gültigen DNS-Nachricht geantwortet.',
  DNS_NAME_INVALID: 'Die Anfrage ist kein gültiger DNS-Name.',
  NO_NAME_SERVER: 'Es gibt keinen Nameserver, der gefragt werden kann.',
  RESPONSE_CODE_UNEXPECTED: 'Erwartet: Antwortcode NOERROR. Tatsächlich: {answer}.',
}
