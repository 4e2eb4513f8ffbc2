import type { OperationRow } from '#contract'
import { Fault } from '#kernel'
import type { FastifyInstance } from 'fastify'
import type { Admit } from '../authentication/admission.ts'
import { assertAgentsAllowed } from '#management'
import type { Store } from '#storage/database'
import { challengeOf } from '../oauth/oauth-metadata.ts'
import { gate } from '../operations/mount-operations.ts'
import { isCrossSite } from '../requests/cross-site.ts'

/** The admission check of the tools; each of their calls is admitted again as the operation that it is. */
const row: OperationRow = {
  method: 'POST',
  path: '/mcp',
  tag: 'MCP',
  summary: 'Call a tool',
  access: 'read',
  acrossAccounts: true,
  readsOnly: true,
  takesAgents: true,
  success: { status: 200 },
  faults: [],
  limit: { requests: 300, seconds: 60 },
}

interface McpAdmission {
  readonly admission: (operationId: string, row: OperationRow) => Admit
  /** Whether programs can connect without a key. */
  readonly hasOauth: boolean
}

/**
 * Mounts the server of tools for models, over streamable HTTP without sessions, in the revisions of the protocol that its
 * official library serves. Callers have an API key or the token of a connection; pages of other sites are rejected, also with one.
 */
export function mountMcp(
  app: FastifyInstance,
  { publicUrl, store }: { readonly publicUrl: string; readonly store: Store },
  { admission, hasOauth }: McpAdmission,
): void {
  const admit = gate(admission('mcp', row))
  const challenge = hasOauth ? challengeOf(publicUrl) : 'Bearer'
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: '/mcp',
    onRequest: function (request, reply, done) {
      void reply.header('www-authenticate', challenge)
      if (request.headers.authorization === undefined) return done(new Fault('KEY_MISSING'))
      if (isCrossSite('POST', request.headers, publicUrl)) return done(new Fault('CROSS_SITE_REQUEST'))
      return admit.call(this, request, reply, done)
    },
    handler: async (request, reply) => {
      void reply.removeHeader('www-authenticate')
      if (request.caller?.chosen) await assertAgentsAllowed(store, request.caller.chosen.accountId)
      // Loaded with the first call: most installations start without one, and the library is large.
      const { answerMcp } = await import('./answer-mcp.ts')
      return answerMcp(app, request, reply)
    },
  })
}
