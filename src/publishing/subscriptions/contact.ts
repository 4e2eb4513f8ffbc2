import { createHash } from 'node:crypto'
import { mailAddressPattern } from '#contract'
import type { PushSubscriptionKeys, SubscriberKind } from '#contract'
import type { Encryption } from '#kernel'
import type { SubscriberRow } from '#storage/status-pages'

/** Where a reader wants to be told. */
export type Contact =
  | { readonly kind: 'mail'; readonly address: string }
  | { readonly kind: 'webhook' | 'slack'; readonly url: string }
  | { readonly kind: 'browser'; readonly keys: PushSubscriptionKeys }

const maxLength = { mail: 254, url: 2000 }
const mailAddress = new RegExp(mailAddressPattern)
const keyPatterns = { p256dh: /^B[A-P][\w-]{85}$/, auth: /^[\w-]{22}$/ }

/** The contact that a reader entered, or null when nobody can be reached there. */
export function readContact(kind: SubscriberKind, field: (name: string) => string): Contact | null {
  if (kind === 'browser') return readBrowser(field)
  const address = field('address').trim()
  if (kind === 'mail') return address.length <= maxLength.mail && mailAddress.test(address) ? { kind, address } : null
  return isWebAddress(address, ['http:', 'https:']) ? { kind, url: new URL(address).href } : null
}

function readBrowser(field: (name: string) => string): Contact | null {
  const keys = { endpoint: field('endpoint'), p256dh: field('p256dh'), auth: field('auth') }
  const isValid =
    isWebAddress(keys.endpoint, ['https:']) && keyPatterns.p256dh.test(keys.p256dh) && keyPatterns.auth.test(keys.auth)
  return isValid ? { kind: 'browser', keys } : null
}

function isWebAddress(text: string, protocols: readonly string[]): boolean {
  const url = text.length <= maxLength.url ? URL.parse(text) : null
  return url !== null && protocols.includes(url.protocol) && url.username === '' && url.password === ''
}

/**
 * A contact as it is stored. The addresses of webhooks and browsers are credentials: they are encrypted, and shown as
 * their host with a hash that tells them apart.
 */
export function storedContact(
  encryption: Encryption,
  contact: Contact,
): Pick<SubscriberRow, 'kind' | 'address' | 'encryptedTarget'> {
  const { kind } = contact
  if (kind === 'mail') return { kind, address: contact.address, encryptedTarget: null }
  const target = kind === 'browser' ? contact.keys : { url: contact.url }
  const text = JSON.stringify(target)
  const hash = createHash('sha256').update(`${kind} ${text}`).digest('hex').slice(0, 12)
  return { kind, address: `${urlOf(contact).host}/… (${hash})`, encryptedTarget: encryption.encrypt(text) }
}

const urlOf = (contact: Exclude<Contact, { kind: 'mail' }>): URL =>
  new URL(contact.kind === 'browser' ? contact.keys.endpoint : contact.url)

/** Receivers for everybody, who bear any number of messages: some readers must not use up those of all others. */
const commonReceivers =
  /^(?:hooks\.slack\.com|fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|.+\.push\.apple\.com|.+\.notify\.windows\.com)$/

/** The host, on any of its ports, that must not be sent many messages; null: it may. */
export function burdenedHostOf(contact: Contact): string | null {
  if (contact.kind === 'mail') return null
  const host = urlOf(contact).hostname.replace(/\.$/, '')
  return commonReceivers.test(host) ? null : host
}

/** The contact of a row that is not mailed, as `storedContact` wrote it. */
export const contactOf = (
  encryption: Encryption,
  { kind, encryptedTarget }: Pick<SubscriberRow, 'kind' | 'encryptedTarget'>,
): Contact | null => {
  if (kind === 'mail' || encryptedTarget === null) return null
  const stored = targetOf(encryption.decrypt(encryptedTarget))
  return readContact(kind, (name) => stored.get(name === 'address' ? 'url' : name) ?? '')
}

const targetOf = (text: string): ReadonlyMap<string, string> => {
  const stored: unknown = JSON.parse(text)
  return new Map(Object.entries(Object(stored)).map(([name, value]) => [name, String(value)]))
}
