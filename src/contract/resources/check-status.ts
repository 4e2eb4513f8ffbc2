import Type from 'typebox'
import type { Static } from 'typebox'
import { CalendarDate, DateTime, Nullable } from '../schema.ts'
import { notRunning } from './not-running.ts'

/** The state of a check, after its final results. */
export const CheckStatusSchema = Type.Object({
  name: Type.String(),
  checkId: Type.String(),
  hasFailures: Type.Boolean(),
  hasErrors: Type.Boolean(),
  isDegraded: Type.Boolean(),
  longestRun: Nullable(Type.Number({ description: 'Milliseconds.' })),
  shortestRun: Nullable(Type.Number({ description: 'Milliseconds.' })),
  lastRunLocation: Nullable(Type.String()),
  lastCheckRunId: Nullable(Type.String()),
  sslDaysRemaining: Nullable(Type.Number()),
  acknowledgedAt: Nullable(DateTime({ description: 'Of the open alert; null when it is not acknowledged.' })),
  acknowledgedBy: Nullable(Type.String()),
  acknowledgementNote: Nullable(Type.String()),
  snoozedUntil: Nullable(DateTime()),
  mutedUntil: Nullable(
    DateTime({ description: 'Of the check or its group; null also for one that is muted without an end.' }),
  ),
  created_at: CalendarDate(),
  updated_at: Nullable(DateTime()),
  whyNeverRun: Type.Optional(
    Type.String({
      description: 'The reason why no runner can run the check: the missing requirements. Absent otherwise.',
    }),
  ),
  notRunning: notRunning(),
  locationProblems: Type.Optional(
    Type.Array(
      Type.Object({
        location: Type.String(),
        problem: Type.String(),
        since: Type.Optional(
          DateTime({ description: 'Since when no agent is connected there; absent for other problems.' }),
        ),
        missing: Type.Optional(
          Type.Array(Type.String(), {
            description:
              'What none of its agents has, such as `feature:icmp` and `type:DNS`; absent for other problems.',
          }),
        ),
      }),
      {
        description: 'Private locations in which the check does not run now, and why; absent when there are none.',
      },
    ),
  ),
})
export type CheckStatusResource = Static<typeof CheckStatusSchema>
