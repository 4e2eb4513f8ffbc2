import type { X509Certificate } from 'node:crypto'

/** Names of signature algorithms by their object identifier (RFC 3279, 4055, 5758, 8410). */
const names: Readonly<Record<string, string>> = {
  '1.2.840.113549.1.1.2': 'MD2-RSA',
  '1.2.840.113549.1.1.4': 'MD5-RSA',
  '1.2.840.113549.1.1.5': 'SHA1-RSA',
  '1.3.14.3.2.29': 'SHA1-RSA',
  '1.2.840.113549.1.1.10': 'RSA-PSS',
  '1.2.840.113549.1.1.11': 'SHA256-RSA',
  '1.2.840.113549.1.1.12': 'SHA384-RSA',
  '1.2.840.113549.1.1.13': 'SHA512-RSA',
  '1.2.840.10040.4.3': 'DSA-SHA1',
  '2.16.840.1.101.3.4.3.2': 'DSA-SHA256',
  '1.2.840.10045.4.1': 'ECDSA-SHA1',
  '1.2.840.10045.4.3.2': 'ECDSA-SHA256',
  '1.2.840.10045.4.3.3': 'ECDSA-SHA384',
  '1.2.840.10045.4.3.4': 'ECDSA-SHA512',
  '1.3.101.112': 'Ed25519',
  '1.3.101.113': 'Ed448',
}

/** For example SHA256-RSA; the object identifier of an algorithm without a name here. */
export function signatureAlgorithmName({ signatureAlgorithmOid: oid }: X509Certificate): string {
  return oid === undefined ? 'unknown' : (names[oid] ?? oid)
}
