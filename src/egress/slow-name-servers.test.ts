import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decode } from 'dns-packet'
import { expect, it, onTestFinished } from 'vitest'
import { SystemClock } from '#kernel'
import { dnsResponse, tcpAndUdpServer, udpServer } from '../../tests/support/local-servers.ts'
import { late } from '../../tests/support/late.ts'
import { Deadline } from './deadline.ts'
import { createEgress } from './egress.ts'
import type { Egress } from './egress.ts'

const clock = new SystemClock()

/** The reaction of a server to a query: it answers after this time, never, or with these header flags. */
type Manner = { readonly afterMs: number } | 'silence' | { readonly flags: number }

const rejected = { flags: 0x8185 }
const serverFailure = { flags: 0x8182 }
const truncated = { flags: 0x8380 }

interface LocalNameServer {
  readonly address: string
  readonly queries: () => number
}

/** Knows one address for every name. */
async function nameServer(manner: (query: number) => Manner, address = '127.0.0.7'): Promise<LocalNameServer> {
  let queries = 0
  const { port } = await udpServer((bytes, from, socket) => {
    const query = decode(bytes)
    const name = query.questions?.[0]?.name ?? ''
    queries += 1
    const how = manner(queries)
    if (how === 'silence') return
    if ('flags' in how) return socket.send(dnsResponse(query, [], how), from.port, from.address)
    const answer = dnsResponse(query, [{ type: 'A', name, ttl: 1, data: address }])
    onTestFinished(late(how.afterMs, () => socket.send(answer, from.port, from.address)))
  })
  return { address: `127.0.0.1:${port}`, queries: () => queries }
}

function egressWith(nameServers: readonly string[], options = ''): Egress {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const hostsFile = join(directory, 'hosts')
  const resolverFile = join(directory, 'resolv.conf')
  writeFileSync(hostsFile, '')
  writeFileSync(resolverFile, options)
  return createEgress({ allowPrivateTargets: true }, clock, { hostsFile, resolverFile, nameServers })
}

async function resolve(egress: Egress, name: string, timeoutMs = 30_000) {
  const deadline = new Deadline(clock, timeoutMs)
  const resolved = await egress.resolve(name, 'IPv4', deadline)
  deadline.close()
  return resolved
}

const found = { failure: null, address: '127.0.0.7' }
const fast = { afterMs: 0 }

it('waits for a server that takes 2.5 seconds, also after thirty answers that came at once', async () => {
  const server = await nameServer((query) => (query <= 30 ? fast : { afterMs: 2_500 }))
  const egress = egressWith([server.address])
  for (let lookup = 1; lookup <= 30; lookup += 1) expect(await resolve(egress, `n${lookup}.test`)).toMatchObject(found)
  const slow = await Promise.all(['a.test', 'b.test', 'c.test'].map((name) => resolve(egress, name)))
  for (const resolved of slow) {
    expect(resolved).toMatchObject(found)
    expect(resolved.failure === null && resolved.durationMs).toBeGreaterThan(2_400)
  }
})

it('queries the second server when the first never answers, and the second first for a while', async () => {
  const silent = await nameServer(() => 'silence')
  const other = await nameServer(() => fast)
  const egress = egressWith([silent.address, other.address])
  expect(await resolve(egress, 'a.test')).toMatchObject(found)
  expect([silent.queries(), other.queries()]).toEqual([1, 1])
  expect(await resolve(egress, 'b.test')).toMatchObject(found)
  expect([silent.queries(), other.queries()]).toEqual([1, 2])
})

it('accepts the delayed answer of the first server although the second was queried meanwhile', async () => {
  const late = await nameServer(() => ({ afterMs: 2_200 }))
  const silent = await nameServer(() => 'silence')
  const egress = egressWith([late.address, silent.address])
  expect(await resolve(egress, 'a.test')).toMatchObject(found)
  expect(silent.queries()).toBe(1)
})

it.each([
  ['SERVFAIL', serverFailure],
  ['REFUSED', rejected],
] as const)('queries the second server immediately when the first answers %s', async (_code, flags) => {
  const first = await nameServer(() => flags)
  const second = await nameServer(() => fast)
  const egress = egressWith([first.address, second.address])
  expect(await resolve(egress, 'a.test')).toMatchObject(found)
  expect(first.queries()).toBe(1)
})

it('queries the second server immediately when nothing listens at the first', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => closed.once('listening', listening))
  const endpoint = closed.address()
  const port = endpoint !== null && typeof endpoint === 'object' ? endpoint.port : 0
  await new Promise((done) => closed.close(done))
  const second = await nameServer(() => fast)
  expect(await resolve(egressWith([`127.0.0.1:${port}`, second.address]), 'a.test')).toMatchObject(found)
})

