// Runs in pages, as text: it may use nothing of this module.

interface Vital {
  readonly name: string
  readonly value: number
  readonly rating?: string
}
type Listen = (report: (vital: Vital) => void, options: { reportAllChanges: boolean }) => void
interface Library {
  readonly onLCP: Listen
  readonly onCLS: Listen
  readonly onFCP: Listen
  readonly onTTFB: Listen
  readonly onINP: Listen
}
interface LongTask {
  readonly duration: number
}
interface PageGlobals {
  readonly PerformanceObserver: new (callback: (list: { getEntries(): LongTask[] }) => void) => {
    observe(options: object): void
  }
  readonly __belfryVital: (vital: Vital) => Promise<void>
}

/** Sends each web vital of a page whenever its value changes; total blocking time is what long tasks exceed 50 ms by. */
export function collectVitals(library: Library): void {
  const page = globalThis as unknown as PageGlobals
  const send = ({ name, value, rating }: Vital): void => {
    page.__belfryVital({ name, value, ...(rating !== undefined && { rating }) }).catch(() => {})
  }
  for (const listen of [library.onLCP, library.onCLS, library.onFCP, library.onTTFB, library.onINP])
    listen(send, { reportAllChanges: true })
  let blockedMs = 0
  const add = (list: { getEntries(): LongTask[] }): void => {
    for (const { duration } of list.getEntries()) blockedMs += Math.max(0, duration - 50)
    send({ name: 'TBT', value: blockedMs })
  }
  new page.PerformanceObserver(add).observe({ type: 'longtask', buffered: true })
  send({ name: 'TBT', value: 0 })
}
