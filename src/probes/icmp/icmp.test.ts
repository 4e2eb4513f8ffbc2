import { spawn, spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { IcmpAnswer, Observation } from '#contract'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { pingPermission, ICMP as probeIcmp } from './index.ts'
import type { ProbeTools } from '../probe.ts'
import { eventually } from '../../../tests/support/eventually.ts'
import { late } from '../../../tests/support/late.ts'

const realTime = new SystemClock()

const egress = createEgress({ allowPrivateTargets: true }, realTime)
const newTools = (): ProbeTools => ({
  clock: realTime,
  egress,
  signal: new AbortController().signal,
  userAgent: 'belfry-test',
})
const { way } = pingPermission()
const hasSocket = way === 'ping-socket' || way === 'raw'
const hasIpv6 = Object.values(networkInterfaces()).some((list) => list?.some(({ address }) => address === '::1'))
const isRoot = spawnSync('id', ['-u'], { encoding: 'utf8' }).stdout.trim() === '0'

interface Given {
  readonly hostname?: string
  readonly ipFamily?: 'IPv4' | 'IPv6'
  readonly pingCount?: number
  readonly timeoutMs?: number
}

const ping = (given: Given, with_: Partial<ProbeTools> = {}): Promise<Observation<'ICMP'>> => {
  const { timeoutMs = 30_000, ...request } = given
  const whole = { hostname: '127.0.0.1', ipFamily: 'IPv4', pingCount: 1, assertions: [], ...request } as const
  return probeIcmp({ checkType: 'ICMP', timeoutMs, request: whole }, { ...newTools(), ...with_ })
}

function answerOf(observation: Observation<'ICMP'>): IcmpAnswer {
  if (!observation.answer) throw new Error(JSON.stringify(observation.failure))
  return observation.answer
}

const openFiles = (): number => readdirSync('/proc/self/fd').length

describe.skipIf(!hasSocket)('an ICMP probe on a machine that permits a socket', () => {
  it('returns every packet, their statistics and the text of a ping', async () => {
    const observation = await ping({ hostname: '127.0.0.7', pingCount: 3 })
    const { json, text } = answerOf(observation)
    expect(json).toMatchObject({
      hostname: '127.0.0.7',
      resolvedIp: '127.0.0.7',
      ipFamily: 'IPv4',
      pingCount: 3,
      packetsSent: 3,
      packetsReceived: 3,
      packetSize: 64,
      packetLoss: 0,
      dnsResolutionTime: 0,
    })
    expect(
      json.pingResults.map(({ sequence, type, code, success, ttl }) => [sequence, type, code, success, ttl]),
    ).toEqual([0, 1, 2].map((sequence) => [sequence, 0, 0, true, 64]))
    const { min, avg, max } = json.latency
    expect(min).toBeGreaterThan(0)
    expect(avg).toBeGreaterThanOrEqual(min)
    expect(max).toBeGreaterThanOrEqual(avg)
    expect(observation.responseTimeMs).toBe(avg)
    expect(text).toContain('3 packets transmitted, 3 received, 0% packet loss')
    expect(text).toMatch(/rtt min\/avg\/max\/stddev = \d+\.\d{3}\/\d+\.\d{3}\/\d+\.\d{3}\/\d+\.\d{3} ms/)
    expect(observation.stoppedAt - observation.startedAt).toBeGreaterThanOrEqual(995)
  })

  it.skipIf(!hasIpv6)('pings over IPv6, also when a literal address contradicts the family', async () => {
    for (const ipFamily of ['IPv4', 'IPv6'] as const) {
      const { json } = answerOf(await ping({ hostname: '::1', ipFamily }))
      expect(json).toMatchObject({ resolvedIp: '::1', ipFamily: 'IPv6', packetLoss: 0 })
      expect(json.pingResults[0]).toMatchObject({ type: 129, code: 0, success: true })
    }
  })

  it('resolves a name and reports how long that took', async () => {
    const { json } = answerOf(await ping({ hostname: 'localhost' }))
    expect(json).toMatchObject({ hostname: 'localhost', resolvedIp: '127.0.0.1' })
    expect(json.dnsResolutionTime).toBeGreaterThan(0)
  })

  it('keeps 200 concurrent checks separate, without loss, extra threads or open files left', async () => {
    await ping({})
    const files = openFiles()
    const hosts = Array.from({ length: 200 }, (_, index) => `127.0.1.${index + 1}`)
    const observations = await Promise.all(hosts.map((hostname) => ping({ hostname, pingCount: 4 })))
    for (const [index, observation] of observations.entries()) {
      const { json } = answerOf(observation)
      expect(json).toMatchObject({ resolvedIp: hosts[index], packetsReceived: 4, packetLoss: 0 })
    }
    expect(openFiles()).toBeLessThanOrEqual(files)
  })

  it('measures with the system clock of arrival, so a busy event loop does not lengthen a round trip', async () => {
    // The system switches stamping on a moment after the first socket asks for it; this one keeps it on.
    const stop = new AbortController()
    const before = ping({ pingCount: 50 }, { signal: stop.signal })
    const shortest = await eventually('a round trip that is as short as on an idle machine', async () => {
      const running = ping({})
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
      const busyMs = 1500
      const busyUntil = performance.now() + busyMs
      while (performance.now() < busyUntil);
      const { max } = answerOf(await running).json.latency
      return max < busyMs && { max }
    })
    expect(shortest.max).toBeGreaterThan(0)
    stop.abort()
    await before
  })

  it('ends as a cancelled run when it is aborted', async () => {
    const stop = new AbortController()
    const running = ping({ pingCount: 50 }, { signal: stop.signal })
    late(50, () => stop.abort())
    expect((await running).failure?.code).toBe('ECANCELED')
    // Fifty packets would take longer than this limit.
  })

  it('sends fewer packets when the time limit leaves no time to wait for more', async () => {
    const { json } = answerOf(await ping({ pingCount: 50, timeoutMs: 2000 }))
    expect(json.packetsSent).toBeLessThan(5)
    expect(json).toMatchObject({ pingCount: 50, packetLoss: 0 })
  })
})

describe('an ICMP probe anywhere', () => {
  it('fails as a name failure when the name does not exist', async () => {
    const { failure, answer } = await ping({ hostname: 'no-such-host.invalid' })
    expect(answer).toBeNull()
    expect(failure?.kind).toBe('dns')
  })

  it.each(['169.254.169.254', '[::ffff:169.254.169.254]'])(
    'sends nothing to %s, which the policy denies',
    async (hostname) => {
      expect((await ping({ hostname })).failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
    },
  )

  it('sends nothing to a private address where the policy forbids those', async () => {
    const guarded = createEgress({ allowPrivateTargets: false }, realTime)
    expect((await ping({}, { egress: guarded })).failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
  })
})

const modules = {
  icmp: new URL('index.ts', import.meta.url).href,
  egress: new URL('../../egress/index.ts', import.meta.url).href,
  kernel: new URL('../../kernel/index.ts', import.meta.url).href,
}
const script = (hostname: string): string => `
  import { pingPermission, ICMP as probeIcmp } from '${modules.icmp}'
  import { createEgress } from '${modules.egress}'
  import { SystemClock } from '${modules.kernel}'
  const clock = new SystemClock()
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const tools = { clock, egress, signal: new AbortController().signal, userAgent: '' }
  const request = { hostname: '${hostname}', ipFamily: 'IPv4', pingCount: 2, assertions: [] }
  const observation = await probeIcmp({ checkType: 'ICMP', timeoutMs: 30000, request }, tools)
  console.log(JSON.stringify({ permission: pingPermission(), observation }))`

interface Child {
  readonly permission: { readonly way: string; readonly advice?: string }
  readonly observation: Observation<'ICMP'>
}

const ordinary = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const node = (hostname: string): string[] => [process.execPath, '--input-type=module', '-e', script(hostname)]

/** Runs the probe in another process, which must end by itself. */
function inChild(words: readonly string[]): Promise<{ code: number | null; output: string }> {
  return new Promise((settle) => {
    const [program = '', ...rest] = words
    const child = spawn(program, rest, { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.once('error', () => settle({ code: null, output }))
    child.once('close', (code) => settle({ code, output }))
  })
}

const childOf = (output: string): Child => JSON.parse(output)
const works = (words: readonly string[]): boolean => {
  const [program = '', ...rest] = words
  return spawnSync(program, rest, { stdio: 'ignore' }).status === 0
}
/** An ordinary user of the system, who also can read this checkout. */
const canChangeUser = isRoot && works([...ordinary, process.execPath, '-e', `await import('${modules.icmp}')`])

const openRange = 'ip link set lo up && echo "0 2147483647" > /proc/sys/net/ipv4/ping_group_range'
const ownNetwork = ['unshare', '-n', 'sh', '-c', `${openRange} && exec "$@"`, 'sh']
/** The loopback device drops packets to an address that is not its own. */
const swallow = 'ip link set lo up && ip route add 192.0.2.0/24 dev lo'
const silentNetwork = ['unshare', '-n', 'sh', '-c', `${swallow} && exec "$@"`, 'sh']
const canOwnNetwork = canChangeUser && works([...ownNetwork, 'true'])

describe('an ICMP probe of a process with its own rights', () => {
  it.skipIf(!canChangeUser)('pings, or reports what to do; never that the target is down', async () => {
    const { code, output } = await inChild([...ordinary, ...node('127.0.0.1')])
    expect(code).toBe(0)
    const { permission, observation } = childOf(output)
    const refused = {
      answer: null,
      failure: {
        kind: 'permission',
        code: 'EPERM',
        isNetworkError: false,
        message: expect.stringMatching(/ping_group_range.*CAP_NET_RAW.*root/),
      },
    }
    const replied = { answer: { json: { packetLoss: 0 } }, failure: null }
    expect(observation).toMatchObject(permission.way === 'none' ? refused : replied)
  })

  it.skipIf(!canOwnNetwork)('needs no privilege where ping_group_range is open', async () => {
    const { code, output } = await inChild([...ownNetwork, ...ordinary, ...node('127.0.0.1')])
    expect(code).toBe(0)
    const { permission, observation } = childOf(output)
    expect(permission).toEqual({ way: 'ping-socket' })
    expect(observation.answer?.json).toMatchObject({ packetsReceived: 2, packetLoss: 0 })
    expect(observation.answer?.json.pingResults[0]?.ttl).toBe(64)
    expect(observation.answer?.json.latency.max).toBeLessThan(200)
  })

  it.skipIf(!canOwnNetwork)('reports that no route leads to the target instead of counting lost packets', async () => {
    const { output } = await inChild([...ownNetwork, ...node('192.0.2.1')])
    expect(childOf(output).observation.failure).toMatchObject({ kind: 'connect', code: 'ENETUNREACH' })
  })

  it.skipIf(!canOwnNetwork)('takes packets that vanish as an answer with 100 percent loss', async () => {
    const { code, output } = await inChild([...silentNetwork, ...node('192.0.2.1')])
    expect(code).toBe(0)
    const { observation } = childOf(output)
    expect(observation.answer?.json).toMatchObject({ packetsSent: 2, packetsReceived: 0, packetLoss: 100 })
    expect(observation.answer?.text).toContain('2 packets transmitted, 0 received, 100% packet loss')
    expect(observation.responseTimeMs).toBe(0)
  })
})
