const parts =
  'password|passwd|passphrase|secret|token|apikey|accesskey|privatekey|servicekey|rawkey|signingkey|subscriptionkey|authkey' +
  '|credential|authorization|cookie|connectionstring|hmac'
const whole = 'pass|auth|bearer|jwt|otp|sig|signature|j?sessionid|(?:php)?sessid'
const secretNames = new RegExp(`${parts}|^xauth|pwd$|signature$|^(${whole})$`)
/** `STRIPE_KEY`, `x-functions-key`, `DB_PASS`. */
const secretEnds = /(?<!public|primary)[_-](?:key|pass)$/i
const secretParameters = /^(key|code|session|sid|hash|state)$/
/** `tokenExpiresAt`, `secret_id`: what is said of a credential, not the credential. */
const aboutCredentials =
  /[a-z](?:At|Ids?|Count|Version|Type|Algorithm|Name|Expires)$|[_-](?:at|ids?|count|version|type|algorithm|name|expires)$/

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

/**
 * Whether what a field, a header, a variable or an attribute holds is a credential by its name, in any spelling:
 * `Api-Key`, `api_key`, `apiKey`, `X-Auth-Token`.
 */
export function isSecretName(name: string): boolean {
  const letters = plain(name)
  if (!secretNames.test(letters) && !secretEnds.test(name)) return false
  return !aboutCredentials.test(name) || letters === 'sessionid'
}

/** The same of a parameter of a URL, where short names are used for credentials too. */
export const isSecretParameter = (name: string): boolean => isSecretName(name) || secretParameters.test(plain(name))
