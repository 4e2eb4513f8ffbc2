import type { FastifyInstance, FastifyRequest } from 'fastify'
import { WebSocketServer } from 'ws'
import type { WebSocket } from 'ws'
import type { RateLimiter } from '#ratelimit'
import type { KeyDirectory } from '../authentication/key-directory.ts'
import type { KeyUses } from '../authentication/key-uses.ts'
import { OpenStreams } from '../events/open-streams.ts'
import type { RequestEnvironment } from '../operations/open-request.ts'
import { clientAddress } from '../requests/client-address.ts'
import { LiveClient } from './live-client.ts'
import { LiveRuns } from './live-runs.ts'
import { maxPacketBytes } from './mqtt-session.ts'

type Raw = FastifyRequest['raw']

const path = '/mqtt'
const subprotocol = 'mqtt'

/** Pipelines of one person may run many sessions at once. */
const streamLimits = { ofAccount: 500, ofCaller: 200 }

/** Whether a request wants the connection of the broker; all others with an upgrade are answered as if they had none. */
export const isLiveUpgrade = ({ url = '', headers }: Pick<Raw, 'url' | 'headers'>): boolean =>
  url.split('?', 1)[0] === path && headers.upgrade?.toLowerCase() === 'websocket'

export interface LiveOptions {
  readonly keys: KeyDirectory
  readonly uses: Pick<KeyUses, 'note'>
  readonly limiter: RateLimiter
  readonly trustedProxyHops: number
}

/**
 * Mounts the broker of the command line tool: MQTT 3.1.1 over WebSocket (its section 6), on which the results of a test
 * session are published to who follows it.
 */
export function mountLive(app: FastifyInstance, { store, clock, log }: RequestEnvironment, options: LiveOptions): void {
  const streams = new OpenStreams(store.db, clock, log, streamLimits)
  const runs = new LiveRuns(store, clock, log)
  const tools = { ...options, clock, streams, runs }
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: true,
    maxPayload: maxPacketBytes,
    perMessageDeflate: false,
    handleProtocols: (offered) => offered.has(subprotocol) && subprotocol,
  })
  app.server.on('upgrade', (request: Raw, socket, head) =>
    server.handleUpgrade(request, socket, head, (link) =>
      serve(link, tools, clientAddress(addressOf(request, options.trustedProxyHops))),
    ),
  )
  app.addHook('preClose', async () => {
    for (const link of server.clients) link.terminate()
  })
  app.addHook('onClose', async () => void (await Promise.all([runs.stop(), streams.stop()])))
}

function serve(link: WebSocket, tools: ConstructorParameters<typeof LiveClient>[0], address: string): void {
  const client = new LiveClient(tools, address, {
    send: (bytes) => link.send(bytes),
    unsentBytes: () => link.bufferedAmount,
    close: () => link.close(),
    cut: () => link.terminate(),
  })
  link.on('message', (data) => (Buffer.isBuffer(data) ? client.receive(data) : link.terminate()))
  // Whatever is wrong with a connection also ends it.
  link.on('error', () => link.terminate())
  link.on('close', () => void client.end())
}

/** The address that the proxies before the service saw last. */
function addressOf({ headers, socket }: Raw, trustedProxyHops: number): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
  const all = [...forwarded.filter((one) => one !== ''), socket.remoteAddress ?? '']
  return all.at(-1 - trustedProxyHops) ?? all[0] ?? ''
}