it('fails with the code when every server has rejected each attempt', async () => {
  const servers = await Promise.all([nameServer(() => rejected), nameServer(() => serverFailure)])
  const egress = egressWith(
    servers.map(({ address }) => address),
    'options attempts:2\n',
  )
  const { failure } = await resolve(egress, 'a.test')
  expect(failure).toMatchObject({ kind: 'dns', code: 'EAI_AGAIN', message: expect.stringContaining('ESERVFAIL') })
  expect(servers.map(({ queries }) => queries())).toEqual([2, 2])
})

it('queries over TCP when the answer over UDP is truncated', async () => {
  const server = await tcpAndUdpServer(
    (socket) =>
      socket.once('data', (bytes) => {
        const query = decode(bytes.subarray(2))
        const name = query.questions?.[0]?.name ?? ''
        const answers = Array.from({ length: 60 }, () => ({ type: 'A' as const, name, ttl: 1, data: '127.0.0.7' }))
        const response = dnsResponse(query, answers)
        const length = Buffer.alloc(2)
        length.writeUInt16BE(response.length)
        // In two parts, as networks deliver it.
        socket.write(Buffer.concat([length, response.subarray(0, 100)]))
        late(20, () => socket.end(response.subarray(100)))
      }),
    (bytes, from, socket) => socket.send(dnsResponse(decode(bytes), [], truncated), from.port, from.address),
  )
  expect(await resolve(egressWith([`127.0.0.1:${server.port}`]), 'a.test')).toMatchObject(found)
  await server.allClosed()
})

it('repeats a lost query, and passes over answers to other questions and what is no message', async () => {
  let queries = 0
  const { port } = await udpServer((bytes, from, socket) => {
    queries += 1
    const query = decode(bytes)
    const send = (message: Buffer): void => socket.send(message, from.port, from.address)
    send(Buffer.from('nonsense'))
    send(bytes)
    const other = { ...query, questions: [{ type: 'A' as const, name: 'other.test' }] }
    send(dnsResponse(other, [{ type: 'A', name: 'other.test', ttl: 1, data: '127.0.0.66' }]))
    const foreign = { ...query, id: ((query.id ?? 0) + 1) % 0x1_0000 }
    send(dnsResponse(foreign, [{ type: 'A', name: 'a.test', ttl: 1, data: '127.0.0.66' }]))
    if (queries > 1) send(dnsResponse(query, [{ type: 'A', name: 'a.test', ttl: 1, data: '127.0.0.7' }]))
  })
  expect(await resolve(egressWith([`127.0.0.1:${port}`], 'options timeout:1\n'), 'a.test')).toMatchObject(found)
  expect(queries).toBe(2)
})

it('answers many lookups at once, from more than one port', async () => {
  const ports = new Set<number>()
  const { port } = await udpServer((bytes, from, socket) => {
    ports.add(from.port)
    const query = decode(bytes)
    const name = query.questions?.[0]?.name ?? ''
    socket.send(dnsResponse(query, [{ type: 'A', name, ttl: 1, data: '127.0.0.7' }]), from.port, from.address)
  })
  const egress = egressWith([`127.0.0.1:${port}`])
  const lookups = Array.from({ length: 250 }, (_, index) => resolve(egress, `n${index}.test`))
  for (const resolved of await Promise.all(lookups)) expect(resolved).toMatchObject(found)
  expect(ports.size).toBeGreaterThan(2)
})

it('asks for a name once for all who look it up at a time, and each of them gives up at its own limit', async () => {
  const silent = await nameServer((query) => (query === 2 ? 'silence' : fast))
  const egress = egressWith([silent.address])
  expect(await resolve(egress, 'first.test')).toMatchObject(found)
  const early = resolve(egress, 'a.test', 200)
  const [first, second] = [resolve(egress, 'a.test'), resolve(egress, 'A.test')]
  expect(await early).toMatchObject({ failure: { kind: 'dns', code: 'EAI_AGAIN' } })
  expect(silent.queries()).toBe(2)
  expect(await first).toMatchObject(found)
  expect(await second).toMatchObject(found)
  expect(silent.queries()).toBe(3)
})

it('whoever looks up a name that nobody answers is asked for as well, however often it was asked before', async () => {
  let queries = 0
  const silent = await nameServer(() => {
    queries += 1
    return queries <= 3 ? 'silence' : fast
  })
  const egress = egressWith([silent.address], 'options timeout:1 attempts:3\n')
  const lookups: Promise<unknown>[] = []
  lookups.push(resolve(egress, 'a.test'))
  await expect.poll(() => queries).toBe(3)
  lookups.push(resolve(egress, 'a.test'))
  for (const lookup of lookups) expect(await lookup).toMatchObject(found)
})
