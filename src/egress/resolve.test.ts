import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'dns-packet'
import type { Answer } from 'dns-packet'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SystemClock } from '#kernel'
import type { TriedAddress } from '#contract'
import { dnsResponse, httpServer, tcpServer, udpServer } from '../../tests/support/local-servers.ts'
import { Deadline } from './deadline.ts'
import { createEgress } from './egress.ts'
import type { Egress } from './egress.ts'
import { parseHosts, parseResolverConfiguration, searchedNames } from './resolver-files.ts'

const clock = new SystemClock()

interface World {
  readonly egress: Egress
  readonly queried: string[]
}

/** An egress whose names come from a given hosts file and a name server of our own. */
async function world(
  answer: (name: string, type: string, times: number) => Answer[] | 'NXDOMAIN' | 'silence',
  files: { hosts?: string; resolver?: string; allowPrivateTargets?: boolean } = {},
): Promise<World> {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const hostsFile = join(directory, 'hosts')
  const resolverFile = join(directory, 'resolv.conf')
  writeFileSync(hostsFile, files.hosts ?? '')
  writeFileSync(resolverFile, files.resolver ?? '')
  const queried: string[] = []
  const server = await udpServer((bytes, from, socket) => {
    const query = decode(bytes)
    const { name = '', type = 'A' } = query.questions?.[0] ?? {}
    queried.push(`${type} ${name}`)
    const given = answer(name, type, queried.length)
    if (given === 'silence') return
    const response = given === 'NXDOMAIN' ? dnsResponse(query, [], { flags: 0x0183 }) : dnsResponse(query, given)
    socket.send(response, from.port, from.address)
  })
  const nameServers = [`127.0.0.1:${server.port}`]
  const policy = { allowPrivateTargets: files.allowPrivateTargets ?? true }
  return { egress: createEgress(policy, clock, { hostsFile, resolverFile, nameServers }), queried }
}

const a = (name: string, data: string): Answer => ({ type: 'A', name, ttl: 1, data })

