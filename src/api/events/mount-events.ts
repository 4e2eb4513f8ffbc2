import type { OperationRow } from '#contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Admit } from '../authentication/admission.ts'
import { gate } from '../operations/mount-operations.ts'
import type { RequestEnvironment } from '../operations/open-request.ts'
import { EventHub } from './event-hub.ts'
import { accessOf, OpenStreams, streamLifeMs } from './open-streams.ts'
import type { OpenStream } from './open-streams.ts'
import { headersOf } from './headers-of.ts'
import { healthChanges, WatchedHealth } from './watched-health.ts'

/** The row of the stream, for its admission check and the OpenAPI document. It is mounted apart: its body never ends. */
const row: OperationRow = {
  method: 'GET',
  path: '/v1/events',
  tag: 'Browser sessions',
  summary: 'Follow what happens in an account',
  access: 'read',
  success: { status: 200, contentType: 'text/event-stream' },
  faults: ['EVENT_STREAMS_FULL', 'CALLER_STREAMS_FULL'],
}

export const eventOperations = { followEvents: row }

/** A stream says this often that it lives, so that its reader notices a lost connection. */
const beatMs = 5_000
/** A reader that is so far behind reads everything again. */
const maxUnsentBytes = 1024 * 1024

/** Mounts the stream of events of an account, in the format of server-sent events (HTML, section 9.2). */
export function mountEvents(
  app: FastifyInstance,
  environment: RequestEnvironment,
  admission: (operationId: string, row: OperationRow) => Admit,
): void {
  const { store, clock, log } = environment
  const hub = new EventHub(store.db, clock, log)
  const streams = new OpenStreams(store.db, clock, log)
  const health = environment.serviceHealth && new WatchedHealth(environment.serviceHealth, clock)
  app.addHook('onClose', async () => {
    await Promise.all([hub.stop(), streams.stop()])
  })
  app.route({
    method: 'GET',
    url: row.path,
    onRequest: gate(admission('followEvents', row)),
    handler: async (request, reply) => {
      const access = accessOf(request)
      streams.assertRoom(access)
      return openStream(request, reply, { access, streams, hub, health, environment })
    },
  })
}

interface Stream {
  readonly access: Pick<OpenStream, 'accountId' | 'credentialId' | 'caller'>
  readonly streams: OpenStreams
  readonly hub: EventHub
  readonly health: WatchedHealth | null
  readonly environment: RequestEnvironment
}

async function openStream(
  request: FastifyRequest,
  reply: FastifyReply,
  { access, streams, hub, health, environment: { clock, openSignals } }: Stream,
): Promise<void> {
  const ended = new AbortController()
  openSignals.add(ended)
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
  const write = (text: string): void => {
    if (raw.writableLength > maxUnsentBytes) ended.abort()
    else if (!ended.signal.aborted) raw.write(text)
  }
  write('retry: 2000\n\n')
  const remove = await streams.add({ ...access, end: () => ended.abort() })
  const lastEventId = request.headers['last-event-id']
  const unfollow = await hub.follow(
    {
      accountId: access.accountId,
      send: ({ id, name, data }) => write(`id: ${id}\nevent: ${name}\ndata: ${data}\n\n`),
      reset: (id) => write(`id: ${id}\nevent: reset\ndata: {}\n\n`),
    },
    typeof lastEventId === 'string' ? lastEventId : undefined,
  )
  const tellHealth =
    health && healthChanges(health, (status) => write(`event: health\ndata: ${JSON.stringify({ status })}\n\n`))
  tellHealth?.()
  const endsAt = clock.now() + streamLifeMs
  while (!ended.signal.aborted && clock.now() < endsAt) {
    await clock.sleep(beatMs, ended.signal)
    write('event: beat\ndata: {}\n\n')
    tellHealth?.()
  }
  unfollow()
  remove()
  openSignals.delete(ended)
  raw.end()
}
