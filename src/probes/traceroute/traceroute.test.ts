import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import type { CheckRequests, Observation, TracerouteAnswer } from '#contract'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { tcpServer } from '../../../tests/support/local-servers.ts'
import { probeTools, tracerouteTask } from '../../../tests/support/probe-tasks.ts'
import {
  canBuildRoutes,
  routers,
  runInNetwork,
  target,
  target6,
  unreachableTarget,
} from '../../../tests/support/route-network.ts'
import type { NetworkOptions } from '../../../tests/support/route-network.ts'
import type { ProbeTools } from '../probe.ts'
import { TRACEROUTE } from './index.ts'

const clock = new SystemClock()

type Request = CheckRequests['TRACEROUTE']
const trace = (request: Partial<Request> & { timeoutMs?: number }, tools: Partial<ProbeTools> = {}) =>
  TRACEROUTE(tracerouteTask(request), { ...probeTools, ...tools })

function answerOf({ answer, failure }: Observation<'TRACEROUTE'>): TracerouteAnswer {
  if (!answer) throw new Error(failure?.message)
  return answer
}

const isRoot = process.getuid?.() === 0
const openFiles = (): number => readdirSync('/proc/self/fd').length

const oneHop = {
  totalHops: 1,
  destinationReached: true,
  truncationReason: 'destinationReached',
  hops: [{ hop_number: 1, sent: 3, received: 3, loss_percentage: 0 }],
}

describe('a traceroute probe on loopback', () => {
  it('reaches an open TCP port in one hop, and its response time is the average round trip', async () => {
    const server = await tcpServer(() => {})
    const observation = await trace({ port: server.port })
    const answer = answerOf(observation)
    expect(answer).toMatchObject({ ...oneHop, resolvedIp: '127.0.0.1', probeProtocol: 'TCP', port: server.port })
    expect(answer.hops[0]?.main_ip).toBe('127.0.0.1')
    expect(answer.finalHopLatency?.avg).toBeGreaterThan(0)
    expect(observation.responseTimeMs).toBe(answer.finalHopLatency?.avg)
  })

  it('counts a refused TCP connection as arrival', async () => {
    expect(answerOf(await trace({ port: 1 }))).toMatchObject(oneHop)
  })

  it('counts the error of a closed UDP port as arrival', async () => {
    expect(answerOf(await trace({ protocol: 'UDP', port: 33_434 }))).toMatchObject(oneHop)
  })

  it('reaches an IPv6 address', async () => {
    const answer = answerOf(await trace({ url: '::1', protocol: 'UDP', port: 33_434, ipFamily: 'IPv6' }))
    expect(answer).toMatchObject({ ...oneHop, resolvedIp: '::1', ipFamily: 'IPv6' })
  })

  it('sends ICMP where the system permits it, and otherwise says what to do', async () => {
    const { answer, failure } = await trace({ protocol: 'ICMP', port: null })
    const advice = expect.stringContaining('TCP or UDP')
    const expected = failure ? { kind: 'permission', message: advice } : { ...oneHop, port: null }
    expect(failure ?? answer).toMatchObject(expected)
  })

  it('keeps a hundred routes at once separate, and leaves no file open', async () => {
    await trace({ port: 1 })
    const files = openFiles()
    const hosts = Array.from({ length: 100 }, (_, index) => `127.0.2.${index + 1}`)
    const observations = await Promise.all(hosts.map((url) => trace({ url, protocol: 'UDP', port: 33_434 })))
    for (const [index, observation] of observations.entries()) {
      const answer = answerOf(observation)
      expect(answer).toMatchObject({ resolvedIp: hosts[index], destinationReached: true })
      expect(answer.hops[0]?.main_ip).toBe(hosts[index])
    }
    expect(openFiles()).toBeLessThanOrEqual(files)
  })

  it('names hops by the hosts file, without asking a name server', async () => {
    const answer = answerOf(await trace({ port: 1, ptrLookup: true }))
    const [hop] = answer.hops
    expect(hop?.main_host ?? 'localhost').toMatch(/^[a-z0-9._-]+$/)
  })

  it('ends as a cancelled run when it is aborted', async () => {
    const stop = new AbortController()
    stop.abort()
    expect((await trace({}, { signal: stop.signal })).failure?.code).toBe('ECANCELED')
  })
})

