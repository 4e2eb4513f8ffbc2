import { describe, expect, it } from 'vitest'
import { createEgress, Deadline } from '#egress'
import type { ObservedArtifact } from '#contract'
import { SystemClock } from '#kernel'
import { tcpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { canBuildRoutes, routers, runInNetwork } from '../../../tests/support/route-network.ts'
import { API } from '../api/index.ts'
import type { ProbeTask, ProbeTools } from '../probe.ts'
import { captureConnection } from './capture-connection.ts'
import { NetworkEvidence } from './network-evidence.ts'

const clock = new SystemClock()

const observe = (task: ProbeTask<'API'>, tools: Partial<ProbeTools> = {}) =>
  API(task, { ...probeTools, networkEvidence: new NetworkEvidence(clock), ...tools })

const bytesOf = ({ bytes }: ObservedArtifact): Buffer =>
  bytes instanceof Uint8Array ? Buffer.from(bytes) : expect.fail('The artifact is in a file.')
const artifactOf = (artifacts: readonly ObservedArtifact[] | undefined, kind: ObservedArtifact['kind']): Buffer => {
  const found = artifacts?.find((artifact) => artifact.kind === kind)
  return found ? bytesOf(found) : expect.fail(`There is no ${kind}.`)
}
const logOf = ({ log }: { readonly log: readonly { readonly msg: string }[] }): string =>
  log.map(({ msg }) => msg).join('\n')

/** The packets of a capture, by their ports. */
function portsIn(file: Buffer): { readonly source: number; readonly target: number }[] {
  const packets = []
  for (let at = 24; at < file.length;) {
    const length = file.readUInt32LE(at + 8)
    const packet = file.subarray(at + 16, at + 16 + length)
    const header = (packet[0] ?? 0) >> 4 === 6 ? 40 : ((packet[0] ?? 0) & 0x0f) * 4
    packets.push({ source: packet.readUInt16BE(header), target: packet.readUInt16BE(header + 2) })
    at += 16 + length
  }
  return packets
}

function fileOf(capture: Awaited<ReturnType<typeof captureConnection>>): Buffer {
  if ('code' in capture) throw new Error(capture.code)
  return capture.file
}

const probed = await captureConnection({ address: '127.0.0.1', family: 'IPv4', port: 1 }, new Deadline(clock, 1000))
const canCapture = !('code' in probed)

describe('evidence of a network failure', () => {
  it('is a traceroute report for a refused connection, with its summary in the log', async () => {
    const seen = await observe(apiTask({ url: 'http://127.0.0.1:1/' }))
    expect(seen.failure?.code).toBe('ECONNREFUSED')
    expect(artifactOf(seen.artifacts, 'traceroute').toString()).toContain('  1  127.0.0.1')
    expect(logOf(seen)).toContain('Traceroute: The route to 127.0.0.1, TCP port 1 is complete: 1 hop.')
  })

  it('is a report for a server that accepts and never answers', async () => {
    const server = await tcpServer(() => {})
    const seen = await observe(apiTask({ url: `http://127.0.0.1:${server.port}/`, timeoutMs: 300 }))
    expect(seen.failure?.kind).toBe('timeout')
    expect(artifactOf(seen.artifacts, 'traceroute').toString()).toContain(`TCP port ${server.port}`)
  })

  it('says for a name without an address that there is nothing to trace', async () => {
    const seen = await observe(apiTask({ url: 'http://no-such-host.invalid/' }))
    expect(artifactOf(seen.artifacts, 'traceroute').toString()).toContain('no-such-host.invalid has no address')
  })

  it('is of the host that failed when a redirect led to it', async () => {
    const server = await tcpServer((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 302 Found\r\nlocation: http://127.0.0.2:1/\r\ncontent-length: 0\r\n\r\n'),
      ),
    )
    const seen = await observe(apiTask({ url: `http://127.0.0.1:${server.port}/` }))
    expect(artifactOf(seen.artifacts, 'traceroute').toString()).toContain('127.0.0.2')
  })

  it('is not gathered for responses and for failures that are not of the network', async () => {
    const server = await tcpServer((socket) => socket.once('data', () => socket.end('no http')))
    const seen = await observe(apiTask({ url: `http://127.0.0.1:${server.port}/` }))
    expect(seen.failure?.isNetworkError).toBe(false)
    expect(seen).not.toHaveProperty('artifacts')
    const egress = createEgress({ allowPrivateTargets: false }, clock)
    expect(await observe(apiTask({ url: 'http://127.0.0.1:1/' }), { egress })).not.toHaveProperty('artifacts')
  })

  it('has no secret in it', async () => {
    const task = { ...apiTask({ url: 'http://secret-name.invalid/' }), secrets: ['secret-name'] }
    const seen = await observe(task)
    expect(artifactOf(seen.artifacts, 'traceroute').toString()).not.toContain('secret-name')
  })

  it('shares the route of failing runs to the same target, and says so', async () => {
    const networkEvidence = new NetworkEvidence(clock)
    const runs = await Promise.all(
      Array.from({ length: 50 }, () => observe(apiTask({ url: 'http://127.0.0.1:1/' }), { networkEvidence })),
    )
    const reports = runs.map(({ artifacts }) => artifactOf(artifacts, 'traceroute').toString())
    expect(new Set(reports).size).toBe(1)
    expect(runs.filter((run) => logOf(run).includes('found for another failing run'))).toHaveLength(49)
  })

  it('examines few targets at once, and says of the others that it did not', async () => {
    const networkEvidence = new NetworkEvidence(clock)
    const urls = Array.from({ length: 200 }, (_, index) => `http://127.0.3.${index + 1}:1/`)
    const runs = await Promise.all(urls.map((url) => observe(apiTask({ url }), { networkEvidence })))
    const examined = runs.filter(({ artifacts }) => artifacts !== undefined)
    const skipped = runs.filter((run) => logOf(run).includes('too many failing runs'))
    expect(examined.length).toBeGreaterThan(0)
    expect(skipped.length).toBeGreaterThan(0)
    expect(examined.length + skipped.length).toBe(runs.length)
  })

  it.skipIf(canCapture)('says that the system permits no packet capture', async () => {
    expect(logOf(await observe(apiTask({ url: 'http://127.0.0.1:1/' })))).toContain('CAP_NET_RAW')
  })
})

describe.skipIf(!canCapture)('a packet capture (needs CAP_NET_RAW)', () => {
  it('is attached to the run as a pcap file of the connection that was refused', async () => {
    const seen = await observe(apiTask({ url: 'http://127.0.0.1:1/' }))
    const file = artifactOf(seen.artifacts, 'pcap')
    expect(file.readUInt32LE(0)).toBe(0xa1b2_c3d4)
    expect(portsIn(file).map(({ target }) => target)).toContain(1)
    expect(logOf(seen)).toContain('was refused; 2 packets.')
  })

  it.each(['127.0.0.1', '::1'])(
    'has only packets of its own connection to %s, whatever else is connected',
    async (host) => {
      const server = await tcpServer((socket) => socket.resume(), host)
      const family = host === '::1' ? 'IPv6' : 'IPv4'
      const target = { address: host, family, port: server.port } as const
      const captures = await Promise.all(
        Array.from({ length: 5 }, () => captureConnection(target, new Deadline(clock, 2000))),
      )
      const ownPorts = captures.map((capture) => {
        const packets = portsIn(fileOf(capture))
        const ports = new Set(packets.flatMap(({ source, target: to }) => [source, to]))
        expect(ports).toContain(server.port)
        expect(ports.size).toBe(2)
        return [...ports].find((port) => port !== server.port)
      })
      expect(new Set(ownPorts).size).toBe(5)
    },
  )
})

const modules = {
  probe: new URL('../api/index.ts', import.meta.url).href,
  evidence: new URL('network-evidence.ts', import.meta.url).href,
  egress: new URL('../../egress/index.ts', import.meta.url).href,
  kernel: new URL('../../kernel/index.ts', import.meta.url).href,
}

describe.skipIf(!canBuildRoutes)('evidence of a target behind routers that does not answer (needs ip)', () => {
  it('shows the last router that answered, and a capture without an answer', async () => {
    const task = apiTask({ url: 'http://10.7.3.99/', timeoutMs: 500 })
    const output = await runInNetwork(`
      import { API } from '${modules.probe}'
      import { NetworkEvidence } from '${modules.evidence}'
      import { createEgress } from '${modules.egress}'
      import { SystemClock } from '${modules.kernel}'
      const clock = new SystemClock()
      const egress = createEgress({ allowPrivateTargets: true }, clock)
      const signal = new AbortController().signal
      const tools = { clock, egress, signal, userAgent: '', networkEvidence: new NetworkEvidence(clock) }
      const { failure, log, artifacts } = await API(${JSON.stringify(task)}, tools)
      const text = Buffer.from(artifacts[0].bytes).toString()
      console.log(JSON.stringify({ failure, log, text, kinds: artifacts.map(({ kind }) => kind) }))`)
    const seen: { failure: { kind: string }; log: { msg: string }[]; text: string; kinds: string[] } =
      JSON.parse(output)
    expect(seen.failure.kind).toBe('timeout')
    expect(seen.kinds).toEqual(['traceroute', 'pcap'])
    for (const router of routers) expect(seen.text).toContain(router)
    expect(seen.text).toContain('the last that answered was 10.7.2.2, hop 2')
    expect(logOf(seen)).toContain('was not answered in time; 1 packet.')
  })
})
