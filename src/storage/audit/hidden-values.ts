import { channelTypes } from '#contract'
import { secretHeaders } from '#kernel'
import type { Encryption } from '#kernel'
import { propertyOf } from '../database/records.ts'

/** A secret inside a row, so that two of them can be compared and neither is written. */
export class HiddenValue {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Fields = Readonly<Record<string, unknown>>

/** What says nothing about what a person changed. */
const bookkeeping: ReadonlySet<string> = new Set([
  'accountId',
  'version',
  'createdAt',
  'updatedAt',
  'variablesVersion',
  'snippetsVersion',
  'burstUntil',
  'calledAt',
  'planningDueAt',
  'nextChangeAt',
  'effectiveFrom',
  'effectiveUntil',
  'rotatedAt',
  'lastUsedAt',
  'tokenExpiresAt',
  'previousHash',
  'contentId',
  'keptUntil',
  'generation',
  'claimableAt',
  'leaseToken',
  'tries',
  'mailStatus',
  'mailResponse',
  'publicKey',
  'credentialId',
  'signCount',
  'transports',
])

const secretNames = /password|passphrase|secret$|token|api_?key$|private_?key|service_?key|credential/i

/**
 * The fields of a row as the database writes it as JSON: settings beside the columns, bookkeeping left out, and every
 * secret hidden: what is encrypted, hashes, locked and secret pairs, basic auth, headers and fields that carry
 * credentials by their name, and the fields that a channel type calls secrets.
 */
export function visibleFields(row: Fields, encryption: Encryption): Record<string, unknown> {
  const hide = hider(encryption)
  const fields: Record<string, unknown> = {}
  for (const [column, value] of Object.entries(row)) {
    const name = propertyOf(column.replace(/^encrypted_/, ''))
    if (bookkeeping.has(name)) continue
    if (column === 'settings') Object.assign(fields, hide(value))
    else if (column === 'config') Object.assign(fields, configOf(row['type'], value, encryption))
    else fields[name] = /(^|_)hash$/.test(column) ? hidden(value) : hide({ [name]: value })[name]
  }
  return fields
}

const hidden = (value: unknown): unknown =>
  value === null || value === undefined || value === '' ? value : new HiddenValue(JSON.stringify(value))

function configOf(type: unknown, config: unknown, encryption: Encryption): Fields {
  const { sealed } = Object(config) as { sealed?: unknown }
  const opened: unknown = typeof sealed === 'string' ? JSON.parse(encryption.decrypt(sealed)) : config
  const secrets = Object.entries(channelTypes).find(([name]) => name === type)?.[1].secrets ?? []
  const names = new Set<string>(secrets)
  const hide = hider(encryption)
  const fields = Object.entries(Object(opened) as Fields)
  return Object.fromEntries(
    fields.map(([name, value]) => [name, names.has(name) ? hidden(value) : hide({ [name]: value })[name]]),
  )
}

type Hide = (value: unknown) => Record<string, unknown>

function hider(encryption: Encryption): Hide {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return withoutCredentials(openedOf(value, encryption))
    if (Array.isArray(value)) return value.map(walk)
    if (value === null || typeof value !== 'object') return value
    return object(value as Fields)
  }
  const object = (value: Fields): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([name, item]) => {
        const walked = walk(item)
        return [name, isSecret(name, value) && typeof walked === 'string' ? hidden(walked) : walked]
      }),
    )
  return (value) => object(Object(value) as Fields)
}

const isSecret = (name: string, { key, locked, secret }: Fields): boolean =>
  name === 'value' && (typeof key === 'string' || locked !== undefined)
    ? locked === true || secret === true || isSecretName(String(key))
    : isSecretName(name)

const isSecretName = (name: string): boolean => secretHeaders.has(name.toLowerCase()) || secretNames.test(name)

const encrypted = /^v1:[\w+/=]{38,}$/

/** What is encrypted at rest stays hidden; a text that only looks like it stays as it is. */
function openedOf(text: string, encryption: Encryption): string | HiddenValue {
  if (!encrypted.test(text)) return text
  try {
    return new HiddenValue(encryption.decrypt(text))
  } catch {
    return text
  }
}

const withoutCredentials = (text: string | HiddenValue): string | HiddenValue =>
  typeof text === 'string' ? text.replaceAll(/(:\/\/[^\s/?#@:]*:)[^\s/?#@]+@/g, '$1*********@') : text
