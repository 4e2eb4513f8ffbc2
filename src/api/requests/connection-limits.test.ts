import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import Type from 'typebox'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { operation } from '#contract'
import { minuteMs } from '#kernel'
import { aTestApi } from '../../../tests/support/api.ts'
import { steadily } from '../../../tests/support/late.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { connectionLimits } from './connection-limits.ts'

const rows = {
  picture: operation({
    method: 'GET',
    path: '/v1/picture',
    tag: 'Things',
    summary: 'Get a picture',
    access: 'public',
    success: { status: 200, contentType: 'image/svg+xml' },
    faults: [],
  }),
  say: operation({
    method: 'POST',
    path: '/v1/words',
    tag: 'Things',
    summary: 'Say something',
    access: 'public',
    body: Type.Object({}),
    success: { status: 204 },
    faults: [],
  }),
} as const

const database = useDatabase()
const limits = { requestMs: 300, idleMs: 200, standstillMs: 5_000, checkEveryMs: 20 }
let app: ReturnType<typeof aTestApi>
let port = 0

beforeAll(async () => {
  const handlers = { picture: async () => '<svg/>', say: async () => {} }
  app = aTestApi({ db: database.db(), operations: rows, handlers, connectionLimits: limits })
  await app.listen({ port: 0, host: '127.0.0.1' })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const whole = 'GET /v1/picture HTTP/1.1\r\nhost: here\r\n\r\n'
const body = 'POST /v1/words HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n'

/** Sends the beginning and then the rest repeatedly, until the service closes the connection. Returns the statuses. */
async function trickle(beginning: string, rest: string): Promise<string[]> {
  const socket = connect(port, '127.0.0.1')
  let answers = ''
  socket.on('data', (chunk) => (answers += chunk.toString()))
  // Writing after the end fails, which this waits for.
  socket.on('error', () => {})
  socket.write(beginning)
  const end = steadily(20, () => rest !== '' && socket.write(rest))
  onTestFinished(end)
  await new Promise((resolve) => socket.once('close', resolve))
  end()
  return [...answers.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status = '']) => status)
}

describe('a connection ends with 408', () => {
  it.each([
    ['on which nothing is asked at first', '', ''],
    ['whose headers come byte by byte', 'GET /v1/picture HTTP/1.1\r\nhost: here\r\nx-slow: ', 'a'],
    ['that begins with empty lines', '\r\n', '\r\n'],
    ['whose body comes byte by byte', body, ' '],
  ])('%s', async (_what, beginning, rest) => {
    expect(await trickle(beginning, rest)).toEqual(['408'])
  })
})

describe('a connection that was answered ends', () => {
  it.each([
    ['without a word when nothing more is asked', '', ['200']],
    ['without a word when only empty lines follow', '\r\n', ['200']],
  ])('%s', async (_what, rest, statuses) => {
    expect(await trickle(whole, rest)).toEqual(statuses)
  })

  it('with 408 when the headers of the next request come byte by byte', async () => {
    expect(await trickle(`${whole}GET /v1/picture HTTP/1.1\r\nx-slow: `, 'a')).toEqual(['200', '408'])
  })

  it('not while it keeps sending requests', async () => {
    const socket = connect(port, '127.0.0.1')
    let ended = false
    socket.on('close', () => (ended = true))
    const startedAt = performance.now()
    const longerThanAnyLimit = 2 * (limits.requestMs + limits.idleMs)
    while (performance.now() - startedAt < longerThanAnyLimit) {
      socket.write(whole)
      await once(socket, 'data')
    }
    expect(ended).toBe(false)
    socket.destroy()
  })
})

it('by default requests have a minute, and are looked at every second', () => {
  expect(connectionLimits).toMatchObject({ requestMs: minuteMs, checkEveryMs: 1_000 })
  expect(app.server).toMatchObject({ headersTimeout: limits.requestMs, requestTimeout: limits.requestMs })
})

it('a connection on which nothing was asked yet does not keep the service from stopping', async () => {
  const patient = { ...limits, requestMs: 5 * minuteMs, idleMs: 5 * minuteMs }
  const handlers = { picture: async () => '<svg/>', say: async () => {} }
  const stopping = aTestApi({ db: database.db(), operations: rows, handlers, connectionLimits: patient })
  await stopping.listen({ port: 0, host: '127.0.0.1' })
  const accepted = once(stopping.server, 'connection')
  const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1')
  await accepted
  const closed = new Promise((resolve) => socket.once('close', () => resolve('closed')))
  socket.on('error', () => {})
  await stopping.close()
  expect(await closed).toBe('closed')
})
