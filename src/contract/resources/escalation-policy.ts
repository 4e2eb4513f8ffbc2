import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { largestId } from './alert-channel-subscription.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'

/** An account has so many at most. */
export const mostEscalationPolicies = 100
export const mostEscalationSteps = 10
const [mostChannels, mostQuietHours] = [20, 10]
const [mostWaitMinutes, mostIntervalMinutes, mostRepeats] = [10_080, 1_440, 100]

export const escalatedKinds = ['FAILURE', 'DEGRADED'] as const
export type EscalatedKind = (typeof escalatedKinds)[number]

const name = Type.String({ minLength: 1, maxLength: 200 })
const time = (description: string) =>
  Type.String({ ...matching('^([01]\\d|2[0-3]):[0-5]\\d$', 'a time of day such as 08:00'), description })

const QuietHoursSchema = Strict({
  from: time('By the clocks of the time zone.'),
  to: time('Before `from`: on the next day. Equal to it: no hours.'),
  timeZone: Type.String({ minLength: 1, maxLength: 100, description: 'IANA name, such as Europe/Berlin.' }),
  kinds: Type.Array(OneOf(escalatedKinds), { minItems: 1, maxItems: 2, description: 'The problems that wait.' }),
})
export type QuietHours = Static<typeof QuietHoursSchema>

const quietHours = (description: string) => Type.Array(QuietHoursSchema, { maxItems: mostQuietHours, description })
const ofPolicy = quietHours('Times of the day in which no step is due: it waits for their end.')
const ofStep = quietHours('The same for this step alone.')

const afterMinutes = Type.Integer({
  minimum: 0,
  maximum: mostWaitMinutes,
  description: 'Minutes after the alert, not fewer than those of the step before. 0: at once.',
})
const channelIds = (minItems: number) =>
  Type.Array(Type.Integer({ minimum: 1, maximum: largestId }), {
    minItems,
    maxItems: mostChannels,
    description: 'The alert channels that the step notifies.',
  })

const StepBody = Strict({ afterMinutes, alertChannelIds: channelIds(1), quietHours: Type.Optional(ofStep) })

const RepeatSchema = Strict(
  {
    everyMinutes: Type.Integer({ minimum: 1, maximum: mostIntervalMinutes }),
    times: Nullable(
      Type.Integer({
        minimum: 1,
        maximum: mostRepeats,
        description: 'Null: until the problem is acknowledged or over.',
      }),
    ),
  },
  { description: 'How the last step is repeated; null: not at all.' },
)

const steps = Type.Array(StepBody, { minItems: 1, maxItems: mostEscalationSteps })

export const EscalationPolicyBodySchema = Strict({
  name,
  steps,
  repeat: Type.Optional(Nullable(RepeatSchema)),
  quietHours: Type.Optional(ofPolicy),
})
export type EscalationPolicyBody = Static<typeof EscalationPolicyBodySchema>

export const EscalationPolicyUpdateBodySchema = Strict({
  name: Type.Optional(name),
  steps: Type.Optional(steps),
  repeat: Type.Optional(Nullable(RepeatSchema)),
  quietHours: Type.Optional(ofPolicy),
})
export type EscalationPolicyUpdateBody = Static<typeof EscalationPolicyUpdateBodySchema>

const StepSchema = Type.Object({ afterMinutes, alertChannelIds: channelIds(0), quietHours: ofStep })
export type EscalationStep = Static<typeof StepSchema>

/** The rules of a policy, without its name. */
export interface EscalationRules {
  readonly steps: readonly EscalationStep[]
  readonly repeat: Static<typeof RepeatSchema> | null
  readonly quietHours: readonly QuietHours[]
}

export const EscalationPolicySchema = Type.Object({
  id: Uuid(),
  name,
  steps: Type.Array(StepSchema, { description: 'Channels that were deleted are left out.' }),
  repeat: Nullable(RepeatSchema),
  quietHours: ofPolicy,
  usedBy: Type.Object(
    { account: Type.Boolean(), groups: Type.Integer(), checks: Type.Integer() },
    { description: 'Where alert settings name it: those of the account, of groups and of checks.' },
  ),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type EscalationPolicyResource = Static<typeof EscalationPolicySchema>
