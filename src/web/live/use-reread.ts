import { useEffect, useRef, useState } from 'react'
import { after, steady } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'

const soonMs = 250
const mostMs = 4_000
/** Notifications of a change are on their way for so long. */
const laterMs = 5_000

/**
 * Has something read anew soon. While it is asked for again and again, reads come at longer and longer intervals, of four
 * seconds at most; with `laterMs`, when that has ended, it is read once more for what followed of the last change.
 */
export function delayedRead(read: () => void, laterMs?: number) {
  let soon: Cancel | undefined
  let later: Cancel | undefined
  let pauseMs = soonMs
  let readAt = Number.NEGATIVE_INFINITY
  const perform = (): void => {
    soon = undefined
    readAt = steady()
    read()
    later?.()
    if (laterMs !== undefined) later = after(laterMs, read)
  }
  return {
    soon: (): void => {
      if (soon !== undefined) return
      const isStorm = steady() - readAt < 2 * pauseMs
      pauseMs = isStorm ? Math.min(mostMs, 2 * pauseMs) : soonMs
      soon = after(pauseMs, perform)
    },
    stop: (): void => {
      soon?.()
      later?.()
      soon = undefined
    },
  }
}

/** The function that has something read anew soon, as long as its component is there. */
export function useReread(read: () => void): () => void {
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  }, [read])
  const [delayed] = useState(() => delayedRead(() => latest.current(), laterMs))
  useEffect(() => delayed.stop, [delayed])
  return delayed.soon
}
