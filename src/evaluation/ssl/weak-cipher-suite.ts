import { writeReason } from '#contract/reasons'
/** The reasons why a suite is weak (RFC 9325, 4.1 and 4.2; RFC 7465 for RC4), by its name in the IANA registry. */
const weaknesses: readonly (readonly [RegExp, string])[] = [
  [/_WITH_NULL_/, writeReason('WEAKNESS_NO_ENCRYPTION')],
  [/_anon_/, writeReason('WEAKNESS_NO_AUTHENTICATION')],
  [/EXPORT/, writeReason('WEAKNESS_EXPORT_KEYS')],
  [/_RC4_/, writeReason('WEAKNESS_RC4_BROKEN')],
  [/_(?:3DES|DES|DES40|RC2|IDEA)_/, writeReason('WEAKNESS_SMALL_BLOCKS')],
  [/_MD5$/, writeReason('WEAKNESS_MD5_BROKEN')],
  [/^TLS_(?:RSA|DH_RSA|DH_DSS|ECDH_RSA|ECDH_ECDSA)_WITH_/, writeReason('WEAKNESS_NO_FORWARD_SECRECY')],
]

/** Why a cipher suite is weak, or null. */
export const weaknessOf = (suite: string): string | null =>
  weaknesses.find(([pattern]) => pattern.test(suite))?.[1] ?? null
