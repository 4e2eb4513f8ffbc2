import { countFailed, plan, runsToRecover } from '#alerting'
import type { AlertEvent, AlertState, Silence } from '#alerting'
import type { AlertPreviewResource, AlertSettings } from '#contract'
import { Fault } from '#kernel'
import { findCheckState } from '#storage/checks'
import type { SubscribedChannel } from '#storage/alerts'
import type { CheckStateRow } from '#storage/checks'
import type { Store } from '#storage/database'
import { alertStateOf } from '../states/alert-state-of.ts'
import { loadAlertBatch } from '../planning/alert-batch.ts'
import type { AlertBatch, AlertContext } from '../planning/alert-batch.ts'
import type { EffectiveCheck } from '#management'

/** Channels without what people call them. */
export type AlertPreview = Omit<AlertPreviewResource, 'channels'> & {
  readonly channels: readonly Omit<AlertPreviewResource['channels'][number], 'name'>[]
}

/**
 * Who would be notified, or why nobody, if the next runs of a check failed: the same decision as that of a real
 * failure, and nothing is stored. Throws CHECK_NOT_FOUND.
 */
export async function previewAlerts(
  { db, encryption }: Store,
  { accountId, ...context }: Omit<AlertContext, 'encryption'> & { readonly accountId: string },
  checkId: string,
): Promise<AlertPreview> {
  const row = await findCheckState(db, accountId, checkId)
  const batch = row && (await loadAlertBatch(db, [checkId], { ...context, encryption }))
  const effective = batch?.checks.get(checkId)
  if (!row || !batch || effective?.own.accountId !== accountId) throw new Fault('CHECK_NOT_FOUND')
  return {
    checkId,
    activated: effective.check.activated,
    status: row.status,
    ...pauseOf(batch, effective, row),
    ...rulesOf(batch.settingsOf(effective)),
    ...progressOf(alertStateOf(row)),
    ...policiesOf(batch.settingsOf(effective), alertStateOf(row)),
    ...plannedOf(batch, effective, batch.silenceOf(effective, row)),
  }
}

function pauseOf(
  batch: AlertBatch,
  effective: EffectiveCheck,
  row: CheckStateRow,
): Pick<AlertPreview, 'isPaused' | 'pausedUntil'> {
  const pause = batch.pauseOf(effective, row)
  return pause === null || pause.isOver
    ? { isPaused: false, pausedUntil: null }
    : { isPaused: true, pausedUntil: instantOf(pause.untilMs) }
}

/** A silence of the whole check plans no channel: who would be notified without it is listed all the same. */
function plannedOf(
  batch: AlertBatch,
  effective: EffectiveCheck,
  silence: Silence | null,
): Pick<AlertPreview, 'silenceReason' | 'silencedUntil' | 'channels'> {
  const subscriptions = batch.subscriptionsOf(effective)
  const planned = plan({ event: failureEvent, silence: silence?.silence ?? null, subscriptions })
  const reason = planned.find(({ channelId }) => channelId === null)?.silence ?? null
  const channels = new Map(batch.channelsOf(effective).map((channel) => [channel.channelId, channel]))
  const recovery = plan({ event: recoveryEvent, silence: null, subscriptions })
  const listed = reason === null ? planned : plan({ event: failureEvent, silence: null, subscriptions })
  return {
    silenceReason: reason,
    silencedUntil: reason === silence?.silence ? endOf(silence) : null,
    channels: listed.flatMap(({ channelId, silence: own }) => {
      const channel = channelId === null ? undefined : channels.get(channelId)
      return channel ? [channelOf(channel, own, recovery)] : []
    }),
  }
}

const event = { isAlert: true, silence: null, from: 'passing', to: 'failing', notifiedBefore: [], since: null } as const
/** The first alert about a failure. */
export const failureEvent: AlertEvent = { ...event, type: 'ALERT_FAILURE', kind: 'failure' }
const recoveryEvent: AlertEvent = {
  ...event,
  type: 'ALERT_RECOVERY',
  kind: 'recovery',
  from: 'failing',
  to: 'passing',
  notifiedBefore: ['failure'],
}

const channelOf = (
  { channelId, type }: SubscribedChannel,
  silenceReason: AlertPreview['silenceReason'],
  recovery: ReturnType<typeof plan>,
): AlertPreview['channels'][number] => ({
  channelId,
  type,
  silenceReason,
  notifiesRecovery: recovery.some((one) => one.channelId === channelId && one.silence === null),
})

const instantOf = (ms: number | null): string | null => (ms === null ? null : new Date(ms).toISOString())
const endOf = (silence: Silence | null): string | null => instantOf(silence?.untilMs ?? null)

function rulesOf(
  settings: AlertSettings,
): Pick<AlertPreview, 'escalation' | 'threshold' | 'locationShare' | 'reminders'> {
  const { escalationType, runBasedEscalation, timeBasedEscalation, reminders, parallelRunFailureThreshold } = settings
  return {
    escalation: escalationType,
    threshold:
      escalationType === 'RUN_BASED'
        ? runBasedEscalation.failedRunThreshold
        : timeBasedEscalation.minutesFailingThreshold,
    locationShare: parallelRunFailureThreshold.enabled ? parallelRunFailureThreshold.percentage : null,
    reminders: { amount: reminders.amount, interval: reminders.interval },
  }
}

const progressOf = (state: AlertState): Pick<AlertPreview, 'failedRuns' | 'failingSince' | 'isAlerted'> => ({
  failedRuns: state.status === 'passing' ? 0 : state.problemRuns,
  failingSince: state.status === 'passing' ? null : instantOf(state.problemSince),
  isAlerted: state.failureNotified,
})

function policiesOf(
  settings: AlertSettings,
  { recentRuns, goodRuns }: AlertState,
): Pick<AlertPreview, 'window' | 'recovery'> {
  const { windowBasedEscalation: window } = settings
  const passedRunThreshold = runsToRecover(settings)
  return {
    ...(window && { window: { ...window, failedRuns: countFailed(recentRuns) } }),
    ...(passedRunThreshold > 1 && { recovery: { passedRunThreshold, passedRuns: goodRuns ?? 0 } }),
  }
}
