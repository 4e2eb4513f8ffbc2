import { channelTypes } from '#contract'
import type { ChannelType } from '#contract'
import { isSecretField, redactionMark } from '#redaction'
import type { Payload } from '../resource-type.ts'

/**
 * The config of a channel without its credentials. What is left is valid still: addresses keep their host, and headers
 * their scheme.
 */
export function maskedConfig(type: unknown, config: Payload): Payload {
  const secrets = secretsOf(type)
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, secrets.includes(name) ? masked(value) : maskedList(value)]),
  )
}

/** The names of the fields of a config that are secrets. */
export const secretsOf = (type: unknown): readonly string[] =>
  Object.entries(channelTypes).find(([name]) => name === type)?.[1].secrets ?? []

const botOfTelegram = /^(https:\/\/api\.telegram\.org\/bot)[^/]+(\/sendMessage)$/
const scheme = /^(Bearer|Basic|Token) .*$/i

function masked(value: unknown): unknown {
  if (typeof value !== 'string' || value === '') return value
  if (botOfTelegram.test(value)) return value.replace(botOfTelegram, `$1${redactionMark}$2`)
  if (scheme.test(value)) return value.replace(scheme, `$1 ${redactionMark}`)
  return URL.canParse(value) ? `${new URL(value).origin}/${redactionMark}` : redactionMark
}

const maskedList = (value: unknown): unknown => (Array.isArray(value) ? value.map(maskedPair) : value)

function maskedPair(pair: unknown): unknown {
  const fields: Payload = Object(pair)
  return 'value' in fields && isSecretField('value', fields) ? { ...fields, value: masked(fields['value']) } : pair
}

/** A config in which each value that is as `maskedConfig` shows the stored one is the stored one again. */
export function restoredConfig(
  given: Payload,
  { type, stored }: { readonly type: ChannelType; readonly stored: Payload },
) {
  const shown = maskedConfig(type, stored)
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      isMasked(value) && value === shown[name] ? stored[name] : restoredList(value, shown[name], stored[name]),
    ]),
  )
}

const isMasked = (value: unknown): boolean => typeof value === 'string' && value.includes(redactionMark)

function restoredList(value: unknown, shown: unknown, stored: unknown): unknown {
  if (!Array.isArray(value) || !Array.isArray(shown) || !Array.isArray(stored)) return value
  return value.map((pair: Payload) => {
    const isSame = (other: Payload): boolean => other['key'] === pair['key'] && other['value'] === pair['value']
    const at = isMasked(pair['value']) ? shown.findIndex(isSame) : -1
    return at < 0 ? pair : { ...pair, value: Object(stored[at])['value'] }
  })
}
