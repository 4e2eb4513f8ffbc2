import type { Value } from '../../counterparts/hosted/checks.ts'
import type { Draft } from '../../draft.ts'
import type { SourceFields } from '../../source-fields.ts'

/** A check on its way to one of ours. */
export interface SettingsImport {
  readonly draft: Draft
  readonly fields: SourceFields
  /** Those of its type. */
  readonly settings: SourceFields
  readonly name: string
  /** Between two runs. */
  readonly seconds: number
  readonly timeoutMs: number
}

/** The part of a check that its type has; null: there is no counterpart. */
export type ReadSettings = (check: SettingsImport) => Value | null

const families: Readonly<Record<string, 'IPv4' | 'IPv6'>> = { V4: 'IPv4', 1: 'IPv4', V6: 'IPv6', 2: 'IPv6' }

/** Versions by name or number. */
export function familyFrom(settings: SourceFields): { readonly ipFamily?: 'IPv4' | 'IPv6' } {
  const family = families[settings.text('ipVersion') ?? '']
  settings.exact('ipVersion')
  return family === undefined ? {} : { ipFamily: family }
}

/** Whether certificates are accepted unseen. */
export function tlsFrom(settings: SourceFields): boolean {
  const tls = settings.fields('tlsConfig')
  const skips = tls.flag('insecureSkipVerify') === true
  tls.exact('insecureSkipVerify')
  tls.impossible('caCert', 'Add the authority to those that the service trusts.')
  for (const name of ['clientCert', 'clientKey']) tls.impossible(name, 'Upload the client certificate for the host.')
  tls.impossible('serverName', 'The name of the target is asked for: use a check of the certificate for another one.')
  tls.finish()
  return skips
}

/** The text of base64 in a list, empty without one. */
export const heldBase64 = (value: unknown): readonly string[] =>
  typeof value === 'string' && value !== '' ? [Buffer.from(value, 'base64').toString()] : []

/** `${secrets.name}` becomes a variable that a person has to enter, as the API does not tell it. */
export function withSecrets(draft: Draft, text: string): string {
  return text.replaceAll(/\$\{secrets\.([\w.-]{1,100})\}/g, (_whole, name: string) => `{${draft.secret(name, null)}}`)
}
