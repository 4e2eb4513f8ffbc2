import type { OperationRow, RateLimit } from '#contract'
import { agentResource, registerAgentClient, RegistrationProblem, revokeAgentToken } from '#management'
import type { Store } from '#storage/database'
import type { Clock, Log } from '#kernel'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admit } from '../authentication/admission.ts'
import { gate } from '../operations/mount-operations.ts'
import { metadataPaths, resourceMetadata, serverMetadata } from './oauth-metadata.ts'

interface OauthTools {
  readonly store: Store
  readonly clock: Clock
  readonly log: Log
  readonly publicUrl: string
}

const bodyLimit = 16_384
const form = 'application/x-www-form-urlencoded'

/** The routes of one address count together. */
const row = (limit: RateLimit): OperationRow => ({
  method: 'POST',
  path: '/oauth',
  tag: 'MCP',
  summary: 'Get or revoke tokens of programs',
  access: 'public',
  success: { status: 200 },
  faults: [],
  limit,
})

/**
 * Mounts the authorization server of the tools for models, for programs without secrets: its metadata, registration, tokens
 * and revocation. Errors have the form of RFC 6749. People answer requests by a screen of the interface.
 */
export function mountOauth(
  app: FastifyInstance,
  tools: OauthTools,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  const { publicUrl } = tools
  const limited = (name: string, requests: number) => gate(admission(name, row({ requests, seconds: 60 })))
  const paths = metadataPaths(publicUrl)
  const metadata = limited('oauthMetadata', 600)
  for (const path of paths.resource) app.get(path, { onRequest: metadata }, () => resourceMetadata(publicUrl))
  for (const path of paths.server) app.get(path, { onRequest: metadata }, () => serverMetadata(publicUrl))
  app.post('/oauth/register', { bodyLimit, onRequest: limited('oauthRegister', 30) }, (request, reply) =>
    register(tools, request, reply),
  )
  void app.register(async (scope) => {
    scope.removeContentTypeParser(form)
    scope.addContentTypeParser<string>(form, { parseAs: 'string' }, (_request, text, done) => done(null, text))
    scope.post('/oauth/token', { bodyLimit, onRequest: limited('oauthToken', 120) }, (request, reply) =>
      giveTokens(tools, request, reply),
    )
    scope.post('/oauth/revoke', { bodyLimit, onRequest: limited('oauthRevoke', 120) }, (request, reply) =>
      revoke(tools, request, reply),
    )
  })
}

function register({ store, clock }: OauthTools, { body }: FastifyRequest, reply: FastifyReply): FastifyReply {
  try {
    const { id, name, redirectUris } = registerAgentClient(store, body)
    return answer(reply, 201, {
      client_id: id,
      client_id_issued_at: Math.floor(clock.now() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
  } catch (error) {
    if (error instanceof RegistrationProblem) return refuse(reply, error.code, error.message)
    throw error
  }
}

async function giveTokens(tools: OauthTools, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = formOf(request)
  if (fields === null) return refuse(reply, 'invalid_request', badForm)
  const { resource, scope: _scope, ...body } = fields
  if (resource !== undefined && resource !== agentResource(tools.publicUrl))
    return refuse(reply, 'invalid_target', `resource must be ${agentResource(tools.publicUrl)}`)
  // Loaded with the first program that connects.
  const { answerTokenRequest } = await import('./token-endpoint.ts')
  const given = await answerTokenRequest({ store: tools.store, now: new Date(tools.clock.now()) }, body, form)
  return answer(reply, given.status, given.body)
}

/** Answers 200 for tokens that it does not know, too (RFC 7009, 2.2). */
async function revoke({ store }: OauthTools, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const fields = formOf(request)
  const { token, client_id: clientId } = fields ?? {}
  if (token === undefined || clientId === undefined)
    return refuse(reply, 'invalid_request', fields === null ? badForm : 'token and client_id are needed')
  await revokeAgentToken(store, token, clientId)
  return answer(reply, 200, {})
}

const badForm = `the body must be ${form}, with each parameter once`

/** The parameters of a form; null when the body is none or names one twice (RFC 6749, 3.2). */
function formOf({ body }: FastifyRequest): Readonly<Record<string, string>> | null {
  if (typeof body !== 'string') return null
  const entries = [...new URLSearchParams(body)]
  const names = new Set(entries.map(([name]) => name))
  return names.size === entries.length ? Object.fromEntries(entries) : null
}

const refuse = (reply: FastifyReply, error: string, description: string): FastifyReply =>
  answer(reply, 400, { error, error_description: description })

const answer = (reply: FastifyReply, status: number, body: unknown): FastifyReply =>
  reply.code(status).header('cache-control', 'no-store').type('application/json; charset=utf-8').send(body)
