import {
  deleteOldAlertDecisions,
  deleteOldAlertSilences,
  deleteOldReceivedAlerts,
  findAlertSources,
  lockDueAlerts,
  saveReceivedAlerts,
} from '#storage/alerts'
import type { ReceivedAlertRow } from '#storage/alerts'
import type { Store } from '#storage/database'
import { loadReceivedBatch } from './received-batch.ts'

/**
 * Ends alerts of other tools that were not sent again in time, and sends what silences held back, in one transaction.
 * Returns how many alerts were looked at.
 */
export async function advanceReceivedAlerts(
  store: Store,
  { nowMs, publicUrl }: { readonly nowMs: number; readonly publicUrl: string },
  limit: number,
): Promise<number> {
  return store.db.transaction(async (tx) => {
    const alerts = await lockDueAlerts(tx, new Date(nowMs), limit)
    if (alerts.length === 0) return 0
    const idsOf = (key: 'accountId' | 'sourceId') => [...new Set(alerts.map(({ [key]: id }) => id))]
    const sources = await findAlertSources(tx, idsOf('accountId'), idsOf('sourceId'))
    const byId = new Map(sources.map((source) => [source.id, source]))
    const context = { nowMs, publicUrl, encryption: store.encryption }
    const batch = await loadReceivedBatch(tx, sources, alerts, context)
    const moved = alerts.map((alert) => {
      const source = byId.get(alert.sourceId)
      if (source === undefined) return { ...alert, dueAt: null }
      return isExpired(alert, nowMs)
        ? batch.advance(source, { ...alert, endedAt: new Date(nowMs) }, 'passed')
        : batch.release(source, alert)
    })
    await saveReceivedAlerts(tx, moved)
    await batch.store(tx)
    return alerts.length
  })
}

const isExpired = ({ endedAt, expiresAt }: ReceivedAlertRow, nowMs: number): boolean =>
  endedAt === null && expiresAt !== null && expiresAt.getTime() <= nowMs

const batchSize = 1_000

/** Deletes alerts of other tools and silences that were over before a time, and how alerts before it were decided. */
export async function deleteOldAlerts({ db }: Store, before: Date): Promise<void> {
  while (await deleteOldReceivedAlerts(db, before, batchSize));
  await deleteOldAlertSilences(db, before)
  while ((await deleteOldAlertDecisions(db, before, batchSize)) > 0);
}
