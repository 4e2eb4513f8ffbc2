import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { httpServer } from '../../../tests/support/local-servers.ts'
import { apiTask, probeTools } from '../../../tests/support/probe-tasks.ts'
import { late } from '../../../tests/support/late.ts'
import { probeHttp } from './probe-http.ts'
import { freeBodyBytes, LargeBodies } from './large-bodies.ts'

const probe = (changes: Parameters<typeof apiTask>[0]) => probeHttp(apiTask(changes), probeTools)
const large = Buffer.alloc(freeBodyBytes * 4, 'a')
const packed = gzipSync(large)

it('admits as many as there is room for, the others in turn, and forgets who gave up', async () => {
  const room = new LargeBodies(1)
  const [first, second, third] = [
    room.open('a', probeTools.clock),
    room.open('a', probeTools.clock),
    room.open('a', probeTools.clock),
  ]
  const order: string[] = []
  await first.admit()
  await first.admit()
  void second.admit().then(() => order.push('second'))
  void third.admit().then(() => order.push('third'))
  second.release()
  first.release()
  await third.admit()
  expect(order).toEqual(['third'])
  third.release()
  third.release()
  await room.open('a', probeTools.clock).admit()
})

it('serves accounts in turn, and none gets all of the room', async () => {
  const room = new LargeBodies(3, 2)
  const order: string[] = []
  const ask = (accountId: string, name: string) => {
    const leave = room.open(accountId, probeTools.clock)
    void leave.admit().then(() => order.push(name))
    return leave
  }
  const hostile = ['h1', 'h2', 'h3', 'h4'].map((name) => ask('hostile', name))
  const innocent = ask('innocent', 'i1')
  const other = ask('other', 'o1')
  await Promise.resolve()
  expect(order).toEqual(['h1', 'h2', 'i1'])
  innocent.release()
  await Promise.resolve()
  expect(order.slice(3)).toEqual(['o1'])
  ask('innocent', 'i2')
  hostile[0]?.release()
  hostile[1]?.release()
  other.release()
  await Promise.resolve()
  expect(order.slice(4).toSorted()).toEqual(['h3', 'h4', 'i2'])
})

it('gives no room to a run that is over', async () => {
  const room = new LargeBodies(1)
  const late = room.open('a', probeTools.clock)
  late.release()
  void late.admit()
  await expect(room.open('a', probeTools.clock).admit()).resolves.toBeUndefined()
})

it('reads and decodes every one of many large bodies', async () => {
  const server = await httpServer((request, response) => {
    if (request.url === '/plain') return response.end(large)
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed)
  })
  const paths = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'plain' : 'packed'))
  const seen = await Promise.all(
    paths.map((path) => probe({ url: `http://127.0.0.1:${server.port}/${path}`, timeoutMs: 30_000 })),
  )
  expect(seen.map(({ answer }) => answer?.body.length)).toEqual(paths.map(() => large.length))
})

it('ends in time while stalled targets hold the room, and small bodies do not wait', async () => {
  let stalled = 0
  const full = Promise.withResolvers<void>()
  const server = await httpServer((request, response) => {
    if (request.url === '/small') return response.end('ok')
    response.writeHead(200, { 'content-length': large.length * 2 }).write(large)
    stalled += 1
    if (stalled === 12) full.resolve()
  })
  const url = `http://127.0.0.1:${server.port}`
  const stalling = Array.from({ length: 12 }, () => probe({ url: `${url}/stall`, timeoutMs: 1500 }))
  await full.promise
  expect((await probe({ url: `${url}/small` })).answer?.body).toBe('ok')
  const codes = (await Promise.all(stalling)).map(({ failure }) => failure?.code)
  expect(codes).toEqual(codes.map(() => 'ESOCKETTIMEDOUT'))
  const next = await probe({ url: `${url}/stall`, timeoutMs: 200 })
  expect(next.failure?.code).toBe('ESOCKETTIMEDOUT')
})

it('a run that waits for room does not blame the target for it', async () => {
  const server = await httpServer((_request, response) => response.end(large))
  const room = new LargeBodies(1)
  const holder = room.open('a', probeTools.clock)
  await holder.admit()
  const task = apiTask({ url: `http://127.0.0.1:${server.port}/`, timeoutMs: 20_000 })
  const leave = room.open('b', probeTools.clock)
  const queried = Promise.withResolvers<void>()
  const admit = (): Promise<void> => {
    queried.resolve()
    return leave.admit()
  }
  const probing = probeHttp(task, { ...probeTools, largeBody: { ...leave, admit } })
  await queried.promise
  late(500, () => holder.release())
  const { startedAt, stoppedAt, responseTimeMs } = await probing
  expect(stoppedAt - startedAt - responseTimeMs).toBeGreaterThan(450)
})

it('returns large text undecoded to a caller who has the room for it, compressed or not', async () => {
  const type = { 'content-type': 'text/plain; charset=iso-8859-1' }
  const server = await httpServer((request, response) => {
    if (request.url === '/small') return response.writeHead(200, type).end('grüße', 'latin1')
    if (request.url === '/plain') return response.writeHead(200, type).end(large)
    response.writeHead(200, { ...type, 'content-encoding': 'gzip' }).end(gzipSync(large))
  })
  const room = new LargeBodies(1)
  for (const [path, body, unread] of [
    ['small', 'grüße', [undefined, undefined]],
    ['plain', '', [large.length, type['content-type']]],
    ['packed', '', [large.length, type['content-type']]],
  ] as const) {
    const largeBody = room.open('a', probeTools.clock)
    const task = apiTask({ url: `http://127.0.0.1:${server.port}/${path}` })
    const { answer, undecodedBody } = await probeHttp(task, { ...probeTools, largeBody })
    expect(answer).toMatchObject({ body, bodyTruncated: false })
    expect([undecodedBody?.bytes.length, undecodedBody?.contentType]).toEqual(unread)
    largeBody.release()
  }
})
