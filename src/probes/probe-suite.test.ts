import { describe, expect, it } from 'vitest'
import { createEgress } from '#egress'
import type { ObservationFailure } from '#contract'
import { SystemClock } from '#kernel'
import { tcpAndUdpServer } from '../../tests/support/local-servers.ts'
import { apiTask, assertion, dnsTask, grpcTask, probeTools, tcpTask } from '../../tests/support/probe-tasks.ts'
import { sslTask } from '../../tests/support/ssl-scene.ts'
import { late } from '../../tests/support/late.ts'
import { observe } from './probes.ts'
import type { ProbeTools } from './probe.ts'

interface Seen {
  readonly answer: unknown
  readonly failure: ObservationFailure | null
  readonly startedAt: number
  readonly stoppedAt: number
}
type Target = { readonly host: string; readonly port: number; readonly timeoutMs: number }
type Aim = (target: Target, tools: ProbeTools) => Promise<Seen>

const bracketed = (host: string): string => (host.includes(':') && !host.startsWith('[') ? `[${host}]` : host)
const reply = [assertion('RESPONSE_DATA', 'NOT_EMPTY')]

/** One way to point each wire probe at a host and port. */
const aims: Readonly<Record<string, Aim>> = {
  TCP: ({ host: hostname, ...rest }, tools) => observe(tcpTask({ hostname, ...rest, assertions: reply }), tools),
  HTTP: ({ host, port, timeoutMs }, tools) =>
    observe(apiTask({ url: `http://${bracketed(host)}:${port}/`, timeoutMs }), tools),
  HTTPS: ({ host, port, timeoutMs }, tools) =>
    observe(apiTask({ url: `https://${bracketed(host)}:${port}/`, timeoutMs }), tools),
  SSL: ({ host: hostname, port, timeoutMs }, tools) =>
    observe({ ...sslTask(port, { hostname, handshakeTimeoutMs: timeoutMs }), timeoutMs }, tools),
  'DNS over UDP': ({ host: nameServer, ...rest }, tools) => observe(dnsTask({ nameServer, ...rest }), tools),
  'DNS over TCP': ({ host: nameServer, ...rest }, tools) =>
    observe(dnsTask({ nameServer, ...rest, protocol: 'TCP' }), tools),
  'gRPC in plain text': ({ host: url, ...rest }, tools) => observe(grpcTask({ url, ...rest }), tools),
  'gRPC over TLS': ({ host: url, ...rest }, tools) => observe(grpcTask({ url, ...rest, config: { tls: true } }), tools),
}

const refused = [
  '169.254.169.254',
  '2852039166',
  '0251.0376.0251.0376',
  '0xa9.0xfe.0xa9.0xfe',
  '169.254.169.254.',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fd00:ec2::254',
  'fe80::1',
  '0.0.0.0',
  '0',
  '::',
  '224.0.0.1',
  '255.255.255.255',
  '2002:7f00:1::',
]
const publicOnly = { ...probeTools, egress: createEgress({ allowPrivateTargets: false }, new SystemClock()) }

const longerThanTheTest = 600_000

/** A host that accepts connections and packets and never answers. */
const silentHost = () =>
  tcpAndUdpServer(
    () => {},
    () => {},
  )

describe.each(Object.entries(aims))('%s probe', (_, aim) => {
  it('ends in time when the target is silent, and closes its socket', async () => {
    const host = await silentHost()
    const seen = await aim({ host: '127.0.0.1', port: host.port, timeoutMs: 200 }, probeTools)
    expect(seen.failure).toMatchObject({ kind: 'timeout', isNetworkError: true })
    expect(seen.answer).toBeNull()
    expect(seen.stoppedAt - seen.startedAt).toBeGreaterThanOrEqual(195)
    await host.allClosed()
  })

  it('ends at once when it is cancelled, before or during the run', async () => {
    const host = await silentHost()
    const early = { ...probeTools, signal: AbortSignal.abort() }
    const target = { host: '127.0.0.1', port: host.port, timeoutMs: longerThanTheTest }
    expect((await aim(target, early)).failure).toMatchObject({ code: 'ECANCELED' })
    const controller = new AbortController()
    const run = aim(target, { ...probeTools, signal: controller.signal })
    late(50, () => controller.abort())
    const seen = await run
    expect(seen.failure).toMatchObject({ code: 'ECANCELED', isNetworkError: false })
    await host.allClosed()
  })

  it.each(refused)('never reaches %s', async (host) => {
    const seen = await aim({ host, port: 80, timeoutMs: 2000 }, probeTools)
    expect(seen.failure).toMatchObject({ kind: 'policy', code: 'EPOLICY', isNetworkError: false })
  })

  it.each(['127.0.0.1', '127.1', '0x7f000001', '::1', '10.0.0.1', '192.168.0.1', '100.64.0.1', 'fd00::1', 'localhost'])(
    'reaches %s only where private targets are allowed',
    async (host) => {
      const seen = await aim({ host, port: 80, timeoutMs: 2000 }, publicOnly)
      expect(seen.failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
    },
  )

  it('reports that nothing listens', async () => {
    const seen = await aim({ host: '127.0.0.1', port: 1, timeoutMs: 2000 }, probeTools)
    expect(seen.failure).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED', isNetworkError: true })
  })

  it('survives garbage', async () => {
    const garbage = Buffer.from('\xff\x00garbage\r\n\r\n', 'latin1')
    const host = await tcpAndUdpServer(
      (socket) => socket.end(garbage),
      (_, from, socket) => socket.send(garbage, from.port, from.address),
    )
    const seen = await aim({ host: '127.0.0.1', port: host.port, timeoutMs: 300 }, probeTools)
    expect(seen.answer === null).toBe(seen.failure !== null)
    await host.allClosed()
  })

  it.each([' ', 'a b', '$(id)', '-oX', '../x', 'x\ny', 'fe80::1%lo', '\0'])(
    'answers with a failure for the host %j',
    async (host) => {
      const seen = await aim({ host, port: 80, timeoutMs: 300 }, publicOnly)
      expect(seen.failure).not.toBeNull()
    },
  )
})
