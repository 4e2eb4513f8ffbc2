import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { decode } from 'dns-packet'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { SystemClock, TestClock } from '#kernel'
import type { Clock } from '#kernel'
import { dnsResponse, tcpAndUdpServer, udpServer } from '../../tests/support/local-servers.ts'
import { late } from '../../tests/support/late.ts'
import { Deadline } from './deadline.ts'
import { createEgress } from './egress.ts'

/** Of lookups for which nobody waits. */
const realTime = new SystemClock()
/** Of the others, and of the servers. */
let clock: TestClock
beforeEach(() => void (clock = new TestClock()))

/** The time that a lookup waits for its first answer before it queries again. */
const waitMs = 1_500

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
    clock.after(how.afterMs, () => socket.send(answer, from.port, from.address))
  })
  return { address: `127.0.0.1:${port}`, queries: () => queries }
}

/** Looks names up, each within its limit. */
function lookUpAt(nameServers: readonly string[], options = '', time: Clock = realTime) {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-names-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  const hostsFile = join(directory, 'hosts')
  const resolverFile = join(directory, 'resolv.conf')
  writeFileSync(hostsFile, '')
  writeFileSync(resolverFile, options)
  const egress = createEgress({ allowPrivateTargets: true }, time, { hostsFile, resolverFile, nameServers })
  return async (name: string, timeoutMs = 30_000) => {
    const deadline = new Deadline(time, timeoutMs)
    const resolved = await egress.resolve(name, 'IPv4', deadline)
    deadline.close()
    return resolved
  }
}

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setImmediate()
}

const found = { failure: null, address: '127.0.0.7' }
const fast = { afterMs: 0 }

it('waits for a server that takes 2.5 seconds, also after thirty answers that came at once', async () => {
  const server = await nameServer((query) => (query <= 30 ? fast : { afterMs: 2_500 }))
  const lookUp = lookUpAt([server.address], '', clock)
  for (let lookup = 1; lookup <= 30; lookup += 1) expect(await lookUp(`n${lookup}.test`)).toMatchObject(found)
  const slow = Promise.all(['a.test', 'b.test', 'c.test'].map((name) => lookUp(name)))
  await until(() => server.queries() === 33)
  clock.advance(waitMs)
  await until(() => server.queries() === 36)
  clock.advance(2_500 - waitMs)
  for (const resolved of await slow) expect(resolved).toMatchObject({ ...found, durationMs: 2_500 })
})

it('queries the second server when the first never answers, and the second first for a while', async () => {
  const silent = await nameServer(() => 'silence')
  const other = await nameServer(() => fast)
  const lookUp = lookUpAt([silent.address, other.address], '', clock)
  const first = lookUp('a.test')
  await until(() => silent.queries() === 1)
  clock.advance(waitMs)
  expect(await first).toMatchObject(found)
  expect([silent.queries(), other.queries()]).toEqual([1, 1])
  expect(await lookUp('b.test')).toMatchObject(found)
  expect([silent.queries(), other.queries()]).toEqual([1, 2])
})

it('accepts the delayed answer of the first server although the second was queried meanwhile', async () => {
  const delayed = await nameServer(() => ({ afterMs: 2_200 }))
  const silent = await nameServer(() => 'silence')
  const lookup = lookUpAt([delayed.address, silent.address], '', clock)('a.test')
  await until(() => delayed.queries() === 1)
  clock.advance(waitMs)
  await until(() => silent.queries() === 1)
  clock.advance(2_200 - waitMs)
  expect(await lookup).toMatchObject(found)
  expect(silent.queries()).toBe(1)
})

it.each([
  ['SERVFAIL', serverFailure],
  ['REFUSED', rejected],
] as const)('queries the second server immediately when the first answers %s', async (_code, flags) => {
  const first = await nameServer(() => flags)
  const second = await nameServer(() => fast)
  expect(await lookUpAt([first.address, second.address])('a.test')).toMatchObject(found)
  expect(first.queries()).toBe(1)
})

it('queries the second server immediately when nothing listens at the first', async () => {
  const closed = createServer().listen(0, '127.0.0.1')
  await new Promise((listening) => closed.once('listening', listening))
  const endpoint = closed.address()
  const port = endpoint !== null && typeof endpoint === 'object' ? endpoint.port : 0
  await new Promise((done) => closed.close(done))
  const second = await nameServer(() => fast)
  expect(await lookUpAt([`127.0.0.1:${port}`, second.address])('a.test')).toMatchObject(found)
})

it('fails with the code when every server has rejected each attempt', async () => {
  const servers = await Promise.all([nameServer(() => rejected), nameServer(() => serverFailure)])
  const lookUp = lookUpAt(
    servers.map(({ address }) => address),
    'options attempts:2\n',
  )
  const { failure } = await lookUp('a.test')
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
  expect(await lookUpAt([`127.0.0.1:${server.port}`])('a.test')).toMatchObject(found)
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
  const lookup = lookUpAt([`127.0.0.1:${port}`], 'options timeout:1\n', clock)('a.test')
  await until(() => queries === 1)
  clock.advance(1_000)
  expect(await lookup).toMatchObject(found)
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
  const lookUp = lookUpAt([`127.0.0.1:${port}`])
  const lookups = Array.from({ length: 250 }, (_, index) => lookUp(`n${index}.test`))
  for (const resolved of await Promise.all(lookups)) expect(resolved).toMatchObject(found)
  expect(ports.size).toBeGreaterThan(2)
})

it('asks for a name once for all who look it up at a time, and each of them gives up at its own limit', async () => {
  const silent = await nameServer((query) => (query === 2 ? 'silence' : fast))
  const lookUp = lookUpAt([silent.address], '', clock)
  expect(await lookUp('first.test')).toMatchObject(found)
  const early = lookUp('a.test', 200)
  const [first, second] = [lookUp('a.test'), lookUp('A.test')]
  await until(() => silent.queries() === 2)
  clock.advance(200)
  expect(await early).toMatchObject({ failure: { kind: 'dns', code: 'EAI_AGAIN' } })
  expect(silent.queries()).toBe(2)
  clock.advance(waitMs - 200)
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
  const lookUp = lookUpAt([silent.address], 'options timeout:1 attempts:3\n', clock)
  const first = lookUp('a.test')
  await until(() => queries === 1)
  clock.advance(1_000)
  await until(() => queries === 2)
  clock.advance(2_000)
  await until(() => queries === 3)
  const second = lookUp('a.test')
  await until(() => clock.nextInMs() === 1_000)
  clock.advance(1_000)
  expect(await first).toMatchObject(found)
  expect(await second).toMatchObject(found)
})
