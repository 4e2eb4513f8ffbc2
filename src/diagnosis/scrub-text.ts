import { redactionMark, redactText } from '#redaction'

const query = /(\bhttps?:\/\/[^\s"'<>?#]{1,2000})\?[^\s"'<>]*/gi
const mailAddress = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,5}/g

/**
 * Removes likely credentials, queries of URLs and mail addresses from a string that leaves the service. It is heuristic,
 * so known secrets must be removed by `redactor` before.
 */
export const scrubText = (text: string): string =>
  redactText(text).replaceAll(query, `$1?${redactionMark}`).replaceAll(mailAddress, redactionMark)
