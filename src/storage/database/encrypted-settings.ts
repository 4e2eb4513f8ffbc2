import type { Encryption } from '#kernel'

/**
 * Encrypts the secret values inside settings: values of pairs that are `locked` or `secret`, and basic auth passwords.
 * Which values those are can be seen from the settings themselves, so opening needs no list of paths.
 */
export const encryptSettings = <T>(settings: T, encryption: Encryption): T =>
  transform(settings, (text) => encryption.encrypt(text)) as T
export const decryptSettings = <T>(settings: T, encryption: Encryption): T =>
  transform(settings, (text) => encryption.decrypt(text)) as T

function transform(value: unknown, change: (text: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => transform(item, change))
  if (value === null || typeof value !== 'object') return value
  const object: Record<string, unknown> = { ...value }
  for (const [name, item] of Object.entries(object)) object[name] = transform(item, change)
  if ((object['locked'] === true || object['secret'] === true) && typeof object['value'] === 'string')
    object['value'] = change(object['value'])
  const auth = object['basicAuth']
  if (isPasswordHolder(auth)) object['basicAuth'] = { ...auth, password: change(auth.password) }
  return object
}

const isPasswordHolder = (value: unknown): value is { password: string } =>
  typeof value === 'object' && value !== null && 'password' in value && typeof value.password === 'string'
