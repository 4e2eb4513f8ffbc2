import { after, steady } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'

const soonMs = 250
const mostMs = 4_000

/**
 * Has something read again soon. While it is asked for again and again, reads come at longer and longer intervals, of four
 * seconds at most.
 */
export function delayedRead(read: () => void): () => void {
  let soon: Cancel | undefined
  let pauseMs = soonMs
  let readAt = Number.NEGATIVE_INFINITY
  const perform = (): void => {
    soon = undefined
    readAt = steady()
    read()
  }
  return () => {
    if (soon !== undefined) return
    const isStorm = steady() - readAt < 2 * pauseMs
    pauseMs = isStorm ? Math.min(mostMs, 2 * pauseMs) : soonMs
    soon = after(pauseMs, perform)
  }
}
