import { advance } from '../advance.ts'
import type { AlertEvent, AlertState } from '../alert-state.ts'
import { plan } from '../plan.ts'
import type { PlannedNotification } from '../plan.ts'
import type { Derivation } from './derivation.ts'

/** The change of state, and who is notified or why not. */
export interface Verdict extends Pick<AlertEvent, 'type' | 'kind' | 'from' | 'to' | 'silence' | 'isAlert'> {
  readonly planned: readonly PlannedNotification[]
}

export interface Replayed {
  readonly verdict: Verdict
  readonly event: AlertEvent
  /** The alert state after it, without what channels were notified of. */
  readonly after: AlertState
}

/** Decides again what was decided by these inputs. */
export function replay(derivation: Derivation): Replayed {
  const { before, silence, subscriptions } = derivation
  const { event, state: after } = eventOf(derivation)
  const isOfRun = derivation.event === undefined
  const planned = plan({
    event,
    silence: silence?.silence ?? null,
    subscriptions,
    ...(isOfRun && { memory: before }),
  })
  return { verdict: verdictOf(event, planned), event, after }
}

export const verdictOf = (event: AlertEvent, planned: readonly PlannedNotification[]): Verdict => ({
  type: event.type,
  kind: event.kind,
  from: event.from,
  to: event.to,
  silence: event.silence,
  isAlert: event.isAlert,
  planned,
})

function eventOf({ atMs, before, event, tick, settings, silence }: Derivation) {
  if (event) return { event, state: before }
  return advance(before, { ...tick, atMs, settings: settings.value, isSilenced: silence?.isFinal === true })
}
