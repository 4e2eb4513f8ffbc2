import { decode, streamDecode } from 'dns-packet'
import type { DecodedPacket } from 'dns-packet'
import { expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { certificates } from '../../tests/support/certificates/read-certificates.ts'
import { dnsResponse, httpServer, httpsServer, tcpAndUdpServer, tcpServer } from '../../tests/support/local-servers.ts'
import { apiTask, dnsTask, grpcTask, probeTools, tcpTask, tracerouteTask } from '../../tests/support/probe-tasks.ts'
import { sslTask } from '../../tests/support/ssl-scene.ts'
import { pingPermission } from './icmp/index.ts'
import { observe } from './probes.ts'
import type { ProbeTask, ProbeTools } from './probe.ts'

/** A name server by which every name has two addresses, over both protocols; its port. */
async function nameServer(first: string): Promise<number> {
  const answer = (query: Pick<DecodedPacket, 'id' | 'questions'>): Buffer => {
    const name = query.questions?.[0]?.name ?? ''
    return dnsResponse(
      query,
      [first, '127.0.0.1'].map((data) => ({ type: 'A', name, ttl: 1, data }) as const),
    )
  }
  const { port } = await tcpAndUdpServer(
    (socket) => socket.once('data', (bytes) => socket.write(withLength(answer(streamDecode(bytes))))),
    (message, from, socket) => socket.send(answer(decode(message)), from.port, from.address),
  )
  return port
}

const withLength = (message: Buffer): Buffer =>
  Buffer.concat([Buffer.from([message.length >> 8, message.length & 255]), message])

const toolsOf = (port: number): ProbeTools => {
  const sources = { hostsFile: '/dev/null', resolverFile: '/dev/null', nameServers: [`127.0.0.1:${port}`] }
  return { ...probeTools, egress: createEgress({ allowPrivateTargets: true }, new SystemClock(), sources) }
}

/** Tools of a location where the first of the two addresses refuses. */
const tools = async (first = '127.0.0.9'): Promise<ProbeTools> => toolsOf(await nameServer(first))

const hostname = 'two.test'
const web = async () => `http://${hostname}:${(await httpServer((_request, response) => response.end('ok'))).port}/`
const port = async () => (await tcpServer((socket) => socket.end())).port
type Only = { readonly tryAllAddresses?: false }

const tasks: Readonly<Record<string, (only: Only) => Promise<ProbeTask>>> = {
  TCP: async (only) => tcpTask({ hostname, port: await port(), ...only }),
  API: async (only) => apiTask({ url: await web(), ...only }),
  URL: async (only) => ({ ...apiTask({ url: await web(), ...only }), checkType: 'URL' }),
  SSL: async (only) => sslTask((await httpsServer(certificates.server, () => {})).port, { hostname, ...only }),
  GRPC: async (only) => grpcTask({ url: hostname, port: await port(), ...only }),
}

it.each(Object.entries(tasks))('a %s check reaches its target at any address of the name', async (type, task) => {
  const observed = await observe(await task({}), await tools())
  const refused = { address: '127.0.0.9', error: 'ECONNREFUSED' }
  expect(observed.triedAddresses).toEqual([refused, { address: '127.0.0.1', error: null }])
  expect(observed.failure === null).toBe(type !== 'GRPC')
  const first = await observe(await task({ tryAllAddresses: false }), await tools())
  expect(first).toMatchObject({ failure: { code: 'ECONNREFUSED' } })
  expect(first).not.toHaveProperty('triedAddresses')
})

it.each(['UDP', 'TCP'] as const)(
  'a DNS check over %s asks its name server at any address of the name',
  async (protocol) => {
    const server = await nameServer('127.0.0.9')
    const task = dnsTask({ nameServer: hostname, port: server, protocol })
    const observed = await observe(task, toolsOf(server))
    expect(observed).toMatchObject({ failure: null, answer: { responseCode: 'NOERROR', protocol } })
    const refused = { address: '127.0.0.9', error: 'ECONNREFUSED' }
    expect(observed.triedAddresses).toEqual([refused, { address: '127.0.0.1', error: null }])
  },
)

const broadcast = '127.255.255.255'
const { way } = pingPermission()
const withoutConnections: Readonly<Record<string, (only: Only) => ProbeTask>> = {
  ICMP: (only) => ({
    checkType: 'ICMP',
    timeoutMs: 5000,
    request: { hostname, ipFamily: 'IPv4', pingCount: 1, assertions: [], ...only },
  }),
  TRACEROUTE: (only) => tracerouteTask({ url: hostname, ...only }),
}

it.skipIf(way === 'none').each(Object.entries(withoutConnections))(
  'a check of type %s looks at the next address when nothing can be sent to the first',
  async (_type, task) => {
    const observed = await observe(task({}), await tools(broadcast))
    expect(observed.failure).toBeNull()
    expect(observed.triedAddresses).toEqual([
      { address: broadcast, error: expect.any(String) },
      { address: '127.0.0.1', error: null },
    ])
    const first = await observe(task({ tryAllAddresses: false }), await tools(broadcast))
    expect(first).toMatchObject({ answer: null, failure: expect.anything() })
    expect(first).not.toHaveProperty('triedAddresses')
  },
)
