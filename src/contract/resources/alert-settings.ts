import Type from 'typebox'
import type { Static } from 'typebox'
import { described } from '../forms/field-edit.ts'
import { withoutDefaults } from './read-only.ts'
import { Nullable, OneOf, OneOfNumbers, Strict, Uuid } from '../schema.ts'

export interface AlertSettings {
  readonly escalationType: 'RUN_BASED' | 'TIME_BASED'
  readonly runBasedEscalation: { readonly failedRunThreshold: number }
  readonly timeBasedEscalation: { readonly minutesFailingThreshold: number }
  /** `amount` 100000 means without end; `interval` in minutes. */
  readonly reminders: { readonly amount: number; readonly interval: number }
  readonly parallelRunFailureThreshold: { readonly enabled: boolean; readonly percentage: number }
  /** Alerts when so many of the last runs did not pass, instead of by `escalationType`; absent: not used. */
  readonly windowBasedEscalation?: FailureWindow
  /** An alerted problem is over after so many better runs in a row; absent: the first one, or what the window needs. */
  readonly runBasedRecovery?: { readonly passedRunThreshold: number }
  /** Who is notified when nobody acknowledges; absent: nobody besides the subscribed channels. */
  readonly escalationPolicyId?: string
}

/** `failedRunThreshold` of the last `runs`. */
export interface FailureWindow {
  readonly failedRunThreshold: number
  readonly runs: number
}

export const defaultAlertSettings: AlertSettings = {
  escalationType: 'RUN_BASED',
  runBasedEscalation: { failedRunThreshold: 1 },
  timeBasedEscalation: { minutesFailingThreshold: 5 },
  reminders: { amount: 0, interval: 5 },
  parallelRunFailureThreshold: { enabled: false, percentage: 10 },
}

const defaults = defaultAlertSettings
const reminders = [0, 1, 2, 3, 4, 5, 100_000] as const
/** The most runs that a policy looks back on. */
export const maxWindowRuns = 20
const percentages = [10, 20, 30, 40, 50, 60, 70, 80, 90, 100] as const

/** Alert settings as clients send and read them. */
export const AlertSettingsSchema = Strict({
  escalationType: Type.Optional(OneOf(['RUN_BASED', 'TIME_BASED'], { default: defaults.escalationType })),
  runBasedEscalation: described(
    Type.Optional(
      Strict({
        failedRunThreshold: Type.Optional(
          OneOfNumbers([1, 2, 3, 4, 5], { default: defaults.runBasedEscalation.failedRunThreshold }),
        ),
      }),
    ),
    { when: ['escalationType', 'RUN_BASED'] },
  ),
  timeBasedEscalation: described(
    Type.Optional(
      Strict({
        minutesFailingThreshold: Type.Optional(
          OneOfNumbers([5, 10, 15, 30], { default: defaults.timeBasedEscalation.minutesFailingThreshold }),
        ),
      }),
    ),
    { when: ['escalationType', 'TIME_BASED'] },
  ),
  windowBasedEscalation: described(
    Type.Optional(
      Nullable(
        Strict({
          failedRunThreshold: described(Type.Integer({ minimum: 1, maximum: maxWindowRuns }), {
            label: 'windowFailedRuns',
          }),
          runs: described(Type.Integer({ minimum: 2, maximum: maxWindowRuns }), { label: 'windowRuns' }),
        }),
        { description: 'Alerts when so many of the last runs did not pass, whatever the escalation type.' },
      ),
    ),
    { control: 'check', on: { failedRunThreshold: 3, runs: 5 } },
  ),
  reminders: Type.Optional(
    Strict({
      amount: described(Type.Optional(OneOfNumbers(reminders, { default: defaults.reminders.amount })), {
        label: 'reminders',
      }),
      interval: described(
        Type.Optional(OneOfNumbers([1, 2, 3, 4, 5, 10, 15, 30], { default: defaults.reminders.interval })),
        { label: 'reminderInterval', when: ['amount', ...reminders.filter((amount) => amount > 0).map(String)] },
      ),
    }),
  ),
  parallelRunFailureThreshold: described(
    Type.Optional(
      Strict({
        enabled: Type.Optional(Type.Boolean({ default: defaults.parallelRunFailureThreshold.enabled })),
        percentage: Type.Optional(
          OneOfNumbers(percentages, { default: defaults.parallelRunFailureThreshold.percentage }),
        ),
      }),
    ),
    { control: 'parallelRuns', options: percentages.map(String) },
  ),
  runBasedRecovery: described(
    Type.Optional(
      Nullable(
        Strict({
          passedRunThreshold: Type.Integer({ minimum: 1, maximum: maxWindowRuns }),
        }),
        { description: 'Passed runs in a row that end an alerted problem.' },
      ),
    ),
    { control: 'check', on: { passedRunThreshold: 2 } },
  ),
  escalationPolicyId: described(
    Type.Optional(
      Nullable(
        Uuid({ description: 'The escalation policy that notifies further channels until somebody acknowledges.' }),
      ),
    ),
    { control: 'escalationPolicy' },
  ),
  sslCertificates: Type.Optional(
    Nullable(
      Strict({
        enabled: Type.Optional(Type.Boolean()),
        alertThreshold: Type.Optional(Type.Integer()),
      }),
      { deprecated: true, description: 'Ignored. Certificate alerts are a setting of the alert channel.' },
    ),
  ),
})

/**
 * The changed settings of an account: absent fields keep their value, present ones are replaced completely. Fill the
 * defaults of the present ones with `AlertSettingsSchema`.
 */
export const AlertSettingsUpdateSchema = Type.Unsafe<Static<typeof AlertSettingsSchema>>(
  withoutDefaults(AlertSettingsSchema),
)
export type AlertSettingsBody = Static<typeof AlertSettingsSchema>
