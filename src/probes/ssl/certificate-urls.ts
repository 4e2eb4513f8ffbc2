import type { X509Certificate } from 'node:crypto'

const urlLimit = 2048
const urlsMax = 3

/** The http and https URLs of an access method (RFC 5280, authority information access); at most three. */
function accessUrls(certificate: X509Certificate, method: 'OCSP' | 'CA Issuers'): readonly string[] {
  const start = `${method} - URI:`
  return (certificate.infoAccess ?? '')
    .split('\n')
    .filter((line) => line.startsWith(start))
    .map((line) => unquoted(line.slice(start.length)))
    .filter((text) => text.length <= urlLimit && /^https?:\/\//i.test(text) && URL.canParse(text))
    .slice(0, urlsMax)
}

export const ocspUrlsOf = (certificate: X509Certificate): readonly string[] => accessUrls(certificate, 'OCSP')
export const issuerUrlsOf = (certificate: X509Certificate): readonly string[] => accessUrls(certificate, 'CA Issuers')

/** Host names, addresses, mail addresses and URIs of a certificate, without their kind. */
export const alternativeNamesOf = ({ subjectAltName = '' }: X509Certificate): readonly string[] =>
  [...subjectAltName.matchAll(/(?:^|, )[A-Za-z ]+:("(?:[^"\\]|\\.)*"|[^,]*)/g)].map(([, value = '']) => unquoted(value))

/** Node quotes values with special characters as JSON does. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? value : text
  } catch {
    return text
  }
}
