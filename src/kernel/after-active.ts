import { activeNow } from './standstill.ts'

/** How often a timer is extended because this process was stopped meanwhile. */
const maxExtensions = 3

/**
 * Calls `act` once, after `ms` during which this process ran. Answers that arrived while it was stopped are handled
 * before. Returns how to cancel.
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
