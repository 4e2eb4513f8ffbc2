const parts =
  'password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|servicekey|signingkey|subscriptionkey|authkey' +
  '|credential|authorization|cookie|connectionstring|sessionid|hmac'
const whole = 'pass|pwd|auth|bearer|jwt|otp|sig|signature|apikeys'
const secretNames = new RegExp(`${parts}|^x?auth|signature$|^(${whole})$`)
const secretParameters = /^(key|code|session|sid|hash|state)$/
/** Numbers and dates of a credential, which say nothing of it. */
const ofCredentials = /^auth(or|ors|orname)$|(expires|expiresat|at|id|ids|version|count|type|algorithm|name)$/

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Whether what a field, a header, a variable or an attribute holds is a credential by its name, in any spelling:
 * `Api-Key`, `api_key`, `apiKey`, `X-Auth-Token`.
 */
export function isSecretName(name: string): boolean {
  const letters = plain(name)
  return secretNames.test(letters) && !(ofCredentials.test(letters) && letters !== 'sessionid')
}

/** The same of a parameter of a URL, where short names are used for credentials too. */
export const isSecretParameter = (name: string): boolean => isSecretName(name) || secretParameters.test(plain(name))
