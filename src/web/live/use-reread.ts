import { useCallback, useEffect, useRef } from 'react'

const soonMs = 250
const mostMs = 4_000
/** Notifications of a change are on their way for so long. */
const laterMs = 5_000

/**
 * A function that has something read anew soon. While it is called again and again, reads come at longer and longer
 * intervals, of four seconds at most; when calls have ended, it is read once more for what followed of the last change.
 */
export function useReread(read: () => void): () => void {
  const soon = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const later = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const pauseMs = useRef(soonMs)
  const readAt = useRef(Number.NEGATIVE_INFINITY)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  }, [read])
  useEffect(
    () => () => {
      clearTimeout(soon.current)
      clearTimeout(later.current)
    },
    [],
  )
  return useCallback(() => {
    if (soon.current !== undefined) return
    const isStorm = performance.now() - readAt.current < 2 * pauseMs.current
    pauseMs.current = isStorm ? Math.min(mostMs, 2 * pauseMs.current) : soonMs
    soon.current = setTimeout(() => {
      soon.current = undefined
      readAt.current = performance.now()
      latest.current()
      clearTimeout(later.current)
      later.current = setTimeout(() => latest.current(), laterMs)
    }, pauseMs.current)
  }, [])
}
