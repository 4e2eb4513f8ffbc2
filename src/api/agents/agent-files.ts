import { appendToUpload, beginUpload, finishUpload, uploadState } from '#artifacts'
import { LargeBodies } from '../requests/large-bodies.ts'
import { AgentUploadSchema, agentHeaders, agentLimits, agentPaths } from '#contract'
import { heldAgentRuns } from '#runs'
import { Fault, isUuid } from '#kernel'
import type { HeldRun } from '#storage/agents'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AgentCaller } from './agent-caller.ts'
import { mountRunInputs } from './agent-inputs.ts'
import { messageBodies, readMessage } from './agent-messages.ts'
import { agentRoute } from './agent-route.ts'
import type { AgentHandler } from './agent-route.ts'
import type { AgentRoutes } from './agent-routes.ts'

/** Routes by which agents upload files of runs in parts, and download what runs need. */
export function mountAgentFiles(scope: FastifyInstance, routes: AgentRoutes): void {
  const begin: AgentHandler = async (caller, request) => {
    const upload = readMessage(AgentUploadSchema, request)
    const { accountId } = await heldRun(routes, caller, upload)
    return beginUpload(routes.artifacts, uploaderOf(caller), { ...upload, accountId })
  }
  const append: AgentHandler = async (caller, request) => {
    const bytes = request.body
    if (!(bytes instanceof Uint8Array))
      throw new Fault('CONTENT_TYPE_UNSUPPORTED', { values: { type: 'application/octet-stream' } })
    const part = { id: uploadIdOf(request), offset: offsetOf(request), bytes }
    return appendToUpload(routes.artifacts, uploaderOf(caller), part)
  }
  void scope.register(async (messages) => {
    messages.addHook('preParsing', messageBodies(new LargeBodies()))
    messages.route(agentRoute(routes, 'POST', agentPaths.uploads, begin))
    messages.route(
      agentRoute(routes, 'GET', agentPaths.upload, (caller, request) =>
        uploadState(routes.artifacts, uploaderOf(caller), uploadIdOf(request)),
      ),
    )
    messages.route(
      agentRoute(routes, 'POST', agentPaths.finishUpload, (caller, request) =>
        finishUpload(routes.artifacts, uploaderOf(caller), uploadIdOf(request)),
      ),
    )
  })
  void scope.register(async (parts) => {
    const uploads = new LargeBodies()
    parts.addHook('preParsing', (request, reply, payload, done) => {
      const leave = uploads.enter(request.headers.authorization ?? '', () => done(null, payload))
      reply.raw.once('close', leave)
    })
    parts.removeAllContentTypeParsers()
    parts.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    parts.route({ ...agentRoute(routes, 'PUT', agentPaths.upload, append), bodyLimit: agentLimits.partBytes })
  })
  mountRunInputs(scope, routes)
}

/** Throws AGENT_RUN_NOT_FOUND for what the agent does not hold. */
async function heldRun(
  { store }: AgentRoutes,
  { holder }: AgentCaller,
  lease: { readonly taskId: string; readonly leaseToken: string },
): Promise<HeldRun> {
  const held = await heldAgentRuns(store, holder, [lease])
  const run = held.get(lease.taskId)
  if (run === undefined) throw new Fault('AGENT_RUN_NOT_FOUND')
  return run
}

const uploaderOf = ({ holder, agentId }: AgentCaller) => ({ queue: holder.queue, agentId })

function uploadIdOf(request: FastifyRequest): string {
  const { uploadId = '' } = request.params as { uploadId?: string }
  if (!isUuid(uploadId)) throw new Fault('AGENT_UPLOAD_NOT_FOUND')
  return uploadId.toLowerCase()
}

/** Throws PARAMETER_INVALID. */
function offsetOf({ headers }: FastifyRequest): number {
  const text = headers[agentHeaders.offset]
  if (typeof text === 'string' && /^\d{1,12}$/.test(text)) return Number(text)
  const problems = `the header ${agentHeaders.offset} must be the number of the first byte`
  throw new Fault('PARAMETER_INVALID', { values: { problems } })
}
