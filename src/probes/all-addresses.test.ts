import { decode } from 'dns-packet'
import { expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { certificates } from '../../tests/support/certificates/read-certificates.ts'
import { dnsResponse, httpServer, httpsServer, tcpServer, udpServer } from '../../tests/support/local-servers.ts'
import { apiTask, grpcTask, probeTools, tcpTask } from '../../tests/support/probe-tasks.ts'
import { sslTask } from '../../tests/support/ssl-scene.ts'
import { observe } from './probes.ts'
import type { ProbeTask, ProbeTools } from './probe.ts'

/** Tools of a location where every name has two addresses, of which the first refuses. */
async function tools(): Promise<ProbeTools> {
  const { port } = await udpServer((message, from, socket) => {
    const query = decode(message)
    const name = query.questions?.[0]?.name ?? ''
    const answers = ['127.0.0.9', '127.0.0.1'].map((data) => ({ type: 'A', name, ttl: 1, data }) as const)
    socket.send(dnsResponse(query, answers), from.port, from.address)
  })
  const sources = { hostsFile: '/dev/null', resolverFile: '/dev/null', nameServers: [`127.0.0.1:${port}`] }
  return { ...probeTools, egress: createEgress({ allowPrivateTargets: true }, new SystemClock(), sources) }
}

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
