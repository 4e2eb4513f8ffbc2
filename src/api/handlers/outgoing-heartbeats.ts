import type { Handlers } from '#contract'
import { endHeartbeatSent, listHeartbeatsSent, setHeartbeatSent } from '#management'
import type { RequestContext } from '../request-context.ts'

export const outgoingHeartbeatHandlers = {
  listOutgoingHeartbeats: (_input, context) => listHeartbeatsSent(context.store, context),
  setOutgoingHeartbeat: ({ body }, context) => setHeartbeatSent(context.store, body, context),
  deleteOutgoingHeartbeat: ({ params }, context) => endHeartbeatSent(context.store, params.host, context),
} satisfies Partial<Handlers<RequestContext>>
