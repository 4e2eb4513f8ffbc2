import { compressedAnswer } from '../answers/compressed-answer.ts'
import { agentLimits } from '#contract'
import { Fault } from '#kernel'
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { AgentCaller, AgentCallers } from './agent-caller.ts'

export type AgentHandler = (caller: AgentCaller, request: FastifyRequest, reply: FastifyReply) => Promise<object>

/** A route of agents. The key is verified before the body is read: who has none sends no bodies. */
export function agentRoute(
  { callers }: { readonly callers: AgentCallers },
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  handle: AgentHandler,
): RouteOptions {
  const found = new WeakMap<FastifyRequest, AgentCaller>()
  return {
    method,
    url,
    exposeHeadRoute: false,
    bodyLimit: agentLimits.bodyBytes,
    onRequest: async (request, reply) => void found.set(request, await callers.find(request, reply)),
    handler: async (request, reply) => {
      const caller = found.get(request)
      if (caller === undefined) throw new Fault('LOCATION_KEY_INVALID')
      return compressedAnswer(await handle(caller, request, reply), request, reply)
    },
  }
}
