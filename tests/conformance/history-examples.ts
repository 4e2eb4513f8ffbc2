import type { OperationId } from '#contract'
import type { Example } from './examples.ts'
import type { SeededAccount } from './seeded-account.ts'

const objective = { params: ({ objectiveId }: SeededAccount) => ({ id: objectiveId }) }
const twoRuns = { alertSettings: { runBasedEscalation: { failedRunThreshold: 2 } } }

/** The operations on what happened: objectives and back-tests. */
export const historyExamples: { readonly [K in OperationId]?: Example } = {
  createObjective: { body: ({ checkIds }) => ({ name: 'Goal', target: 99.9, windowDays: 30, checkId: checkIds.tcp }) },
  getObjective: objective,
  getObjectiveHistory: objective,
  updateObjective: { ...objective, body: () => ({ target: 99.5 }) },
  deleteObjective: objective,
  backTestCheck: { params: ({ checkIds }) => ({ id: checkIds.tcp }), body: () => twoRuns },
  backTestChecks: { body: () => twoRuns },
}