describe('a traceroute probe anywhere', () => {
  it('fails as a name failure when the name does not exist', async () => {
    expect((await trace({ url: 'no-such-host.invalid' })).failure?.kind).toBe('dns')
  })

  it.each(['169.254.169.254', '[::ffff:169.254.169.254]'])(
    'sends nothing to %s, which the policy denies',
    async (url) => {
      expect((await trace({ url })).failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
    },
  )

  it('sends nothing to a private address where the policy forbids those', async () => {
    const egress = createEgress({ allowPrivateTargets: false }, clock)
    expect((await trace({}, { egress })).failure).toMatchObject({ kind: 'policy', code: 'EPOLICY' })
  })
})

const modules = {
  probe: new URL('index.ts', import.meta.url).href,
  egress: new URL('../../egress/index.ts', import.meta.url).href,
  kernel: new URL('../../kernel/index.ts', import.meta.url).href,
}

/** Probes in the network of routers, one after another. */
async function traceInNetwork(
  requests: Readonly<Record<string, Partial<Request>>>,
  options?: NetworkOptions,
): Promise<(name: string) => Observation<'TRACEROUTE'>> {
  const tasks = Object.entries(requests).map(([name, request]) => [
    name,
    tracerouteTask({ url: target, maxUnknownHops: 4, ...request }),
  ])
  const output = await runInNetwork(
    `
    import { TRACEROUTE } from '${modules.probe}'
    import { createEgress } from '${modules.egress}'
    import { SystemClock } from '${modules.kernel}'
    const clock = new SystemClock()
    const egress = createEgress({ allowPrivateTargets: true }, clock)
    const tools = { clock, egress, signal: new AbortController().signal, userAgent: '' }
    const seen = []
    for (const [name, task] of ${JSON.stringify(tasks)}) seen.push([name, await TRACEROUTE(task, tools)])
    console.log(JSON.stringify(seen))`,
    options,
  )
  const seen = new Map<string, Observation<'TRACEROUTE'>>(JSON.parse(output))
  return (name) => seen.get(name) ?? expect.fail(`There is no ${name}.`)
}

const addresses = ({ hops }: TracerouteAnswer) => hops.map(({ main_ip }) => main_ip)
const ordinary = ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups']
const works = ([program = '', ...words]: readonly string[]): boolean => spawnSync(program, words).status === 0
const canChangeUser = isRoot && works([...ordinary, process.execPath, '-e', `await import('${modules.probe}')`])

const protocols = ['TCP', 'UDP', 'ICMP', 'SCTP'] as const

describe.skipIf(!canBuildRoutes)('a traceroute probe behind two routers (needs ip, unshare and nsenter)', () => {
  let seen: Awaited<ReturnType<typeof traceInNetwork>>
  beforeAll(async () => {
    seen = await traceInNetwork({
      ...Object.fromEntries(protocols.map((protocol) => [protocol, { protocol, port: 443 }])),
      ...Object.fromEntries(
        protocols.map((protocol) => [`${protocol} 6`, { url: target6, ipFamily: 'IPv6', protocol, port: 443 }]),
      ),
      maxHops: { maxHops: 2 },
      timeout: { url: '10.7.3.99', maxUnknownHops: 30, timeout: 1 },
      unreachable: { url: unreachableTarget },
    })
  })

  it.each(protocols)('finds every hop with %s', (protocol) => {
    const answer = answerOf(seen(protocol))
    expect(addresses(answer)).toEqual([...routers, target])
    expect(answer).toMatchObject({ destinationReached: true, totalHops: 3, probeProtocol: protocol })
    for (const hop of answer.hops) expect(hop).toMatchObject({ sent: 3, received: 3, loss_percentage: 0 })
  })

  it.each(protocols)('finds every hop with %s over IPv6', (protocol) => {
    expect(addresses(answerOf(seen(`${protocol} 6`)))).toEqual(['fd07:1::2', 'fd07:2::2', target6])
  })

  it('stops at the maximum number of hops', () => {
    const answer = answerOf(seen('maxHops'))
    expect(addresses(answer)).toEqual(routers)
    expect(answer).toMatchObject({ destinationReached: false, truncationReason: 'maxHops' })
  })

  it('ends with the hops so far when its time is over', () => {
    const answer = answerOf(seen('timeout'))
    expect(addresses(answer)).toEqual(routers)
    expect(answer).toMatchObject({ destinationReached: false, truncationReason: 'timeout' })
  })

  it('ends at a router that says no way leads on, with its reason', () => {
    const answer = answerOf(seen('unreachable'))
    // Systems limit how often they say so, and any of the probes under way may be the one that is answered.
    expect(addresses(answer).filter((address) => address !== null)).toEqual([routers[0]])
    expect(addresses(answer).at(-1)).toBe(routers[0])
    expect(answer).toMatchObject({ destinationReached: false, truncationReason: 'unreachable' })
    expect(answer.unreachable).toContain(`${routers[0]} answered that`)
  })
})

describe.skipIf(!canBuildRoutes)('a traceroute probe behind a router that answers nothing (needs ip)', () => {
  let seen: Awaited<ReturnType<typeof traceInNetwork>>
  beforeAll(async () => {
    seen = await traceInNetwork({ plain: {}, limited: { maxUnknownHops: 1 } }, { isSecondSilent: true })
  })

  it('shows it as an unknown hop, and what is behind it', () => {
    const answer = answerOf(seen('plain'))
    expect(addresses(answer)).toEqual([routers[0], null, target])
    expect(answer.hops[1]).toEqual({ hop_number: 2, main_ip: null, sent: 3, received: 0, loss_percentage: 100 })
    expect(answer.destinationReached).toBe(true)
  })

  it('stops after too many unknown hops in a row', () => {
    const answer = answerOf(seen('limited'))
    expect(answer).toMatchObject({ destinationReached: false, truncationReason: 'maxUnknownHops', totalHops: 2 })
    expect(answer.finalHopLatency).toBeUndefined()
  })
})

describe.skipIf(!canBuildRoutes || !canChangeUser)(
  'a traceroute probe of an ordinary user (needs ip, and root)',
  () => {
    let seen: Awaited<ReturnType<typeof traceInNetwork>>
    beforeAll(async () => {
      const requests = { TCP: { protocol: 'TCP' }, UDP: { protocol: 'UDP' }, SCTP: { protocol: 'SCTP' } } as const
      seen = await traceInNetwork(requests, { prefix: ordinary })
    })

    it.each(['TCP', 'UDP'])('needs no privilege for %s', (protocol) => {
      expect(addresses(answerOf(seen(protocol)))).toEqual([...routers, target])
    })

    it('reports SCTP without the right to send it as a matter of permission', () => {
      const { failure } = seen('SCTP')
      expect(failure).toMatchObject({ kind: 'permission', code: 'EPERM', isNetworkError: false })
      expect(failure?.message).toContain('CAP_NET_RAW')
    })
  },
)
