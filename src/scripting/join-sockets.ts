import type { Duplex } from 'node:stream'

/** Joins two connections in both directions; when one is gone, so is the other. */
export function joinSockets(inside: Duplex, outside: Duplex): void {
  inside.pipe(outside)
  outside.pipe(inside)
  inside.once('close', () => outside.destroy())
  outside.once('close', () => inside.destroy())
}