describe('resolve', () => {
  it('queries the name server every time and measures how long it took', async () => {
    const { egress, queried } = await world((name) => [a(name, '127.0.0.9')])
    expect(await egress.resolve('app.test', 'IPv4')).toMatchObject({ failure: null, address: '127.0.0.9' })
    const second = await egress.resolve('app.test', 'IPv4')
    expect(second.failure === null && second.durationMs).toBeGreaterThan(0)
    expect(queried).toEqual(['A app.test', 'A app.test'])
  })

  it('prefers the hosts file, and knows localhost without any file', async () => {
    const { egress, queried } = await world(() => 'NXDOMAIN', { hosts: '10.9.8.7 App.Test app # ours\n::1 six.test\n' })
    expect(await egress.resolve('app.test', 'IPv4')).toMatchObject({ address: '10.9.8.7' })
    expect(await egress.resolve('six.test')).toMatchObject({ address: '::1' })
    expect(await egress.resolve('localhost', 'IPv6')).toMatchObject({ address: '::1' })
    expect(await egress.resolve('any.localhost', 'IPv4')).toMatchObject({ address: '127.0.0.1' })
    expect(queried).toEqual(['A six.test'])
  })

  it('denies a name that resolves to metadata, and uses another address of the same name instead', async () => {
    const { egress } = await world((name) =>
      name === 'bad.test' ? [a(name, '169.254.169.254')] : [a(name, '169.254.169.254'), a(name, '127.0.0.1')],
    )
    expect((await egress.resolve('bad.test', 'IPv4')).failure).toMatchObject({ code: 'EPOLICY', kind: 'policy' })
    expect(await egress.resolve('mixed.test', 'IPv4')).toMatchObject({ address: '127.0.0.1' })
  })

  it('connects to the address it checked, even when the name resolves to another a moment later', async () => {
    const target = await tcpServer((socket) => socket.end())
    const { egress, queried } = await world((name, _, times) => [
      a(name, times === 1 ? '127.0.0.1' : '169.254.169.254'),
    ])
    const deadline = new Deadline(clock, 5000)
    const connected = await egress.connectTcp({ host: 'rebind.test', port: target.port, family: 'IPv4' }, deadline)
    expect(connected).toMatchObject({ failure: null, address: '127.0.0.1' })
    if (connected.failure === null) connected.socket.destroy()
    expect(queried).toHaveLength(1)
    const again = await egress.connectTcp({ host: 'rebind.test', port: target.port, family: 'IPv4' }, deadline)
    expect(again.failure).toMatchObject({ code: 'EPOLICY' })
    deadline.close()
  })

  it('tries every address that the policy allows, and only the first where that is asked for', async () => {
    const target = await tcpServer((socket) => socket.end())
    const { egress } = await world((name) => ['169.254.169.254', '127.0.0.9', '127.0.0.1'].map((data) => a(name, data)))
    const deadline = new Deadline(clock, 5000)
    const tries: (readonly string[])[] = []
    const tried = (all: readonly TriedAddress[]) => tries.push(all.map(({ address, error }) => `${address} ${error}`))
    const to = { host: 'multi.test', port: target.port, family: 'IPv4', addresses: { tried } } as const
    const connected = await egress.connectTcp(to, deadline)
    expect(connected).toMatchObject({ failure: null, address: '127.0.0.1' })
    if (connected.failure === null) connected.socket.destroy()
    expect(tries).toEqual([['127.0.0.9 ECONNREFUSED', '127.0.0.1 null']])
    const first = await egress.connectTcp({ ...to, addresses: { tried, onlyFirst: true } }, deadline)
    expect(first).toMatchObject({ failure: { code: 'ECONNREFUSED' }, address: '127.0.0.9' })
    expect(tries).toHaveLength(1)
    deadline.close()
  })

  it('delivers to localhost wherever it listens', async () => {
    const server = await httpServer((_, response) => response.end('ok'), '::1')
    const { egress } = await world(() => 'NXDOMAIN')
    const call = { method: 'GET', url: `http://localhost:${server.port}/`, headers: {}, timeoutMs: 5000 }
    expect(await egress.http(call)).toMatchObject({ failure: null, status: 200 })
  })

  it('distinguishes a missing name from a name without an address of the family', async () => {
    const { egress } = await world((name) => (name === 'none.test' ? 'NXDOMAIN' : []))
    expect((await egress.resolve('none.test', 'IPv4')).failure).toMatchObject({
      kind: 'dns',
      code: 'ENOTFOUND',
      isNetworkError: true,
      message: 'The name none.test does not exist (NXDOMAIN).',
    })
    expect((await egress.resolve('four.test', 'IPv6')).failure?.message).toBe('The name four.test has no IPv6 address.')
  })

  it('gives up on a silent name server when the time is up, and on a cancelled run at once', async () => {
    const { egress } = await world(() => 'silence')
    const deadline = new Deadline(clock, 100)
    expect((await egress.resolve('slow.test', 'IPv4', deadline)).failure).toEqual({
      kind: 'dns',
      code: 'EAI_AGAIN',
      message: 'The name slow.test (no name server answered within 100 ms) could not be resolved.',
      isNetworkError: true,
    })
    const cancelled = new Deadline(clock, 5000, AbortSignal.abort())
    expect((await egress.resolve('slow.test', 'IPv4', cancelled)).failure).toMatchObject({ code: 'ECANCELED' })
  })

  it('reaches the system resolver past the policy, and nothing else that way', async () => {
    const { egress } = await world(() => 'NXDOMAIN', { allowPrivateTargets: false })
    const [server] = await egress.systemResolver.nameServers()
    const deadline = new Deadline(clock, 5000)
    const reached = await egress.systemResolver.connectUdp(server ?? { host: '', port: 1 }, deadline)
    expect(reached.failure).toBeNull()
    if (reached.failure === null) reached.socket.close()
    const other = await egress.systemResolver.connectUdp({ host: '127.0.0.2', port: 53 }, deadline)
    expect(other.failure).toMatchObject({ code: 'EPOLICY' })
    deadline.close()
  })

  it('searches domains as resolv.conf configures', async () => {
    const { egress, queried } = await world(
      (name) => (name === 'web.shop.svc.test' ? [a(name, '127.0.0.4')] : 'NXDOMAIN'),
      { resolver: 'search shop.svc.test svc.test\noptions ndots:2 timeout:5\n' },
    )
    expect(await egress.resolve('web', 'IPv4')).toMatchObject({ address: '127.0.0.4' })
    expect((await egress.resolve('web.other', 'IPv4')).failure).toMatchObject({ code: 'ENOTFOUND' })
    expect((await egress.resolve('web.', 'IPv4')).failure).toMatchObject({ code: 'ENOTFOUND' })
    expect(queried).toEqual([
      'A web.shop.svc.test',
      'A web.other.shop.svc.test',
      'A web.other.svc.test',
      'A web.other',
      'A web',
    ])
  })
})

describe('resolver files', () => {
  it('skips lines that make no sense', () => {
    expect([...parseHosts('# x\nnonsense a\n1.2.3.4\n1.2.3.4 A b\n1.2.3.5 a\nfe80::1%lo c')]).toEqual([
      ['a', ['1.2.3.4', '1.2.3.5']],
      ['b', ['1.2.3.4']],
    ])
    expect(parseResolverConfiguration('nameserver bad\n; nameserver 1.1.1.1\noptions ndots:x')).toEqual({
      nameServers: ['127.0.0.1'],
      search: [],
      dotsForAbsolute: 0,
    })
  })

  it('queries a dotted name as it is first', () => {
    expect(searchedNames('a.b', { nameServers: [], search: ['x.'], dotsForAbsolute: 1 })).toEqual(['a.b', 'a.b.x'])
  })
})
