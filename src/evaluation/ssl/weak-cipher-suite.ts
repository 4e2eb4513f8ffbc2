/** The reasons why a suite is weak (RFC 9325, 4.1 and 4.2; RFC 7465 for RC4), by its name in the IANA registry. */
const weaknesses: readonly (readonly [RegExp, string])[] = [
  [/_WITH_NULL_/, 'it does not encrypt'],
  [/_anon_/, 'the server is not authenticated'],
  [/EXPORT/, 'its keys are of the strength once allowed for export'],
  [/_RC4_/, 'RC4 is broken'],
  [/_(?:3DES|DES|DES40|RC2|IDEA)_/, 'its cipher has blocks of 64 bits'],
  [/_MD5$/, 'MD5 is broken'],
  [/^TLS_(?:RSA|DH_RSA|DH_DSS|ECDH_RSA|ECDH_ECDSA)_WITH_/, 'it has no forward secrecy'],
]

/** Why a cipher suite is weak, or null. */
export const weaknessOf = (suite: string): string | null =>
  weaknesses.find(([pattern]) => pattern.test(suite))?.[1] ?? null
