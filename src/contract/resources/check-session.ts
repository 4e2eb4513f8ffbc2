import Type from 'typebox'
import type { Static } from 'typebox'
import { publicCheckTypes } from '../check-types/index.ts'
import { runSources } from '../runs/run-task.ts'
import { DateTime, Nullable, OneOf, Strict, Uuid } from '../schema.ts'
import { runEventFields } from './dry-run.ts'
import { checkTargetFields } from './check-target.ts'

/** The last five are terminal. */
export const checkSessionStatuses = [
  'STARTED',
  'PROGRESS',
  'PROGRESS_FAILED',
  'PROGRESS_DEGRADED',
  'FAILED',
  'PASSED',
  'DEGRADED',
  'TIMED_OUT',
  'CANCELLED',
] as const
export type CheckSessionStatus = (typeof checkSessionStatuses)[number]

export const terminalSessionStatuses = ['FAILED', 'PASSED', 'DEGRADED', 'TIMED_OUT', 'CANCELLED'] as const
export type TerminalSessionStatus = (typeof terminalSessionStatuses)[number]

/** Without a target every activated check runs. */
export const TriggerBodySchema = Strict({
  target: Type.Optional(
    Strict({
      ...checkTargetFields,
    }),
  ),
  refreshCache: Type.Optional(Type.Boolean({ default: false })),
})
export type TriggerBody = Static<typeof TriggerBodySchema>

export const CancelBodySchema = Strict({
  sequenceId: Type.Optional(
    Type.Array(Uuid(), { minItems: 1, maxItems: 1000, description: 'Default: all runs still in progress.' }),
  ),
})
export type CancelBody = Static<typeof CancelBodySchema>

/** Events of runs under way that somebody has asked for. */
export const CheckSessionProgressSchema = Type.Object({
  status: OneOf(checkSessionStatuses),
  position: Type.Integer({ description: 'The value of `after` for the events that follow.' }),
  events: Type.Array(Type.Object({ runLocation: Type.String(), ...runEventFields })),
})
export type CheckSessionProgressResource = Static<typeof CheckSessionProgressSchema>

const SessionResult = Type.Object({
  checkResultId: Uuid(),
  checkResultLink: Type.String(),
  checkId: Uuid(),
  checkType: OneOf(publicCheckTypes),
  name: Type.String(),
  runLocation: Type.String(),
  resultType: Nullable(OneOf(['FINAL', 'ATTEMPT'])),
  hasErrors: Type.Boolean(),
  hasFailures: Type.Boolean(),
  isDegraded: Type.Boolean(),
  aborted: Type.Boolean(),
  isCancelled: Type.Boolean(),
  responseTime: Nullable(Type.Number()),
  startedAt: Nullable(DateTime()),
  stoppedAt: Nullable(DateTime()),
})
export type CheckSessionResult = Static<typeof SessionResult>

const sessionFields = {
  checkSessionId: Uuid(),
  checkSessionLink: Type.String(),
  checkId: Uuid(),
  checkType: OneOf(publicCheckTypes),
  name: Type.String(),
  status: OneOf(checkSessionStatuses),
  startedAt: DateTime(),
  stoppedAt: Nullable(DateTime()),
  timeElapsed: Type.Number({ description: 'Milliseconds.' }),
  runLocations: Type.Array(Type.String()),
  runSource: Nullable(OneOf(runSources)),
}

/** One execution of a check over its locations. */
export const CheckSessionSchema = Type.Object({ ...sessionFields, results: Type.Array(SessionResult) })
export type CheckSessionResource = Static<typeof CheckSessionSchema>

/** A session that ended. */
export const CompletedCheckSessionSchema = Type.Object({
  ...sessionFields,
  status: OneOf(terminalSessionStatuses),
  results: Type.Array(SessionResult),
})
export type CompletedCheckSession = Static<typeof CompletedCheckSessionSchema>

export const TriggeredSessionsSchema = Type.Object({ sessions: Type.Array(Type.Object(sessionFields)) })
export type TriggeredSessions = Static<typeof TriggeredSessionsSchema>
