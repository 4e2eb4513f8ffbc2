import type { DeploymentResource, OperationRow } from '#contract'
import { awaitProgress, getDeployment } from '#deployments'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Admit } from '../authentication/admission.ts'
import { gate } from '../operations/mount-operations.ts'
import type { RequestEnvironment } from '../operations/open-request.ts'
import { deploymentForTool } from '../presenters/diff-for-tool.ts'
import { toolVersionOf } from '../requests/program-of.ts'
import { headersOf } from './headers-of.ts'
import { accessOf, OpenStreams } from './open-streams.ts'

/** The row of the stream, for its admission check and the OpenAPI document. It is mounted apart: its body has no length. */
const row: OperationRow = {
  method: 'GET',
  path: '/v1/projects/{projectLogicalId}/deployments/{deploymentId}/events',
  tag: 'Projects',
  summary: 'Follow a deployment: progress, then complete',
  access: 'read',
  params: Type.Object({ projectLogicalId: Type.String(), deploymentId: Type.String() }),
  success: { status: 200, contentType: 'text/event-stream' },
  faults: ['DEPLOYMENT_NOT_FOUND', 'EVENT_STREAMS_FULL', 'CALLER_STREAMS_FULL'],
}

/** A key of pipelines follows many deployments at once. */
const streamLimits = { ofAccount: 200, ofCaller: 50 }

export const deploymentEventOperations = { followDeployment: row }

/** Mounts the stream of events of a deployment, in the format of server-sent events (HTML, section 9.2). */
export function mountDeploymentEvents(
  app: FastifyInstance,
  environment: RequestEnvironment,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  const { store, clock, log } = environment
  const streams = new OpenStreams(store.db, clock, log, streamLimits)
  app.addHook('onClose', () => streams.stop())
  app.route({
    method: 'GET',
    url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    onRequest: gate(admission('followDeployment', row)),
    handler: (request, reply) => follow(request, reply, { environment, streams }),
  })
}

interface Followed {
  readonly environment: RequestEnvironment
  readonly streams: OpenStreams
}

async function follow(
  request: FastifyRequest,
  reply: FastifyReply,
  { environment: { store, clock, openSignals }, streams }: Followed,
): Promise<void> {
  const access = accessOf(request)
  const caller = { accountId: access.accountId, nowMs: clock.now() }
  const key = keyOf(request)
  const first = await getDeployment(store.db, caller, key)
  streams.assertRoom(access)
  const ended = new AbortController()
  openSignals.add(ended)
  const write = openStream(reply, ended)
  const remove = await streams.add({ ...access, end: () => ended.abort() })
  const next = (seen: DeploymentResource): Promise<DeploymentResource | undefined> =>
    awaitProgress(store.db, caller, { ...key, clock, signal: ended.signal }, seen)
  try {
    await tellProgress(first, { write, next, signal: ended.signal, toolVersion: toolVersionOf(request.headers) })
  } finally {
    // Without its last event the client comes back, also when the database was away.
    remove()
    openSignals.delete(ended)
    reply.raw.end()
  }
}

/** The cast is safe because the path of the row has these parameters. */
function keyOf({ params }: FastifyRequest) {
  const { projectLogicalId, deploymentId } = params as { projectLogicalId: string; deploymentId: string }
  return { logicalId: projectLogicalId, id: deploymentId }
}

interface Telling {
  readonly write: (text: string) => void
  /** Undefined: nothing has changed for a while. */
  readonly next: (seen: DeploymentResource) => Promise<DeploymentResource | undefined>
  readonly signal: AbortSignal
  readonly toolVersion: string | undefined
}

async function tellProgress(first: DeploymentResource, { write, next, signal, toolVersion }: Telling): Promise<void> {
  let seen = first
  while (!signal.aborted && seen.endedAt === null) {
    write(`event: progress\ndata: ${JSON.stringify({ progress: seen.progress })}\n\n`)
    const changed = await next(seen)
    if (changed === undefined) write(': still running\n\n')
    seen = changed ?? seen
  }
  write(`event: complete\ndata: ${JSON.stringify(deploymentForTool(toolVersion, seen))}\n\n`)
}

/** Begins the answer, and returns how its text is sent. */
function openStream(reply: FastifyReply, ended: AbortController): (text: string) => void {
  reply.hijack()
  const { raw } = reply
  raw.once('close', () => ended.abort())
  raw.writeHead(200, {
    'content-type': 'text/event-stream',
    'cache-control': 'no-store',
    // Proxies of nginx would hold events back.
    'x-accel-buffering': 'no',
    // A connection that stays open would keep the service from stopping.
    connection: 'close',
    ...headersOf(reply),
  })
  return (text) => {
    if (!ended.signal.aborted) raw.write(text)
  }
}
