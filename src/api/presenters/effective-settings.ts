import type { EffectiveSettingsResource } from '#contract'
import type { getEffectiveSettings } from '#management'
import { presentRetryStrategy } from './check.ts'
import { validated } from './validated.ts'

type EffectiveSettings = Awaited<ReturnType<typeof getEffectiveSettings>>

/** The effective settings of a check with what its channels are called. */
export function presentEffectiveSettings(
  settings: EffectiveSettings,
  channelNames: ReadonlyMap<number, string>,
): EffectiveSettingsResource {
  const { retryStrategy: retries, alertChannels } = settings
  return validated<EffectiveSettingsResource>({
    ...settings,
    retryStrategy: {
      ...retries,
      value: presentRetryStrategy(retries.value),
      ...(retries.own !== undefined && { own: presentRetryStrategy(retries.own) }),
    },
    alertChannels: alertChannels.map((channel) => ({
      ...channel,
      name: channelNames.get(channel.channelId) ?? String(channel.channelId),
    })),
  })
}
