import { dropInName, AgentCallers, mountAgentRoutes, batchReports } from '#api'
import { ownVersion } from '#contract'
import { createRateLimiter } from '#ratelimit'
import type { FastifyInstance } from 'fastify'
import { createLocalRunnerPort } from '../runner/local-runner-port.ts'

import type { Parts } from '../parts.ts'

/** The routes of agents with the tools of this server. */
export function startAgentRoutes(app: FastifyInstance, parts: Parts): void {
  const { opened, clock, log, publicUrl, metrics, runProblems, activity, artifacts } = parts
  const { settings, runsEnqueued: wake } = parts
  const { store } = opened
  const port = createLocalRunnerPort({
    store,
    clock,
    publicUrl,
    metrics,
    runProblems,
    activity,
    wake,
    artifacts,
    randomNumber: Math.random,
    automaticAnalysis: settings.automaticAnalysis,
    isDropIn: settings.serviceName === dropInName,
  })
  mountAgentRoutes(app, {
    store,
    clock,
    publicUrl,
    isDropIn: settings.serviceName === dropInName,
    traceMember: settings.traceRequests ? settings.serviceName : null,
    artifacts,
    serverVersion: ownVersion,
    callers: new AgentCallers({ store, clock, limiter: createRateLimiter(store.db, clock, log) }),
    seen: parts.seenAgents,
    waiting: parts.waitingClaims,
    randomNumber: Math.random,
    port: { ...port, report: batchReports((reports) => port.report(reports), clock) },
  })
}
