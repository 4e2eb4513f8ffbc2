import type { Clock } from './clock.ts'

/** How often a timer is extended because this process was stalled. */
const maxExtensions = 3

/**
 * Calls `act` once, after `ms` of running time of this process. Responses that arrived during a stall are handled
 * first. Returns a cancel function.
 */
export function afterActive(clock: Pick<Clock, 'activeMs' | 'after'>, ms: number, act: () => void): () => void {
  const dueAt = clock.activeMs() + ms
  let extensions = 0
  const check = (): void => {
    const missingMs = dueAt - clock.activeMs()
    // Timers may fire within the millisecond before.
    if (missingMs <= 1 || extensions === maxExtensions) return act()
    extensions += 1
    timer = clock.after(missingMs, check)
  }
  let timer = clock.after(ms, check)
  return () => timer.cancel()
}
