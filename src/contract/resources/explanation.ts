import Type from 'typebox'
import type { Static } from 'typebox'
import { alertChannelTypes } from '../channel-types/index.ts'
import { alertTypes, silenceReasons } from '../runs/alert.ts'
import { storedOutcomes } from '../runs/verdict.ts'
import { AnyObject, DateTime, Nullable, OneOf } from '../schema.ts'
import { RollingResponseTimeInput } from './check-fields.ts'
import { settingSources } from './effective-settings.ts'

const ExplanationStepSchema = Type.Object({
  code: Type.String({ description: 'Which sentence it is; codes are added, and keep their meaning.' }),
  params: AnyObject({ description: 'The values in it.' }),
  text: Type.String({ description: 'The sentence in English.' }),
})
export type ExplanationStep = Static<typeof ExplanationStepSchema>

const statuses = ['PASSING', 'DEGRADED', 'FAILING'] as const

/** A change of state or a decision about notifications, and how it came about. */
export const AlertDecisionSchema = Type.Object({
  id: Type.String(),
  at: DateTime(),
  alertType: OneOf(alertTypes),
  from: OneOf(statuses),
  to: OneOf(statuses),
  checkAlertId: Nullable(Type.String(), { description: 'The alert that it recorded or belongs to.' }),
  isNotified: Type.Boolean({
    description: 'Whether a notification was planned for any channel; the log says how its delivery went.',
  }),
  silenceReason: Nullable(OneOf(silenceReasons), { description: 'Why nobody was notified; null when somebody was.' }),
  steps: Type.Array(ExplanationStepSchema, { description: 'From the run to the decision.' }),
  channels: Type.Array(
    Type.Object({
      channelId: Type.Integer(),
      type: OneOf(alertChannelTypes),
      name: Type.String({ description: 'The name or destination of the channel.' }),
      silenceReason: Nullable(OneOf(silenceReasons), { description: 'Null when a notification was planned for it.' }),
      step: ExplanationStepSchema,
    }),
    { description: 'Each subscribed channel; empty when one reason applies to all.' },
  ),
  runs: Type.Array(
    Type.Object({
      location: Type.String(),
      outcome: OneOf(storedOutcomes, { description: '`unknown`: nothing was learned about the target.' }),
      attempts: Type.Integer(),
      checkResultId: Nullable(Type.String()),
    }),
    { description: 'The run that was decided about, by location. Empty for heartbeats.' },
  ),
  rule: Type.Object({
    escalation: OneOf(['RUN_BASED', 'TIME_BASED', 'WINDOW_BASED']),
    threshold: Type.Integer({
      description: 'Failed runs in a row, minutes of failing, or how many of `windowRuns` did not pass.',
    }),
    windowRuns: Nullable(Type.Integer(), { description: 'How many runs a window looks back on; null without one.' }),
    passedRuns: Type.Integer({ description: 'How many better runs in a row end an alerted problem.' }),
    rollingResponseTime: Nullable(RollingResponseTimeInput),
    frequencyWhileFailing: Nullable(Type.Integer(), { description: 'Seconds between runs while it is failing.' }),
    locationShare: Nullable(Type.Integer(), { description: 'Percentage of the locations that must be affected.' }),
    source: OneOf(settingSources, { description: 'Where the alert settings come from.' }),
    retries: Nullable(Type.Integer(), {
      description: 'How often a failed run is retried; null where that is not known.',
    }),
    retriesSource: Nullable(OneOf(settingSources)),
  }),
})
export type AlertDecisionResource = Static<typeof AlertDecisionSchema>

/** The state of a check at a time, and why. */
export const CheckExplanationSchema = Type.Object({
  checkId: Type.String(),
  at: DateTime(),
  state: OneOf([...statuses, 'PENDING', 'PAUSED', 'UNKNOWN']),
  since: Nullable(DateTime(), { description: 'When the check got its state; null when that is not recorded.' }),
  steps: Type.Array(ExplanationStepSchema, {
    description:
      'What is to be said of the state itself, and what has to happen for an alert or for the end of a problem.',
  }),
  change: Nullable(AlertDecisionSchema, { description: 'The last change of state until then.' }),
  decisions: Type.Array(AlertDecisionSchema, {
    description:
      'What was decided since, without the change: reminders, alerts, what a silence held back; the newest first, at most 10.',
  }),
  runs: Type.Array(
    Type.Object({
      checkResultId: Type.String(),
      location: Type.String(),
      outcome: OneOf(storedOutcomes, { description: '`unknown`: nothing was learned about the target.' }),
      attempts: Type.Integer(),
      startedAt: DateTime(),
      error: Nullable(Type.String()),
    }),
    { description: 'The last results until then, the newest first, at most 10. Empty for heartbeats.' },
  ),
})
export type CheckExplanation = Static<typeof CheckExplanationSchema>

/** How an alert came about. */
export const AlertExplanationSchema = Type.Object({
  checkAlertId: Type.String(),
  checkId: Type.String(),
  steps: Type.Array(ExplanationStepSchema, { description: 'Says so when its decision is not recorded.' }),
  decisions: Type.Array(AlertDecisionSchema, {
    description: 'Whether it was sent, and what was sent of it later; the oldest first.',
  }),
})
export type AlertExplanation = Static<typeof AlertExplanationSchema>
