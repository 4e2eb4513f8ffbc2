import type { AgentConnectionResource, Handlers } from '#contract'
import { Fault } from '#kernel'
import {
  agentAccess,
  changeAgentAccess,
  connectAgent,
  disconnectAgent,
  listConnectedAgents,
  viewAgentRequest,
} from '#management'
import type { RequestContext } from '../request-context.ts'

/** Throws PERSON_REQUIRED. */
function consenterOf({ accountId, role, userId, now, publicUrl, fetchClientDocument }: RequestContext) {
  if (userId === null) throw new Fault('PERSON_REQUIRED')
  return { accountId, role, userId, now, publicUrl, fetchClientDocument }
}

export const agentConnectionHandlers = {
  getAgentRequest: ({ query }, context) => viewAgentRequest(context.store, query, consenterOf(context)),
  acceptAgentRequest: async ({ body }, context) => ({
    redirect: await connectAgent(context.store, body, consenterOf(context)),
  }),
  listAgentConnections: async (_input, context) => {
    const rows = await listConnectedAgents(context.store, context, context.now)
    return rows.map(({ createdAt, lastUsedAt, ...row }): AgentConnectionResource => ({
      ...row,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    }))
  },
  endAgentConnection: ({ params }, context) => disconnectAgent(context.store, context, params.id),
  getAgentAccess: async (_input, { store, accountId, agentMode: mode }) => ({
    ...(await agentAccess(store, accountId)),
    mode,
  }),
  setAgentAccess: ({ body }, { store, accountId }) => changeAgentAccess(store, accountId, body.isAllowed),
} satisfies Partial<Handlers<RequestContext>>
