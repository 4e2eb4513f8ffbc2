import type { SeededAccount } from './seeded-account.ts'

/** Parameters that mean the same wherever no row says otherwise. */
export const exampleParams = (seed: SeededAccount): Readonly<Record<string, string | number>> => ({
  checkId: seed.checkIds.tcp,
  checkResultId: seed.resultId,
  checkSessionId: seed.sessionId,
  testSessionId: seed.testSessionId,
  testSessionResultId: seed.testSessionResultId,
  schedulingId: seed.testSessionId,
  dryRunId: seed.dryRunId,
  errorGroupId: seed.errorGroups.id,
  testSessionErrorGroupId: seed.errorGroups.testSessionGroupId,
  projectId: seed.errorGroups.projectId,
})
