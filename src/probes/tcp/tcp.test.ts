import { describe, expect, it } from 'vitest'
import { tcpServer } from '../../../tests/support/local-servers.ts'
import { late } from '../../../tests/support/late.ts'
import { assertion, probeTools, tcpTask } from '../../../tests/support/probe-tasks.ts'
import { payloadBytes } from './tcp-payload.ts'
import { TCP as probeTcp } from './index.ts'

const onData = [assertion('RESPONSE_DATA', 'CONTAINS', 'x')]
const probe = (changes: Parameters<typeof tcpTask>[0]) => probeTcp(tcpTask(changes), probeTools)

describe('TCP probe', () => {
  it('is done when the connection is open and no data is expected', async () => {
    const server = await tcpServer((socket) => socket.write('220 banner\r\n'))
    const seen = await probe({ port: server.port })
    expect(seen).toMatchObject({ failure: null, answer: { data: '', remoteAddress: '127.0.0.1' } })
    const { connection, data, dns, total } = seen.answer?.timingPhases ?? { connection: 0, data: 1, dns: 1, total: 0 }
    expect({ dns, data }).toEqual({ dns: 0, data: 0 })
    expect(connection).toBeGreaterThan(0)
    expect(total).toBe(connection)
    expect(seen.responseTimeMs).toBe(total)
    expect(seen.stoppedAt).toBeGreaterThanOrEqual(seen.startedAt)
    await server.allClosed()
  })

  it('reads a banner when an assertion needs it, and does not count the silence after it', async () => {
    const server = await tcpServer((socket) => socket.write('220 mail.test ESMTP\r\n'))
    const seen = await probe({ port: server.port, assertions: onData })
    expect(seen.answer?.data).toBe('220 mail.test ESMTP\r\n')
    // The wait for more, half a second, is no part of the response time.
    expect(seen.stoppedAt - seen.startedAt - seen.responseTimeMs).toBeGreaterThanOrEqual(480)
    await server.allClosed()
  })

  it('sends the payload with its escapes as bytes and joins a reply that arrives in parts', async () => {
    const server = await tcpServer((socket) => {
      socket.once('data', (bytes) => {
        socket.write(`<${bytes.toString('hex')}>`)
        late(60, () => socket.end('second'))
      })
    })
    const seen = await probe({ port: server.port, data: 'PING\\r\\n\\x00' })
    expect(seen.answer?.data).toBe(`<${Buffer.from('PING\r\n\0').toString('hex')}>second`)
    await server.allClosed()
  })

  it('takes a reply from a peer that hangs up rudely', async () => {
    const server = await tcpServer((socket) =>
      socket.write('bye', () => late(50, () => setImmediate(() => socket.resetAndDestroy()))),
    )
    expect((await probe({ port: server.port, assertions: onData })).answer?.data).toBe('bye')
  })

  it('stops reading at 64 KB', async () => {
    const server = await tcpServer((socket) => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(Buffer.alloc(16_384, 120)));
        socket.once('drain', more)
      }
      more()
    })
    const seen = await probe({ port: server.port, assertions: onData })
    expect(seen.answer?.data).toHaveLength(64 * 1024)
    await server.allClosed()
  })

  it('stores text that a database can hold, whatever the bytes', async () => {
    const server = await tcpServer((socket) => socket.end(Buffer.from([0x61, 0, 0xff, 0x62])))
    expect((await probe({ port: server.port, assertions: onData })).answer?.data).toBe('a\uFFFD\uFFFDb')
  })

  it('fails with SOCKET_TIMEOUT when a reply is expected and none arrives', async () => {
    const server = await tcpServer(() => {})
    const seen = await probe({ port: server.port, data: 'PING', timeoutMs: 120 })
    expect(seen.failure).toEqual({
      kind: 'timeout',
      code: 'SOCKET_TIMEOUT',
      message: 'No complete answer within 120 ms.',
      isNetworkError: true,
    })
    await server.allClosed()
  })

  it('accepts silence as an empty reply when only that is asserted', async () => {
    const server = await tcpServer(() => {})
    const seen = await probe({ port: server.port, assertions: [assertion('RESPONSE_DATA', 'IS_EMPTY')] })
    expect(seen).toMatchObject({ failure: null, answer: { data: '', timingPhases: { data: 0 } } })
  })

  it('connects over IPv6', async () => {
    const server = await tcpServer((socket) => socket.end('six'), '::1')
    const seen = await probe({ hostname: '::1', port: server.port, ipFamily: 'IPv6', assertions: onData })
    expect(seen.answer).toMatchObject({ data: 'six', remoteAddress: '::1' })
  })

  it('measures the name as its own phase', async () => {
    const server = await tcpServer((socket) => socket.end())
    const seen = await probe({ hostname: 'localhost', port: server.port })
    expect(seen.answer?.timingPhases.dns).toBeGreaterThan(0)
  })

  it('reports that nothing listens', async () => {
    const server = await tcpServer((socket) => socket.end())
    const seen = await probe({ hostname: '127.0.0.2', port: server.port })
    expect(seen.failure).toMatchObject({ kind: 'connect', code: 'ECONNREFUSED', isNetworkError: true })
    expect(seen.failure?.message).toContain(`127.0.0.2:${server.port} refused the connection`)
  })
})

describe('payload', () => {
  it.each([
    ['plain', 'plain'],
    ['a\\r\\n', 'a\r\n'],
    ['\\\\r', '\\r'],
    ['\\t\\0', '\t\0'],
    ['\\q\\', '\\q\\'],
    ['\\u00e9 é', 'é é'],
    ['\\x4', '\\x4'],
  ])('turns %j into %j', (written, sent) => {
    expect(payloadBytes(written).toString()).toBe(sent)
  })

  it('writes one byte for \\x', () => {
    expect(payloadBytes('\\xff\\x0a')).toEqual(Buffer.from([0xff, 0x0a]))
  })
})
