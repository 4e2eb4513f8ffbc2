import Type from 'typebox'
import type { Static } from 'typebox'
import { DateTime, Nullable, OneOfNumbers, Strict, Uuid } from '../schema.ts'
import { largestId } from './alert-channel-subscription.ts'

export const objectiveWindows = [7, 28, 30, 90] as const
export type ObjectiveWindow = (typeof objectiveWindows)[number]
/** An account has so many at most: each is computed whenever they are listed. */
export const mostObjectives = 100

const name = Type.String({ minLength: 1, maxLength: 200 })
const target = Type.Number({
  minimum: 50,
  maximum: 99.999,
  description: 'Percent of the results that are to pass or be degraded.',
})
const windowDays = OneOfNumbers(objectiveWindows, { description: 'The objective is about so many days until now.' })

export const ObjectiveBodySchema = Strict(
  {
    name,
    target,
    windowDays,
    checkId: Type.Optional(Nullable(Uuid())),
    groupId: Type.Optional(Nullable(Type.Integer({ minimum: 1, maximum: largestId }))),
    tag: Type.Optional(Nullable(Type.String({ minLength: 1, maxLength: 255 }))),
  },
  { description: 'Exactly one of `checkId`, `groupId` and `tag` says what it is about.' },
)
export type ObjectiveBody = Static<typeof ObjectiveBodySchema>

export const ObjectiveUpdateBodySchema = Strict({
  name: Type.Optional(name),
  target: Type.Optional(target),
  windowDays: Type.Optional(windowDays),
})
export type ObjectiveUpdateBody = Static<typeof ObjectiveUpdateBodySchema>

const rate = (period: string) =>
  Nullable(Type.Number(), { description: `Of the last ${period}; null without results.` })

export const ObjectiveSchema = Type.Object({
  id: Type.String(),
  name: Type.String(),
  checkId: Nullable(Type.String()),
  groupId: Nullable(Type.Integer()),
  tag: Nullable(Type.String()),
  scopeName: Type.String({ description: 'Of the check or group, or the tag.' }),
  checks: Type.Integer({ description: 'How many checks it is about now.' }),
  target: Type.Number(),
  windowDays: OneOfNumbers(objectiveWindows),
  availability: Nullable(Type.Number(), { description: 'Percent, of the window; null without results.' }),
  budget: Type.Object(
    {
      seconds: Type.Number({ description: 'What the target leaves of the window.' }),
      left: Nullable(Type.Number(), { description: 'Seconds; negative when more is used than there was.' }),
      leftPercent: Nullable(Type.Number()),
    },
    { description: 'The error budget. Null without results.' },
  ),
  burnRates: Type.Object(
    { oneHour: rate('hour'), sixHours: rate('6 hours'), threeDays: rate('3 days') },
    {
      description: 'Share of failures divided by the share that the target allows: 1 uses the budget up in the window.',
    },
  ),
  created_at: DateTime(),
  updated_at: Nullable(DateTime()),
})
export type ObjectiveResource = Static<typeof ObjectiveSchema>

export const ObjectiveHistorySchema = Type.Object({
  days: Type.Array(
    Type.Object({
      day: DateTime({ description: 'When it begins; days begin at midnight UTC, the first one at the window.' }),
      results: Type.Integer(),
      failures: Type.Integer(),
      leftPercent: Nullable(Type.Number(), {
        description: 'What was left of the budget of the window at the end of the day; null before the first result.',
      }),
    }),
  ),
})
export type ObjectiveHistory = Static<typeof ObjectiveHistorySchema>
