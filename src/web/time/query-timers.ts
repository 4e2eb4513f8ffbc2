import { timeoutManager } from '@tanstack/react-query'
import { after, every } from './page-time.ts'
import type { Cancel } from './page-time.ts'

let last = 0
const running = new Map<number, Cancel>()

function keep(cancel: Cancel): number {
  last += 1
  running.set(last, cancel)
  return last
}

function end(id: number | undefined): void {
  if (id === undefined) return
  running.get(id)?.()
  running.delete(id)
}

const timers = {
  setTimeout: (run: () => void, ms: number): number => {
    const id = keep(
      after(ms, () => {
        running.delete(id)
        run()
      }),
    )
    return id
  },
  clearTimeout: end,
  setInterval: (run: () => void, ms: number): number => keep(every(ms, run)),
  clearInterval: end,
}

/** Has what is read again at intervals, repeated or forgotten go by the time of the page. */
export const followTimeOfPage = (): void => timeoutManager.setTimeoutProvider(timers)
