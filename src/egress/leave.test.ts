import { once } from 'node:events'
import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { SystemClock, TestClock } from '#kernel'
import { tcpServer } from '../../tests/support/local-servers.ts'
import { leave } from './leave.ts'

/** A connection on which the peer has said something that was not read, and how the peer sees its end. */
async function opened(atPeer: (socket: Socket) => void) {
  const seen = Promise.withResolvers<string>()
  const server = await tcpServer((socket) => {
    socket.once('end', () => seen.resolve('end'))
    socket.once('error', (error) => seen.resolve(String(error)))
    atPeer(socket)
  })
  const socket = connect(server.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'readable')
  return { socket, seen: seen.promise, allClosed: server.allClosed }
}

it('what was not read does not reset the connection', async () => {
  const { socket, seen, allClosed } = await opened((peer) => peer.write('220 greeting\r\n'))
  leave(socket, new SystemClock())
  expect(await seen).toBe('end')
  await allClosed()
})

it('a peer that does not close has a second', async () => {
  const { socket, seen } = await opened((peer) => {
    peer.allowHalfOpen = true
    peer.write('220 greeting\r\n')
  })
  const clock = new TestClock()
  leave(socket, clock)
  expect(await seen).toBe('end')
  expect(socket.destroyed).toBe(false)
  clock.advance(1000)
  expect(socket.destroyed).toBe(true)
})

it('a peer that sends without end is left at once', async () => {
  const { socket } = await opened((peer) => {
    peer.allowHalfOpen = true
    const more = (): void => {
      while (!peer.destroyed && peer.write(Buffer.alloc(65_536)));
      peer.once('drain', more)
    }
    more()
  })
  leave(socket, new TestClock())
  await once(socket, 'close')
  expect(socket.bytesRead).toBeGreaterThan(1024 * 1024)
})
