import type { ChannelTools } from '#channels'
import { createEgress } from '#egress'
import { Activity, hourMs, silentLog } from '#kernel'
import type { Clock } from '#kernel'
import type { Store } from '#storage/database'
import { createSelfMetrics } from '../../metrics/self-metrics.ts'
import { fallbackLoop } from '../fallbacks.ts'
import { notifierLoop } from '../notifier.ts'

/** The delivery loops of a service with or without mail settings. */
export function deliveryLoops(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  mail: ChannelTools['mail'] = null,
) {
  const tools = { store, clock, canMail: mail !== null, fallbackAfterMs: hourMs }
  const notifier = notifierLoop({
    ...tools,
    log: silentLog,
    metrics: createSelfMetrics('service'),
    activity: new Activity(),
    signal: new AbortController().signal,
    channelTools: {
      http: createEgress({ allowPrivateTargets: true }, clock).http,
      mail,
      slackBotToken: null,
      twilio: null,
      webPushKeys: { publicKey: '', privateKey: '' },
      serviceName: 'service',
      publicUrl: 'https://belfry.example',
    },
  })
  return { notifier, fallbacks: fallbackLoop(tools) }
}
