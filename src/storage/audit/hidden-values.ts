import { channelTypes } from '#contract'
import { isSecretField, redactText, redactionMark } from '#redaction'
import type { Encryption } from '#kernel'
import { propertyOf } from '../database/records.ts'

/** A secret inside a row, so that two of them can be compared and neither is written. */
export class HiddenValue {
  readonly text: string
  /** The recorded fields. */
  readonly shown: string
  constructor(text: string, shown: string = redactionMark) {
    this.text = text
    this.shown = shown
  }
}

type Fields = Readonly<Record<string, unknown>>

/** Columns that say nothing about what a person changed. */
const bookkeeping: ReadonlySet<string> = new Set([
  'accountId',
  'version',
  'createdAt',
  'updatedAt',
  'namePlace',
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
  'addressPlace',
  'provesAddress',
  'publicKey',
  'credentialId',
  'signCount',
  'transports',
])

/**
 * The fields of a row as the database writes it as JSON: settings beside the columns, bookkeeping left out, and every
 * secret hidden: what is encrypted, hashes, what `redactFields` replaces, the fields that a channel type calls secrets,
 * and what its headers and parameters hold, because that is what a receiver recognizes the service by.
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
    fields.map(([name, value]) => {
      if (names.has(name)) return [name, hidden(value)]
      return [name, pairFields.has(name) ? withHiddenPairs(value) : hide({ [name]: value })[name]]
    }),
  )
}

/** The headers or parameters of a channel, as pairs. */
const pairFields: ReadonlySet<string> = new Set(['headers', 'queryParameters'])

const withHiddenPairs = (pairs: unknown): unknown =>
  Array.isArray(pairs)
    ? pairs.map((pair: unknown) => ({ ...Object(pair), value: hidden(Object(pair).value) }))
    : hidden(pairs)

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
        return [name, isSecretField(name, value) && typeof item === 'string' ? secretOf(item, walked) : walked]
      }),
    )
  return (value) => object(Object(value) as Fields)
}

/** All of it is hidden, and what was encrypted is compared by its content. */
const secretOf = (text: string, walked: unknown): unknown =>
  text === '' ? text : new HiddenValue(walked instanceof HiddenValue ? walked.text : text)

const encrypted = /^v1:[\w+/=]{38,}$/

/** Values encrypted at rest stay hidden; a text that only looks encrypted stays as it is. */
function openedOf(text: string, encryption: Encryption): string | HiddenValue {
  if (!encrypted.test(text)) return text
  try {
    return new HiddenValue(encryption.decrypt(text))
  } catch {
    return text
  }
}

/** More of a text than an entry shows, so that a long script does not hold up the process. */
const examined = 4_000

function withoutCredentials(text: string | HiddenValue): string | HiddenValue {
  if (typeof text !== 'string') return text
  const start = text.slice(0, examined)
  const shown = redactText(start)
  if (shown === start) return text
  return new HiddenValue(text, text.length > examined ? `${shown}… (${text.length} characters)` : shown)
}
