import { request as openRequest } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import type { ObservationFailure } from '#contract'
import { writeReason } from '#contract/reasons'
import { safeDecode } from './safe-decode.ts'
import { connectTcp, dropErrors, endpointOf } from './connect-tcp.ts'
import type { Target, TcpConnection, Tunnel } from './connect-tcp.ts'
import { connectTls } from './connect-tls.ts'
import type { TlsDoor } from './connect-tls.ts'
import { Deadline } from './deadline.ts'
import { errorCode, failure, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'
import type { Resolve } from './resolve.ts'

const invalidProxy = failure('preparation', 'EPROXYURL', writeReason('PROXY_URL_INVALID'))
const lookupMs = 2_000
const defaultPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** The value of `proxy-authorization` for the credentials in the URL of a proxy (RFC 7617); null without any. */
export function proxyAuthorization({ username, password }: URL): string | null {
  if (username === '' && password === '') return null
  return `Basic ${Buffer.from(`${safeDecode(username)}:${safeDecode(password)}`).toString('base64')}`
}

/** Connects to a proxy itself, over TLS when its URL is https. The address policy holds for it as for any target. */
export async function connectToProxy(
  door: TlsDoor,
  proxy: URL | null,
  deadline: Deadline,
): Promise<TcpConnection | Failed> {
  const defaultPort = defaultPorts[proxy?.protocol ?? '']
  if (!proxy || defaultPort === undefined) return { failure: invalidProxy }
  const target = { host: proxy.hostname, port: Number(proxy.port || defaultPort) }
  const open =
    proxy.protocol === 'http:'
      ? await connectTcp(door, target, deadline)
      : await connectTls(door, target, { skipVerification: false }, deadline)
  if (!open.failure) return open
  const message = writeReason('PROXY_UNREACHABLE', { reason: open.failure.message })
  return { ...open, failure: { ...open.failure, message } }
}

/**
 * The host for a proxy: the name, which the proxy resolves, or the checked address where the policy must hold for it.
 * Only a location that may reach every address trusts the proxy with names that cannot be resolved here.
 */
export async function checkProxied(
  resolve: Resolve,
  isStrict: boolean,
  { host, family, port }: Target,
  deadline: Deadline,
): Promise<{ readonly failure: null; readonly host: string } | Failed> {
  const limit = isStrict ? deadline : new Deadline(deadline.clock, Math.min(lookupMs, deadline.remainingMs()))
  const resolved = await resolve(host, family, limit, port)
  if (!isStrict) limit.close()
  if (deadline.failure) return { failure: deadline.failure }
  if (!resolved.failure) return { failure: null, host: isStrict ? resolved.address : host }
  return resolved.failure.kind === 'policy' || isStrict ? resolved : { failure: null, host }
}

/** Connects through proxies with CONNECT (RFC 9110, 9.3.6). The address of such a connection is that of the proxy. */
export function createTunnel(door: TlsDoor, isStrict: boolean): Tunnel {
  return async (target, proxyUrl, deadline) => {
    const startedAt = deadline.clock.activeMs()
    const checked = await checkProxied(door.resolve, isStrict, target, deadline)
    if (checked.failure) return checked
    const proxy = URL.parse(proxyUrl)
    const open = await connectToProxy(door, proxy, deadline)
    if (open.failure || !proxy) return open
    const endpoint = endpointOf({ host: checked.host, port: target.port })
    const problem = await ask(open.socket, { endpoint, proxy }, deadline)
    if (problem) {
      open.socket.destroy()
      return { failure: problem, address: open.address }
    }
    return { ...open, connectMs: deadline.clock.activeMs() - startedAt - open.dnsMs }
  }
}

interface Wish {
  readonly endpoint: string
  readonly proxy: URL
}

function ask(socket: Socket, { endpoint, proxy }: Wish, deadline: Deadline): Promise<ObservationFailure | null> {
  const authorization = proxyAuthorization(proxy)
  return new Promise((settle) => {
    const stop = deadline.onExpire(settle)
    const end = (problem: ObservationFailure | null): void => {
      stop()
      settle(problem)
    }
    const sent = openRequest({
      createConnection: () => socket,
      method: 'CONNECT',
      path: endpoint,
      setHost: false,
      setDefaultHeaders: false,
      headers: { host: endpoint, ...(authorization !== null && { 'proxy-authorization': authorization }) },
    })
    sent.once('connect', ({ statusCode = 0 }, stream: Duplex, head: Buffer) => {
      if (head.length > 0) stream.unshift(head)
      stream.on('error', dropErrors)
      end(statusCode === 200 ? null : refusal(statusCode, endpoint))
    })
    sent.once('error', (error) =>
      end(failureOf(errorCode(error), writeReason('ENDPOINT_PROXY', { host: proxy.host }), 'connect')),
    )
    sent.on('error', dropErrors)
    sent.end()
  })
}

const refusal = (status: number, endpoint: string): ObservationFailure => {
  const hint = status === 407 ? ` ${writeReason('PROXY_CREDENTIALS')}` : ''
  return failure('connect', 'EPROXY', `${writeReason('PROXY_REFUSED', { status, endpoint })}${hint}`, true)
}
