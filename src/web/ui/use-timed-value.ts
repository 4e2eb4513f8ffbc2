import { useSyncExternalStore } from 'react'
import { every, now } from '../time/page-time.ts'
import type { Cancel } from '../time/page-time.ts'

type Follow = (notify: () => void) => () => void

const clocks = new Map<number, Follow>()

/** One timer for all that moves at a pace; it stands still while the page is hidden. */
function clockOf(everyMs: number): Follow {
  const known = clocks.get(everyMs)
  if (known) return known
  const subscribers = new Set<() => void>()
  let end: Cancel | undefined
  const tick = (): void => {
    if (document.hidden) return
    for (const notify of subscribers) notify()
  }
  const follow: Follow = (notify) => {
    if (subscribers.size === 0) {
      end = every(everyMs, tick)
      document.addEventListener('visibilitychange', tick)
    }
    subscribers.add(notify)
    return () => {
      subscribers.delete(notify)
      if (subscribers.size > 0) return
      end?.()
      document.removeEventListener('visibilitychange', tick)
    }
  }
  clocks.set(everyMs, follow)
  return follow
}

/** A text or number that depends on the time: its component renders again only when it changes. */
export const useTimedValue = <T extends string | number>(valueAt: (now: number) => T, everyMs: number): T =>
  useSyncExternalStore(clockOf(everyMs), () => valueAt(now()))
