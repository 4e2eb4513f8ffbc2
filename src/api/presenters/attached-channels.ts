import type { AttachedChannels, KeyValuePair } from '#contract'
import { maskedConfig } from './masked-config.ts'
import { seesLocked } from './visibility.ts'
import type { Viewer } from './visibility.ts'

/** A channel as stored; the shape of `config` depends on the type. */
export interface StoredChannel {
  readonly type: string
  readonly config: Readonly<Record<string, unknown>>
}

/** The channels of a check by kind (specification 2.1); kinds that have no place there are left out. */
export function attachedChannels(channels: readonly StoredChannel[], viewer: Viewer): AttachedChannels {
  const attached: AttachedChannels = { email: [], webhook: [], slack: [], sms: [] }
  for (const channel of channels) add(attached, channel, viewer)
  return attached
}

function add(attached: AttachedChannels, channel: StoredChannel, viewer: Viewer): void {
  const config = seesLocked(viewer) ? channel.config : maskedConfig(channel.type, channel.config)
  const read = (field: string): string => textOf(config[field])
  if (channel.type === 'EMAIL') attached.email.push({ address: read('address') })
  if (channel.type === 'SLACK') attached.slack.push({ url: read('url') })
  if (channel.type === 'SMS') attached.sms.push({ number: read('number'), name: read('name') })
  if (channel.type !== 'WEBHOOK') return
  attached.webhook.push({
    name: read('name'),
    url: read('url'),
    method: read('method') || null,
    headers: pairsOf(config['headers']),
    queryParameters: pairsOf(config['queryParameters']),
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

const pairsOf = (value: unknown): KeyValuePair[] => (Array.isArray(value) ? value.flatMap(pairOf) : [])

function pairOf(value: unknown): KeyValuePair[] {
  if (typeof value !== 'object' || value === null || !('key' in value) || typeof value.key !== 'string') return []
  const text = 'value' in value && typeof value.value === 'string' ? value.value : ''
  return [{ key: value.key, value: text, locked: 'locked' in value && value.locked === true }]
}
