import type { HeartbeatSignalResource, HeartbeatSignalWithBody } from '#contract'
import { Fault } from '#kernel'
import type { Caller } from '#kernel'
import { findHeartbeatSignal } from '#storage/checks'
import type { ListedSignalRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { assertHeartbeat } from './heartbeat-check.ts'

/**
 * The signal of a ping with its body. Throws CHECK_NOT_FOUND, CHECK_TYPE_MISMATCH and HEARTBEAT_EVENT_NOT_FOUND.
 */
export async function getHeartbeatSignal(
  store: Store,
  { accountId }: Caller,
  { checkId, signalId }: { readonly checkId: string; readonly signalId: string },
): Promise<HeartbeatSignalWithBody> {
  await assertHeartbeat(store, { accountId, checkId })
  const signal = await findHeartbeatSignal(store.db, accountId, checkId, signalId)
  if (signal === null) throw new Fault('HEARTBEAT_EVENT_NOT_FOUND')
  return { ...signalOf({ ...signal, hasBody: signal.body !== null }), body: signal.body }
}

/** A signal without its body. */
export const signalOf = (signal: ListedSignalRow): HeartbeatSignalResource => ({
  id: signal.id,
  kind: signal.kind,
  timestamp: signal.at.toISOString(),
  runId: signal.runId,
  exitStatus: signal.exitStatus,
  durationMs: signal.durationMs,
  overlapping: signal.overlapping,
  error: signal.error,
  metrics: [...signal.metrics],
  hasBody: signal.hasBody,
  bodyBytes: signal.bodyBytes,
  source: signal.source || null,
  userAgent: signal.userAgent || null,
})
