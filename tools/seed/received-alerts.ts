import { minuteMs } from '#kernel'
import { receiveAlerts } from '#notifying'
import type { ReceivedEvent } from '#notifying'
import type { Store } from '#storage/database'
import type { Call } from './account.ts'

const alerts = [
  [
    'NodeFilesystemAlmostFull',
    'warning',
    'Less than 10 % are left on /var',
    { instance: 'db-2:9100', mountpoint: '/var' },
  ],
  ['HighErrorRate', 'critical', '7 % of the requests of the shop fail', { service: 'Shop', namespace: 'prod' }],
  [
    'KubePodCrashLooping',
    'warning',
    'Pod mailer-7d9f restarts again and again',
    { pod: 'mailer-7d9f', namespace: 'prod' },
  ],
] as const

/** Alerts of a Prometheus, two of which fire. */
export async function makeReceivedAlerts(store: Store, call: Call, at: { nowMs: number; publicUrl: string }) {
  const { token } = await call('POST', '/v1/alert-sources', { name: 'Prometheus' })
  const firing = alerts.map(([name, severity, summary, labels], index): ReceivedEvent => {
    return {
      fingerprint: `a${index}`,
      name,
      labels: { alertname: name, severity, ...labels },
      annotations: { summary, runbook_url: `https://runbooks.shop.example/${name}` },
      summary,
      link: 'https://prometheus.shop.example/graph',
      isFiring: true,
      startsAt: new Date(at.nowMs - (index * 40 + 25) * minuteMs),
    }
  })
  const send = (events: readonly ReceivedEvent[]) =>
    receiveAlerts(store, { token: token ?? '', events, leftOut: 0 }, at)
  await send(firing)
  await send(firing.slice(2).map((event) => ({ ...event, isFiring: false })))
}
