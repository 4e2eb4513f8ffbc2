import { openBundle, readGoldenFile } from '#artifacts'
import { AgentProgressSchema, AgentRenewSchema, agentHeaders, agentPaths } from '#contract'
import type { RunLease } from '#contract'
import { heldAgentRuns } from '#runs'
import { Fault, isUuid } from '#kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readMessage } from './agent-messages.ts'
import { agentRoute } from './agent-route.ts'
import type { AgentCaller } from './agent-caller.ts'
import type { AgentRoutes } from './agent-routes.ts'

/** The question of an agent about its runs in progress: whether it still holds them, and whether anybody watches them. */
export function mountRunMessages(scope: FastifyInstance, routes: AgentRoutes): void {
  scope.route(
    agentRoute(routes, 'POST', agentPaths.lostLeases, async ({ holder }, request) => {
      const { leases } = readMessage(AgentRenewSchema, request)
      const held = await heldAgentRuns(routes.store, holder, leases)
      return { lost: leases.map(({ taskId }) => taskId).filter((taskId) => !held.has(taskId)) }
    }),
  )
  scope.route(
    agentRoute(routes, 'POST', agentPaths.progress, async ({ holder }, request) => {
      const { taskId, leaseToken, events } = readMessage(AgentProgressSchema, request)
      const held = await heldAgentRuns(routes.store, holder, [{ taskId, leaseToken }])
      if (!held.has(taskId)) return { isWanted: false }
      return { isWanted: (await routes.port.progress?.({ taskId, leaseToken }, events)) ?? true }
    }),
  )
}

/** Files that a run needs, which an agent may read while it holds the run. */
export function mountRunInputs(scope: FastifyInstance, routes: AgentRoutes): void {
  scope.get(agentPaths.codeBundle, { exposeHeadRoute: false }, async (request, reply) => {
    const { lease, name } = await inputOf(routes, request, reply)
    const bundle = await openBundle(routes.artifacts, lease, name)
    if ('problem' in bundle) throw new Fault('CODE_BUNDLE_NOT_FOUND', { attributes: { problem: bundle.problem } })
    void reply.type('application/gzip').header('content-length', bundle.sizeBytes).header('etag', `"${bundle.sha256}"`)
    return bundle.stream
  })
  scope.get(agentPaths.goldenFile, { exposeHeadRoute: false }, async (request, reply) => {
    const { lease, name } = await inputOf(routes, request, reply)
    const bytes = await readGoldenFile(routes.artifacts, lease, name)
    if (bytes === null) throw new Fault('GOLDEN_FILE_NOT_FOUND')
    void reply.type('application/octet-stream')
    return Buffer.from(bytes)
  })
}

/** Throws AGENT_RUN_NOT_FOUND for a run that the agent does not hold. */
async function inputOf(
  { callers, store }: AgentRoutes,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ readonly lease: RunLease; readonly name: string }> {
  const caller: AgentCaller = await callers.find(request, reply)
  const { taskId = '', name = '' } = request.params as { taskId?: string; name?: string }
  const leaseToken = request.headers[agentHeaders.leaseToken]
  if (!isUuid(taskId) || typeof leaseToken !== 'string' || !isUuid(leaseToken)) throw new Fault('AGENT_RUN_NOT_FOUND')
  const lease = { taskId: taskId.toLowerCase(), leaseToken: leaseToken.toLowerCase() }
  const held = await heldAgentRuns(store, caller.holder, [lease])
  if (!held.has(lease.taskId)) throw new Fault('AGENT_RUN_NOT_FOUND')
  return { lease, name: name.toLowerCase() }
}
