import { useSyncExternalStore } from 'react'

type Follow = (notify: () => void) => () => void

const clocks = new Map<number, Follow>()

/** One timer for all that moves at a pace; it stands still while the page is hidden. */
function clockOf(everyMs: number): Follow {
  const known = clocks.get(everyMs)
  if (known) return known
  const subscribers = new Set<() => void>()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = (): void => {
    if (document.hidden) return
    for (const notify of subscribers) notify()
  }
  const follow: Follow = (notify) => {
    if (subscribers.size === 0) {
      timer = setInterval(tick, everyMs)
      document.addEventListener('visibilitychange', tick)
    }
    subscribers.add(notify)
    return () => {
      subscribers.delete(notify)
      if (subscribers.size > 0) return
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }
  clocks.set(everyMs, follow)
  return follow
}

/** A text or number that depends on the time: whoever shows it is rendered again only when it has become another one. */
export const useMoving = <T extends string | number>(valueAt: (now: number) => T, everyMs: number): T =>
  useSyncExternalStore(clockOf(everyMs), () => valueAt(Date.now()))
