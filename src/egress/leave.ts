import type { Duplex } from 'node:stream'
import type { Clock } from '#kernel'

/** How long a peer may take to close, and what it may still send. */
const graceMs = 1000
const maxBytes = 1024 * 1024

/**
 * Closes a connection as a client that is done: it says so, reads what still comes, and lets the peer close. The kernel
 * resets a connection that is closed with bytes unread, which servers log as an error, and count against the host.
 * Returns at once; the connection ends within a second.
 */
export function leave(connection: Duplex, clock: Pick<Clock, 'after'>): void {
  if (connection.destroyed) return
  limitLeave(connection, clock)
  let left = maxBytes
  connection.removeAllListeners('data')
  connection.on('data', (bytes: Buffer) => {
    left -= bytes.length
    if (left < 0) connection.destroy()
  })
  connection.resume()
  connection.end()
}

/** Gives a peer a second to close a connection whose end was announced. */
export function limitLeave(connection: Duplex, clock: Pick<Clock, 'after'>): void {
  const limit = clock.after(graceMs, () => connection.destroy()).unref()
  connection.once('close', () => limit.cancel())
}
