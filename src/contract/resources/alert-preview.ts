import Type from 'typebox'
import type { Static } from 'typebox'
import { alertChannelTypes } from '../channel-types/index.ts'
import { silenceReasons } from '../runs/alert.ts'
import { DateTime, Nullable, OneOf } from '../schema.ts'

/** The notifications if the next runs of a check failed, with the current settings and silences. */
export const AlertPreviewSchema = Type.Object({
  checkId: Type.String(),
  activated: Type.Boolean({ description: 'Whether it runs; nothing follows when it does not.' }),
  pausedUntil: Nullable(DateTime({ description: 'When a maintenance window that pauses it ends.' })),
  isPaused: Type.Boolean({ description: 'Whether a maintenance window pauses it now.' }),
  status: Nullable(OneOf(['passing', 'degraded', 'failing'])),
  escalation: OneOf(['RUN_BASED', 'TIME_BASED']),
  threshold: Type.Integer({
    description: 'Failed runs in a row, or minutes of failing, after which an alert is sent.',
  }),
  window: Type.Optional(
    Type.Object(
      {
        failedRunThreshold: Type.Integer(),
        runs: Type.Integer(),
        failedRuns: Type.Integer({ description: 'How many of the last runs did not pass.' }),
      },
      { description: 'With `windowBasedEscalation`: decides instead of `escalation` and `threshold`.' },
    ),
  ),
  recovery: Type.Optional(
    Type.Object(
      { passedRunThreshold: Type.Integer(), passedRuns: Type.Integer({ description: 'So far, in a row.' }) },
      { description: 'Where more than one passing run ends an alerted problem.' },
    ),
  ),
  failedRuns: Type.Integer({ description: 'Runs in a row so far that did not pass.' }),
  failingSince: Nullable(DateTime()),
  isAlerted: Type.Boolean({ description: 'Whether the alert of the running failure was due already.' }),
  locationShare: Nullable(
    Type.Integer({
      description: 'Percentage of the locations that must fail, for checks that run in several locations in parallel.',
    }),
  ),
  reminders: Type.Object({
    amount: Type.Integer(),
    interval: Type.Integer({ description: 'Minutes.' }),
  }),
  silenceReason: Nullable(OneOf(silenceReasons), { description: 'The reason why nobody would be notified now.' }),
  silencedUntil: Nullable(DateTime(), { description: 'When that silence ends; null for one without an end.' }),
  channels: Type.Array(
    Type.Object({
      channelId: Type.Integer(),
      type: OneOf(alertChannelTypes),
      name: Type.String({ description: 'The name or destination of the channel.' }),
      silenceReason: Nullable(OneOf(silenceReasons), { description: 'Why this channel would not be notified.' }),
      notifiesRecovery: Type.Boolean(),
    }),
  ),
})
export type AlertPreviewResource = Static<typeof AlertPreviewSchema>
