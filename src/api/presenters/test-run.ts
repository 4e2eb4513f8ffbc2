import type { StartedTestRun, StartedTestTrigger, TestScheduling } from '#contract'
import type { TestSessionView } from '#reporting'
import type { TestSessionResultRow, TestSessionRow } from '#storage/runs'

interface Started {
  readonly session: TestSessionRow
  readonly results: readonly TestSessionResultRow[]
}

/** The runs of unsaved checks, by what the client calls these. */
export const presentStartedRun = (started: Started, names: readonly string[]): StartedTestRun => ({
  schedulingId: started.session.id,
  ...idsOf(started, names),
})

/** The runs of saved checks, by the ids of these. */
export const presentStartedTrigger = (started: Started): StartedTestTrigger => ({
  checks: started.results.map(({ checkId, checkName, checkType }) => ({ id: checkId, name: checkName, checkType })),
  ...idsOf(
    started,
    started.results.map(({ checkId }) => checkId),
  ),
})

function idsOf({ session, results }: Started, names: readonly string[]) {
  const sequenceIds = Object.fromEntries(results.map(({ sequenceId }, index) => [names[index] ?? '', sequenceId]))
  return session.isRecorded ? { testSessionId: session.id, testResultIds: sequenceIds, sequenceIds } : { sequenceIds }
}

export function presentScheduling({ session, results }: TestSessionView): TestScheduling {
  const startedAt = session.startedAt.toISOString()
  return {
    schedulingId: session.id,
    testSessionId: session.isRecorded ? session.id : null,
    status: 'SUCCEEDED',
    checksTotal: results.filter(({ resultType }) => resultType !== 'ATTEMPT').length,
    error: null,
    createdAt: startedAt,
    startedAt,
    endedAt: startedAt,
  }
}
