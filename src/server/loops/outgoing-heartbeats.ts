import { minuteMs, secondMs } from '#kernel'
import type { Clock, Log } from '#kernel'
import { listOutgoingHeartbeats, recordOutgoingPing } from '#storage/database'
import type { OutgoingHeartbeatRow, Store } from '#storage/database'
import type { Health } from '../health/check-health.ts'
import type { Egress } from '../parts.ts'
import type { Loop } from './run-loop.ts'

export interface HeartbeatTools {
  readonly store: Store
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
  readonly http: Egress['http']
  /** As `/health` says it. */
  readonly health: () => Promise<Health>
  /** That of the settings; null without one. */
  readonly ownUrl: string | null
  readonly ownIntervalSeconds: number
}

const timeoutMs = 10 * secondMs
/** How often it is looked for new ones that nobody announced. */
const idleMs = 5 * minuteMs
const largestOk = 299
const smallestOk = 200

interface Beat extends Pick<OutgoingHeartbeatRow, 'url' | 'host' | 'intervalSeconds'> {
  /** Of the settings: nothing is noted of it, also where another one of its host is stored. */
  readonly isOwn?: true
}

/** Pings the URLs of the installation while it works, so that somebody elsewhere notices when it does not. */
export function outgoingHeartbeatLoop(tools: HeartbeatTools): Loop {
  const { store, clock, ownUrl, ownIntervalSeconds } = tools
  const own: Beat[] =
    ownUrl === null
      ? []
      : [{ url: ownUrl, host: new URL(ownUrl).host, intervalSeconds: ownIntervalSeconds, isOwn: true }]
  const dueAt = new Map<string, number>()
  return {
    name: 'outgoing heartbeats',
    async iteration() {
      const beats = [...own, ...(await listOutgoingHeartbeats(store.db, store.encryption))]
      for (const url of dueAt.keys()) if (beats.every((beat) => beat.url !== url)) dueAt.delete(url)
      const due = beats.filter(({ url }) => (dueAt.get(url) ?? 0) <= clock.now())
      if (due.length > 0) await pingAll(tools, due)
      for (const { url, intervalSeconds } of due) dueAt.set(url, clock.now() + intervalSeconds * secondMs)
      const waits = beats.map(({ url }) => Math.max(0, (dueAt.get(url) ?? 0) - clock.now()))
      return Math.max(1, Math.min(idleMs, ...waits))
    },
  }
}

async function pingAll(tools: HeartbeatTools, due: readonly Beat[]): Promise<void> {
  const { store, clock, log } = tools
  const { status, reasons } = await tools.health()
  if (status === 'failing') log.warn({ reasons }, 'No heartbeat is sent, because this service does not work')
  const cause = status === 'failing' ? `The service does not work: ${reasons.join(' ')}` : null
  await Promise.all(
    due.map(async (beat) => {
      const problem = cause ?? (await ping(tools, beat))
      if (problem !== null && cause === null)
        log.warn({ host: beat.host, problem }, 'A heartbeat of this service did not arrive')
      if (beat.isOwn === true) return
      await recordOutgoingPing(store.db, { host: beat.host, at: new Date(clock.now()), problem })
    }),
  )
}

/** Why a ping did not arrive, or null. */
async function ping({ http }: Pick<HeartbeatTools, 'http'>, { url }: Beat): Promise<string | null> {
  const reply = await http({ method: 'GET', url, headers: { 'user-agent': 'Belfry/1.0 (heartbeat)' }, timeoutMs })
  if (reply.failure !== null) return reply.failure.message
  const isOk = reply.status >= smallestOk && reply.status <= largestOk
  return isOk ? null : `It was answered with status ${reply.status}.`
}
