import { compact, verdictOf } from '#alerting'
import type {
  AlertState,
  Derivation,
  EscalatedStep,
  PlannedNotification,
  RunLimits,
  Silence,
  Subscription,
} from '#alerting'
import { isWireType } from '#contract'
import type { AlertSettings, SettingSource } from '#contract'
import { sourcedRetryStrategy } from '#inheritance'
import { timeOrderedId } from '#kernel'
import type { EffectiveCheck } from '#management'
import type { AlertDecisionRow, SubscribedChannel } from '#storage/alerts'
import type { AlertNotice } from '../planning/alert-notice.ts'
import { alertStateOf } from '../states/alert-state-of.ts'
import type { FinishedTick } from '../states/finished-tick.ts'

export interface Decided {
  readonly planned: readonly PlannedNotification[]
  readonly silence: Silence | null
  readonly settings: { readonly value: AlertSettings; readonly source: SettingSource }
  readonly channels: readonly SubscribedChannel[]
  readonly subscriptions: readonly Subscription[]
  /** The alert that was recorded, or that the notifications belong to. */
  readonly alertId: string | null
  readonly nowMs: number
}

/** The row of a decision: what it depended on, and what was decided. */
export function alertDecision(notice: AlertNotice, decided: Decided): AlertDecisionRow {
  const { own } = notice.effective
  const { alertId, nowMs, planned } = decided
  return {
    accountId: own.accountId,
    id: timeOrderedId(nowMs),
    checkId: own.id,
    checkAlertId: alertId,
    derivation: compact(derivationOf(notice, decided)),
    verdict: verdictOf(notice.event, planned),
    createdAt: new Date(nowMs),
  }
}

function derivationOf(notice: AlertNotice, decided: Decided): Derivation {
  const { effective, tick, row, before, event, reminderSequence, step } = notice
  const types = new Map(decided.channels.map(({ channelId, type }) => [channelId, type]))
  return {
    atMs: decided.nowMs,
    before: withoutNote(before ?? alertStateOf(row)),
    ...(before === undefined && { event }),
    ...(reminderSequence !== undefined && reminderSequence > 0 && { reminderSequence }),
    ...(step && { step: withoutAlert(step) }),
    tick: tickOf(tick),
    settings: { value: decided.settings.value, source: decided.settings.source },
    ...retriesOf(effective),
    ...limitsOf(effective),
    group: effective.group?.name ?? null,
    silence: decided.silence,
    // Where one reason applies to all, none of them decided anything.
    subscriptions: decided.planned.every(({ channelId }) => channelId === null)
      ? []
      : decided.subscriptions.flatMap((one) => {
          const type = types.get(one.channelId)
          return type === undefined ? [] : [{ ...one, type }]
        }),
  }
}

const withoutAlert = ({ alertId: _alertId, ...step }: NonNullable<AlertNotice['step']>): EscalatedStep => step

/** Notes of people decide nothing. */
const withoutNote = (state: AlertState): AlertState =>
  state.acknowledgement ? { ...state, acknowledgement: { ...state.acknowledgement, note: null } } : state

const tickOf = ({ tickId, summary, outcomes, unknown = [], isParallel, result }: FinishedTick): Derivation['tick'] => ({
  ...summary,
  id: tickId,
  resultId: result.id,
  isParallel,
  locations: [...outcomes, ...unknown],
})

function retriesOf({ own, group, check }: EffectiveCheck): Pick<Derivation, 'retries'> {
  if (!isWireType(own.checkType)) return {}
  const { value, source } = sourcedRetryStrategy(own, group, check)
  return { retries: { value, source } }
}

/** Those of these settings that a check has; absent without any, which is usual. */
export function limitsOf({ check: { settings } }: EffectiveCheck): { readonly limits?: RunLimits } {
  const rolling = settings.rollingResponseTime ?? null
  const seconds = settings.frequencyWhileFailing ?? null
  if (rolling === null && seconds === null) return {}
  return {
    limits: {
      ...(rolling && { rollingResponseTime: rolling }),
      ...(seconds !== null && { frequencyWhileFailing: seconds }),
    },
  }
}
