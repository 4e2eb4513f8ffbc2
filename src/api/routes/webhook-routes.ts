import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { LimitTo } from '../create-api.ts'
import type { RateLimit, RepositoryGrants } from '#contract'
import { startDeploymentRuns } from '#runs'
import type { Deployment } from '#runs'
import { Fault } from '#kernel'
import type { Clock } from '#kernel'
import type { Store } from '#storage/database'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isWebUrl } from './web-url.ts'

export interface WebhookRoutes {
  readonly store: Store
  readonly clock: Clock
  readonly publicUrl: string
  readonly serviceName: string
  /** Null: webhooks of GitHub are rejected. */
  readonly githubSecret: string | null
  /** Whether there is a token to set commit statuses with. */
  readonly canSetStatus: boolean
  readonly repositoryGrants: RepositoryGrants | null
  readonly limitTo: LimitTo
}

/** For one address, against guessing the secret. */
const addressLimit: RateLimit = { requests: 300, seconds: 60 }

/** Deployment events have about 30 kB, plus the payload that a pipeline added. */
const bodyLimitBytes = 1024 * 1024

const signatureHeader = 'x-hub-signature-256'
const setting = 'BELFRY_GITHUB_WEBHOOK_SECRET'

/** The webhooks for deployment events of repository providers. */
export function mountWebhookRoutes(app: FastifyInstance, sources: WebhookRoutes): void {
  const github = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const body = rawBodyOf(request)
    verify(sources.githubSecret, body, request.headers[signatureHeader])
    const event = request.headers['x-github-event']
    void reply.header('cache-control', 'no-store')
    if (event === 'ping') return { message: 'The webhook is set up.' }
    if (event !== 'deployment_status') return { ignored: 'Only deployment_status events are acted on.' }
    const deployment = readDeployment(payloadOf(request, body), deliveryOf(body))
    if (deployment === null) return { ignored: 'Only deployments that succeeded are acted on.' }
    const { store, clock, publicUrl, serviceName, canSetStatus: reportsStatus, repositoryGrants } = sources
    const context = { nowMs: clock.now(), publicUrl, serviceName, reportsStatus, repositoryGrants }
    const runs = await startDeploymentRuns(store, deployment, context)
    if (runs === null) return { ignored: 'This delivery was acted on before.' }
    void reply.code(202)
    return runs
  }
  void app.register(async (scope) => {
    scope.addHook('onRequest', sources.limitTo('webhooks', addressLimit))
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    scope.post('/webhooks/github', { bodyLimit: bodyLimitBytes }, github)
  })
}

/** The parser of these routes returns a buffer, and nothing for an empty body. */
const rawBodyOf = (request: FastifyRequest): Buffer => (request.body as Buffer | undefined) ?? Buffer.alloc(0)

/** GitHub signs the body with HMAC-SHA-256, in hex. */
function verify(secret: string | null, body: Buffer, signature: string | string[] | undefined): void {
  if (secret === null) throw new Fault('WEBHOOK_NOT_CONFIGURED', { values: { provider: 'GitHub', setting } })
  const expected = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const given = Buffer.from(typeof signature === 'string' ? signature : '')
  if (given.length !== expected.length || !timingSafeEqual(given, expected))
    throw new Fault('WEBHOOK_SIGNATURE_INVALID', { values: { header: signatureHeader, setting } })
}

/** Derived from the signed body: the id header is not signed, so a replay could have another id. */
const deliveryOf = (body: Buffer): string => createHash('sha256').update(body).digest('hex')

/** Webhooks are sent as JSON, or as a form that contains it. */
function payloadOf(request: FastifyRequest, body: Buffer): unknown {
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') ?? false
  const text = isForm ? (new URLSearchParams(body.toString('utf8')).get('payload') ?? '') : body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Fault('JSON_MALFORMED', { values: { problem: error instanceof Error ? error.message : 'unreadable' } })
  }
}

/** Null for deployments that have not succeeded. Throws BODY_INVALID for a payload that is not a deployment event. */
function readDeployment(payload: unknown, deliveryId: string): Deployment | null {
  if (fieldOf(payload, 'deployment_status', 'state') !== 'success') return null
  const environmentUrl = fieldOf(payload, 'deployment_status', 'environment_url')
  return {
    provider: 'GITHUB',
    deliveryId,
    repoId: matching(String(fieldOf(payload, 'repository', 'id')), /^\d{1,20}$/, 'repository.id'),
    repoName: matching(
      fieldOf(payload, 'repository', 'full_name'),
      /^[\w.-]{1,100}\/[\w.-]{1,100}$/,
      'repository.full_name',
    ),
    commitId: matching(fieldOf(payload, 'deployment', 'sha'), /^[\da-f]{40,64}$/, 'deployment.sha'),
    environment: matching(
      fieldOf(payload, 'deployment', 'environment'),
      /^[^\p{Cc}]{1,255}$/u,
      'deployment.environment',
    ),
    environmentUrl: isWebUrl(environmentUrl) ? environmentUrl : null,
  }
}

function fieldOf(payload: unknown, part: string, name: string): unknown {
  const parts = new Map<string, unknown>(Object.entries(Object(payload)))
  return new Map<string, unknown>(Object.entries(Object(parts.get(part)))).get(name)
}

function matching(value: unknown, pattern: RegExp, name: string): string {
  if (typeof value === 'string' && pattern.test(value)) return value
  throw new Fault('BODY_INVALID', { values: { problems: `${name} is missing or not what GitHub sends` } })
}
