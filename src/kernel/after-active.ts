import { activeNow } from './standstill.ts'

/** How often a wait is put off because this process stood still meanwhile. */
const maxExtensions = 3

/**
 * Calls `act` once, when `ms` have passed in which this process ran. What answers arrived while it stood still are
 * handled before. Returns how to cancel.
 */
export function afterActive(ms: number, act: () => void): () => void {
  const dueAt = activeNow() + ms
  let extensions = 0
  const check = (): void => {
    const missingMs = dueAt - activeNow()
    // Timers may fire within the millisecond before.
    if (missingMs <= 1 || extensions === maxExtensions) return act()
    extensions += 1
    timer = setTimeout(check, missingMs)
  }
  let timer = setTimeout(check, ms)
  return () => clearTimeout(timer)
}
