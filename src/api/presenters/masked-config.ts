import { channelTypes } from '#contract'
import type { ChannelType } from '#contract'
import { isSecretField, redactionMark } from '#redaction'

/**
 * The config of a channel without its credentials: the fields its type calls secrets, and the values of headers and
 * query parameters that are locked or that carry credentials by their name.
 */
export function maskedConfig(type: ChannelType, config: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const secrets: readonly string[] = channelTypes[type].secrets
  return Object.fromEntries(
    Object.entries(config).map(([name, value]) => [name, secrets.includes(name) ? masked(value) : maskedPairs(value)]),
  )
}

const masked = (value: unknown): unknown => (value === null || value === '' ? value : redactionMark)

const maskedPairs = (value: unknown): unknown => (Array.isArray(value) ? value.map(maskedPair) : value)

function maskedPair(pair: unknown): unknown {
  if (pair === null || typeof pair !== 'object' || !('value' in pair)) return pair
  return isSecretField('value', { ...pair }) ? { ...pair, value: masked(pair.value) } : pair
}
