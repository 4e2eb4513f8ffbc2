import type { ChannelTraits } from '../channel-type-descriptor.ts'
import { webhookPresets, webhookPresetTable } from './presets.ts'
import type { WebhookPreset } from './presets.ts'
import type { WebhookConfig } from './webhook.ts'

/** Methods with a default body. */
const bodyMethods: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

/** The preset that builds the body of a webhook; null with a template, without a preset, or without a body. */
export function activePresetName({ method, template, webhookType }: WebhookConfig): WebhookPreset | null {
  const isTemplated = template !== null && template !== ''
  if (isTemplated || !bodyMethods.has(method.toUpperCase())) return null
  return webhookPresets.find((name) => name === webhookType) ?? null
}

/** With a template the receiver is still the product, but whether people read the message is unknown. */
export function traitsOfWebhook(config: WebhookConfig): Partial<ChannelTraits> {
  const { webhookType } = config
  if (!webhookType) return {}
  const { opensIncidents } = webhookPresetTable[webhookType]
  const active = activePresetName(config)
  const reader = active === null ? 'programs' : webhookPresetTable[active].reader
  return { reader, opensIncidents, entitlement: 'ADVANCED_ALERT_CHANNELS' }
}
