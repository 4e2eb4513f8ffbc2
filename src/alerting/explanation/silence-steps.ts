import type { SilenceReason } from '#contract'
import type { AlertEvent } from '../alert-state.ts'
import type { Derivation } from './derivation.ts'
import type { Explained, StepMaker } from './explain.ts'
import { dateText, step } from './step.ts'
import type { Step } from './step.ts'

/** Whether it became an alert, and why nobody was notified of it. */
export const decision: StepMaker = (explained) => {
  const { replayed, derivation } = explained
  const { event, verdict } = replayed
  if (event.silence !== null) return silenceSteps[event.silence](explained)
  const common = verdict.planned.find(({ channelId }) => channelId === null)?.silence ?? null
  const isOfRun = derivation.event === undefined
  const reached = isOfRun ? [step(event.kind === 'recovery' ? 'EXPLAIN_RECOVERY' : 'EXPLAIN_ALERT')] : []
  if (common === null) return reached
  return [
    ...(event.kind === 'recovery' && common === 'NEVER_NOTIFIED' ? [] : reached),
    ...silenceSteps[common](explained),
  ]
}

/** The sentences of each reason for silence. */
const silenceSteps: Readonly<Record<SilenceReason, (explained: Explained) => readonly Step[]>> = {
  BELOW_THRESHOLD: () => [step('EXPLAIN_BELOW_THRESHOLD')],
  BELOW_LOCATION_SHARE: () => [step('EXPLAIN_BELOW_SHARE')],
  ALREADY_NOTIFIED: () => [step('EXPLAIN_ALREADY_NOTIFIED')],
  NEVER_NOTIFIED: () => [step('EXPLAIN_NEVER_NOTIFIED')],
  ACKNOWLEDGED: ({ derivation: { before } }) => {
    const { by: name = '', atMs = 0 } = before.acknowledgement ?? {}
    return [step('EXPLAIN_ACKNOWLEDGED', { name, date: dateText(atMs) })]
  },
  CHECK_MUTED: ({ derivation }) => [
    ...until(
      derivation,
      () => step('EXPLAIN_CHECK_MUTED'),
      (date) => step('EXPLAIN_CHECK_MUTED_UNTIL', { date }),
    ),
    ...heldBack(derivation),
  ],
  GROUP_MUTED: ({ derivation }) => {
    const name = derivation.group ?? ''
    return [
      ...until(
        derivation,
        () => step('EXPLAIN_GROUP_MUTED', { name }),
        (date) => step('EXPLAIN_GROUP_MUTED_UNTIL', { name, date }),
      ),
      ...heldBack(derivation),
    ]
  },
  CHECK_SNOOZED: ({ derivation }) => [
    ...until(
      derivation,
      () => step('EXPLAIN_CHECK_MUTED'),
      (date) => step('EXPLAIN_SNOOZED_UNTIL', { date }),
    ),
    ...heldBack(derivation),
  ],
  SILENCED_BY_MAINTENANCE: ({ derivation }) => {
    const name = (derivation.silence?.windows ?? []).join(', ')
    return [
      ...until(
        derivation,
        () => step('EXPLAIN_MAINTENANCE', { name }),
        (date) => step('EXPLAIN_MAINTENANCE_UNTIL', { name, date }),
      ),
      ...heldBack(derivation),
    ]
  },
  NO_CHANNEL: () => [step('EXPLAIN_NO_CHANNEL')],
  // Reasons of single channels.
  CHANNEL_FLAG_OFF: () => [],
  SUBSCRIPTION_INACTIVE: () => [],
  CHANNEL_PAUSED: () => [],
}

const until = ({ silence }: Derivation, endless: () => Step, ending: (date: string) => Step): readonly Step[] => {
  const untilMs = silence?.untilMs ?? null
  return [untilMs === null ? endless() : ending(dateText(untilMs))]
}

const heldBack = ({ silence }: Derivation): readonly Step[] =>
  silence === null ? [] : [step(silence.isFinal ? 'EXPLAIN_NOT_SENT_LATER' : 'EXPLAIN_HELD_BACK')]

/** Whether one channel was notified, or why not. `name` is what people call it. */
export function channelStep(
  {
    event,
    subscriptions,
  }: { readonly event: Pick<AlertEvent, 'kind'>; readonly subscriptions: Derivation['subscriptions'] },
  {
    channelId,
    silence,
    name,
  }: { readonly channelId: number; readonly silence: SilenceReason | null; readonly name: string },
): Step {
  if (silence === null) return step('EXPLAIN_CHANNEL_NOTIFIED', { name })
  if (silence === 'CHANNEL_FLAG_OFF') return step(flagCodes[event.kind ?? 'failure'], { name })
  if (silence === 'SUBSCRIPTION_INACTIVE') return step('EXPLAIN_CHANNEL_INACTIVE', { name })
  if (silence !== 'CHANNEL_PAUSED') return step('EXPLAIN_CHANNEL_UNINFORMED', { name })
  const until = subscriptions.find((one) => one.channelId === channelId)?.pausedUntilMs ?? null
  return until === null
    ? step('EXPLAIN_CHANNEL_PAUSED', { name })
    : step('EXPLAIN_CHANNEL_PAUSED_UNTIL', { name, date: dateText(until) })
}

const flagCodes = {
  failure: 'EXPLAIN_CHANNEL_NO_FAILURES',
  degraded: 'EXPLAIN_CHANNEL_NO_DEGRADATIONS',
  recovery: 'EXPLAIN_CHANNEL_NO_RECOVERIES',
  ssl: 'EXPLAIN_CHANNEL_NO_CERTIFICATES',
} as const
