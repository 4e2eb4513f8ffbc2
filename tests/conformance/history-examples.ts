import type { OperationId } from '#contract'
import type { Example } from './examples.ts'
import type { SeededAccount } from './seeded-account.ts'

const escalationPolicy = { params: ({ escalationPolicyId }: SeededAccount) => ({ id: escalationPolicyId }) }
const objective = { params: ({ objectiveId }: SeededAccount) => ({ id: objectiveId }) }
const twoRuns = { alertSettings: { runBasedEscalation: { failedRunThreshold: 2 } } }

/** The operations on what happened: objectives and back-tests. */
export const historyExamples: { readonly [K in OperationId]?: Example } = {
  createEscalationPolicy: {
    body: ({ channelId }) => ({ name: 'Night', steps: [{ afterMinutes: 15, alertChannelIds: [channelId] }] }),
  },
  getEscalationPolicy: escalationPolicy,
  updateEscalationPolicy: { ...escalationPolicy, body: () => ({ repeat: { everyMinutes: 10, times: null } }) },
  deleteEscalationPolicy: escalationPolicy,
  createObjective: { body: ({ checkIds }) => ({ name: 'Goal', target: 99.9, windowDays: 30, checkId: checkIds.tcp }) },
  getObjective: objective,
  getObjectiveHistory: objective,
  updateObjective: { ...objective, body: () => ({ target: 99.5 }) },
  deleteObjective: objective,
  backTestCheck: { params: ({ checkIds }) => ({ id: checkIds.tcp }), body: () => twoRuns },
  backTestChecks: { body: () => twoRuns },
}
