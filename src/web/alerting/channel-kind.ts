import { webhookPresets } from '#contract'
import type { ChannelType, WebhookPreset } from '#contract'
import { texts } from '../strings/index.ts'
import { lateTexts } from '../strings/late.ts'

interface Typed {
  readonly type: ChannelType
  readonly config: object
}

/** The product that a webhook is for; null for a plain one and for other types. */
export const presetOf = ({ config }: Pick<Typed, 'config'>): WebhookPreset | null => {
  const chosen: unknown = Reflect.get(config, 'webhookType')
  return webhookPresets.find((preset) => preset === chosen) ?? null
}

/** The name of the type of a channel, or of the product that a webhook is for. */
export function channelKind(channel: Typed): string {
  const preset = presetOf(channel)
  return preset === null ? (texts.alerts.channels[channel.type] ?? channel.type) : lateTexts.editor.choices[preset]
}
