import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Joins two connections in both directions; when one is gone, so is the other, and a reset outside is one inside. */
export function joinSockets(inside: Duplex, outside: Duplex): void {
  inside.pipe(outside)
  outside.pipe(inside)
  inside.once('close', () => outside.destroy())
  outside.once('close', (hadError: boolean) => {
    if (hadError && isTcp(inside)) inside.resetAndDestroy()
    else inside.destroy()
  })
}

const isTcp = (stream: Duplex): stream is Socket => 'remoteAddress' in stream && stream.remoteAddress !== undefined
