import { probePage } from '#analytics'
import type { ProbedRun } from '#analytics'
import { builtInModules } from '#contract'
import type { OperationRow, ProbeModule } from '#contract'
import { isUuid } from '#kernel'
import { findLastRuns } from '#reporting'
import type { LastRun } from '#reporting'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admit } from '../authentication/admission.ts'
import { callerOf } from '../handlers/caller-of.ts'
import { gate } from '../operations/mount-operations.ts'
import { OpenRequest } from '../operations/open-request.ts'
import type { RequestEnvironment } from '../operations/open-request.ts'
import type { RequestContext } from '../request-context.ts'
import { runProbe } from './run-probe.ts'

/** The permissions of the operator for `/probe`. */
export interface ProbeSettings {
  /** Hosts that runs on request may go to: names, `*.example.com`, addresses, or `*`. Empty: no run is made. */
  readonly targets: readonly string[]
  /** By name, beside the built-in ones. */
  readonly modules: Readonly<Record<string, ProbeModule>>
}

/** The admission checks. The page is no operation: the OpenAPI document does not list it. */
const lastRunRow: OperationRow = {
  method: 'GET',
  path: '/probe',
  tag: 'Prometheus',
  summary: 'Scrape the last runs of a check',
  access: 'read',
  success: { status: 200, contentType: 'text/plain' },
  faults: [],
  limit: { requests: 6000, seconds: 60 },
}
/** Asked by GET, and yet it does something: agents do that by plans alone. */
const runRow: OperationRow = { ...lastRunRow, method: 'POST', summary: 'Run a module now', access: 'run' }

/**
 * Mounts `/probe` as blackbox_exporter answers it: with a module it runs now, without one the last runs of a check are
 * the answer. Whatever a probe finds is answered 200.
 */
export function mountProbe(
  app: FastifyInstance,
  environment: RequestEnvironment,
  admission: (operationId: string, row: OperationRow) => Admit,
  settings: ProbeSettings = { targets: [], modules: {} },
): void {
  const admitReader = admission('scrapeLastRuns', lastRunRow)
  const admitRunner = admission('runProbeModule', runRow)
  const modules: ProbeSettings['modules'] = { ...builtInModules, ...settings.modules }
  const onRequest = gate((request, reply) =>
    (textOf(request, 'module') === undefined ? admitReader : admitRunner)(request, reply),
  )
  const handler = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    void reply.header('cache-control', 'no-store')
    return answer(request, reply)
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const mistake = mistakeIn(request)
    if (mistake !== null) return refuse(reply, 400, mistake)
    const name = textOf(request, 'module')
    const context = new OpenRequest(environment, request, reply)
    if (name === undefined) return sendLastRuns(context, request, reply)
    const module = Object.hasOwn(modules, name) ? modules[name] : undefined
    if (module === undefined) return refuse(reply, 400, `Unknown module "${name}"`)
    const probed = await runProbe(context, module, settings, {
      target: textOf(request, 'target') ?? '',
      query: textOf(request, 'query'),
      location: textOf(request, 'location'),
      timeout: request.headers['x-prometheus-scrape-timeout-seconds'],
    })
    return 'refusal' in probed ? refuse(reply, probed.status, probed.refusal) : send(request, reply, [probed])
  }
  app.route({ method: 'GET', url: '/probe', onRequest, handler })
}

function mistakeIn(request: FastifyRequest): string | null {
  const check = textOf(request, 'check')
  const isOfCheck = check !== undefined && textOf(request, 'module') === undefined
  if (!isOfCheck && (textOf(request, 'target') ?? '') === '') return 'Target parameter is missing'
  if (isOfCheck && !isUuid(check)) return 'Parameter "check" is not the id of a check'
  const unknown = ['hostname', 'debug'].find((name) => textOf(request, name) !== undefined)
  return unknown === undefined ? null : `Parameter "${unknown}" is not supported`
}

async function sendLastRuns(
  context: RequestContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const [check, target, location] = ['check', 'target', 'location'].map((name) => textOf(request, name))
  const runs = await findLastRuns(context.store, callerOf(context), { check, target, location })
  if (runs === null) return refuse(reply, 404, 'No check of the account has this id or target')
  return send(request, reply, runs.map(lastRunOf(context.clock.now())))
}

const lastRunOf =
  (nowMs: number) =>
  ({ check, location, result }: LastRun): ProbedRun => ({
    checkType: result.checkType,
    detail: result.detail,
    stoppedAt: result.stoppedAt.getTime(),
    sslDaysRemaining: check.sslDaysRemaining,
    succeeded: result.outcome !== 'failed' && !result.hasErrors,
    durationSeconds: result.responseTimeMs / 1000,
    ageSeconds: Math.max(0, nowMs - result.stoppedAt.getTime()) / 1000,
    labels: { location, check_id: check.id, check_name: check.name },
  })

function send(request: FastifyRequest, reply: FastifyReply, runs: readonly ProbedRun[]): FastifyReply {
  const { contentType, text } = probePage(runs, request.headers.accept ?? '')
  return reply.type(contentType).send(text)
}

const refuse = (reply: FastifyReply, status: number, text: string): FastifyReply =>
  reply.code(status).type('text/plain; charset=utf-8').send(`${text}\n`)

/** A parameter that is given once. */
function textOf({ query }: FastifyRequest, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(query), name)
  return typeof value === 'string' ? value.slice(0, maxLength) : undefined
}

const maxLength = 2048
