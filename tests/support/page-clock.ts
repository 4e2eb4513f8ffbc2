import type { BrowserContext, Page } from 'playwright-core'

/** Shorter timers run by themselves, because nobody notices them; others only when the time is moved. */
const soonMs = 1_000

interface PageTime {
  /** Moves the time of the page. What is due happens in the order of its time. */
  readonly turn: (ms: number) => void
  /** Resolves when nothing is fetched, no short timer runs and the page is drawn; says how often the document has changed. */
  readonly drawn: () => Promise<number>
}

/** The time of all pages of a context, which stands still until it is moved. */
export class PageClock {
  readonly #context: BrowserContext
  #nowMs: number
  #script: AsyncDisposable | undefined

  constructor(context: BrowserContext, nowMs: number) {
    this.#context = context
    this.#nowMs = nowMs
  }

  /** Documents that are opened from now on begin with the time of the clock. */
  async install(): Promise<void> {
    const before = this.#script
    this.#script = await this.#context.addInitScript(holdTime, { nowMs: this.#nowMs, soonMs })
    await before?.[Symbol.asyncDispose]()
  }

  async advance(ms: number): Promise<void> {
    this.#nowMs += ms
    await this.install()
    await Promise.all(this.#context.pages().map((page) => page.evaluate(turnTime, ms)))
  }
}

/** Resolves when the page is drawn, fetches nothing and no short timer runs; says how often its document has changed. */
export const drawn = (page: Page): Promise<number> => page.evaluate(awaitDrawn)

const turnTime = (ms: number): void => (Reflect.get(globalThis, 'pageTime') as PageTime).turn(ms)
const awaitDrawn = (): Promise<number> => (Reflect.get(globalThis, 'pageTime') as PageTime).drawn()

type Act = (...given: readonly unknown[]) => void

/** Runs in each document before its scripts. */
function holdTime({ nowMs: startMs, soonMs: soon }: { readonly nowMs: number; readonly soonMs: number }): void {
  const page = globalThis as unknown as Window
  const { setTimeout: startTimer, clearTimeout: endTimer, Date: RealDate } = globalThis
  const waiting = new Map<number, { at: number; readonly everyMs: number | null; readonly run: () => void }>()
  const short = new Set<unknown>()
  let [now, last, changes, fetches] = [startMs, 0, 0, 0]

  const wait = (act: Act, ms: number, { isRepeated, given }: { isRepeated: boolean; given: unknown[] }): number => {
    last -= 1
    waiting.set(last, { at: now + ms, everyMs: isRepeated ? ms : null, run: () => act(...given) })
    return last
  }
  page.setTimeout = (act, ms = 0, ...given) => {
    if (ms >= soon) return wait(act, ms, { isRepeated: false, given })
    const timer: unknown = startTimer(() => {
      short.delete(timer)
      act(...given)
    }, ms)
    short.add(timer)
    return timer
  }
  page.setInterval = (act, ms = 0, ...given) => wait(act, ms, { isRepeated: true, given })
  page.clearTimeout = page.clearInterval = (timer) => {
    short.delete(timer)
    if (!waiting.delete(Number(timer))) endTimer(timer as number)
  }
  const { fetch: startFetch } = page
  page.fetch = async (...given) => {
    // The stream of events stays open as long as the page.
    if (String(given[0]).includes('/v1/events')) return startFetch(...given)
    fetches += 1
    try {
      const response = await startFetch(...given)
      await response.clone().arrayBuffer()
      return response
    } finally {
      fetches -= 1
      changes += 1
    }
  }
  page.performance.now = () => now - startMs
  page.Date = new Proxy(RealDate, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now] : given),
    apply: () => new RealDate(now).toString(),
    get: (target, name) => (name === 'now' ? () => now : Reflect.get(target, name)),
  })
  new page.MutationObserver(() => (changes += 1)).observe(page.document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  })

  const turn = (ms: number): void => {
    now += ms
    const due = [...waiting].filter(([, { at }]) => at <= now).toSorted(([, a], [, b]) => a.at - b.at)
    for (const [id, timer] of due) {
      // What one of them ends does not happen.
      if (!waiting.has(id)) continue
      if (timer.everyMs === null) waiting.delete(id)
      else timer.at = now + timer.everyMs
      timer.run()
    }
  }
  const frame = (): Promise<void> => new Promise((resolve) => page.requestAnimationFrame(() => startTimer(resolve)))
  const untilDrawn = async (): Promise<number> => {
    do {
      await frame()
      await frame()
    } while (short.size > 0 || fetches > 0)
    return changes
  }
  page.pageTime = { turn, drawn: untilDrawn }
}

interface Window {
  setTimeout: (act: Act, ms?: number, ...given: unknown[]) => unknown
  setInterval: (act: Act, ms?: number, ...given: unknown[]) => unknown
  clearTimeout: (timer: unknown) => void
  clearInterval: (timer: unknown) => void
  requestAnimationFrame: (act: () => void) => void
  fetch: (...given: readonly unknown[]) => Promise<{ clone: () => { arrayBuffer: () => Promise<unknown> } }>
  performance: { now: () => number }
  Date: DateConstructor
  pageTime: PageTime
  readonly document: object
  readonly MutationObserver: new (notify: () => void) => { observe: (node: object, what: object) => void }
}
