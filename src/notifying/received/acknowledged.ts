import type { ReceivedAlertRow } from '#storage/alerts'
import { stateOfReceived } from './received-state.ts'

/** An alert that somebody works on; one that has been acknowledged stays as it is. */
export function acknowledged(
  alert: ReceivedAlertRow,
  { by, note, atMs }: { readonly by: string; readonly note: string | null; readonly atMs: number },
): ReceivedAlertRow {
  const state = stateOfReceived(alert)
  const kind = alert.severity === 'critical' ? 'failure' : 'degraded'
  if (state.acknowledgement?.kind === kind) return alert
  return { ...alert, alertState: { ...state, acknowledgement: { kind, atMs, by, note } } }
}
