// What runs inside the pages that are measured. Each function is sent to the browser as text, so it uses nothing but its
// argument and what a page has.

/** The parts of a browser that are used; the benches are checked with the types of Node. */
interface Browser {
  readonly document: {
    querySelector: (selector: string) => Element | null
    querySelectorAll: (selector: string) => ArrayLike<Element>
    dispatchEvent: (event: unknown) => void
  }
  readonly performance: {
    now: () => number
    getEntriesByType: (type: string) => readonly Entry[]
  }
  readonly requestAnimationFrame: (then: (at: number) => void) => void
  readonly PerformanceObserver: new (seen: (list: { getEntries: () => readonly Entry[] }) => void) => {
    observe: (options: object) => void
  }
  readonly KeyboardEvent: new (type: string, options: object) => unknown
  readonly Event: new (type: string, options: object) => unknown
}

interface Entry {
  readonly name: string
  readonly initiatorType: string
  readonly encodedBodySize: number
  readonly startTime: number
  readonly value: number
}

interface Element {
  readonly textContent: string
  value: string
  readonly options: ArrayLike<{ readonly value: string }>
  click: () => void
  getAttribute: (name: string) => string | null
  dispatchEvent: (event: unknown) => void
}

export function observePaints(): void {
  const page = globalThis as unknown as Browser & { paints: { largest: number; shift: number } }
  page.paints = { largest: 0, shift: 0 }
  const watch = (type: string, seen: (entry: Entry) => void): void =>
    new page.PerformanceObserver((list) => list.getEntries().forEach(seen)).observe({ type, buffered: true })
  watch('largest-contentful-paint', ({ startTime }) => (page.paints.largest = startTime))
  watch('layout-shift', ({ value }) => (page.paints.shift += value))
}

/** Milliseconds from the start of the navigation. */
export async function untilHomeIsDrawn(): Promise<number> {
  const page = globalThis as unknown as Browser
  for (;;) {
    await new Promise<void>((resolve) => page.requestAnimationFrame(() => resolve()))
    if (page.document.querySelectorAll('canvas[role=img]').length > 0) return page.performance.now()
  }
}

export function readLoad() {
  const page = globalThis as unknown as Browser & { paints: { largest: number; shift: number } }
  const entries = page.performance.getEntriesByType('resource')
  const bytesOf = (isOne: (entry: Entry) => boolean): number =>
    entries.filter(isOne).reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0)
  return {
    scriptBytes: bytesOf(({ name }) => name.endsWith('.js')),
    styleBytes: bytesOf(({ name }) => name.endsWith('.css')),
    fontBytes: bytesOf(({ name }) => name.endsWith('.woff2')),
    dataBytes: bytesOf(({ name, initiatorType }) => initiatorType === 'fetch' && !name.includes('/events')),
    largestPaintMs: page.paints.largest,
    shift: page.paints.shift,
    elements: page.document.querySelectorAll('*').length,
  }
}

/** What a person does to the list. */
export interface Act {
  readonly kind: 'text' | 'state' | 'group' | 'sort'
  readonly input: string
}

/**
 * Does one thing to the list and answers how long it took until the rows of the new query were drawn, in milliseconds.
 * Throws if that does not happen within so many frames.
 */
export async function changeList({ kind, input }: Act): Promise<number> {
  const page = globalThis as unknown as Browser
  const mostFrames = 300
  const frame = (): Promise<void> => new Promise((resolve) => page.requestAnimationFrame(() => resolve()))
  const all = (selector: string): readonly Element[] => Array.from(page.document.querySelectorAll(selector))
  const until = async (what: string, isSo: () => boolean): Promise<void> => {
    for (let frames = 0; !isSo(); frames += 1) {
      if (frames === mostFrames) throw new Error(`${kind} ${input}: ${what} after ${mostFrames} frames.`)
      await frame()
    }
  }
  const existing = (element: Element | undefined): Element => {
    if (element === undefined) throw new Error(`${kind} ${input}: the control is not there.`)
    return element
  }
  const shown = (): string | null => page.document.querySelector('[data-query]')?.getAttribute('data-query') ?? null
  const enter = (element: Element, event: string): void => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value')?.set?.call(element, input)
    element.dispatchEvent(new page.Event(event, { bubbles: true }))
  }
  const acts: Readonly<Record<Act['kind'], () => void>> = {
    text: () => enter(existing(all('input[type=search]')[0]), 'input'),
    state: () => existing(all('[role=group] button').find((one) => one.textContent.startsWith(input))).click(),
    group: () => existing(all('[role=dialog] [role=option]')[Number(input)]).click(),
    sort: () =>
      enter(
        existing(all('.filters select').find((one) => Array.from(one.options).some(({ value }) => value === input))),
        'change',
      ),
  }
  if (kind === 'group') {
    existing(all('.filters button[aria-haspopup]').find((one) => one.textContent.startsWith('Group'))).click()
    await until('too few choices', () => all('[role=dialog] [role=option]').length > Number(input))
  }
  const before = shown()
  if (before === null) throw new Error(`${kind} ${input}: the list was not settled before.`)
  const startedAt = page.performance.now()
  acts[kind]()
  await until(`still ${before}`, () => shown() !== null && shown() !== before)
  // The rows are drawn right behind it.
  await frame()
  return page.performance.now() - startedAt
}

/** A request and its answer, without a change of the page. */
export async function fetchOnly(path: string): Promise<number> {
  const startedAt = performance.now()
  await (await fetch(path)).text()
  return performance.now() - startedAt
}

export async function pressKey(key: string): Promise<number> {
  const page = globalThis as unknown as Browser
  const current = (): string | null =>
    page.document.querySelector('[role=row][class*=current]')?.getAttribute('aria-rowindex') ?? null
  const before = current()
  const startedAt = page.performance.now()
  page.document.dispatchEvent(new page.KeyboardEvent('keydown', { key, bubbles: true }))
  for (let frames = 0; current() === before; frames += 1) {
    if (frames === 300) throw new Error(`The key ${key} did not move to another row.`)
    await new Promise<void>((resolve) => page.requestAnimationFrame(() => resolve()))
  }
  return page.performance.now() - startedAt
}

export function beginFrames(): void {
  const page = globalThis as unknown as Browser & { frames: { longest: number; isOn: boolean } }
  page.frames = { longest: 0, isOn: true }
  let last = page.performance.now()
  const next = (): void => {
    const now = page.performance.now()
    page.frames.longest = Math.max(page.frames.longest, now - last)
    last = now
    if (page.frames.isOn) page.requestAnimationFrame(next)
  }
  page.requestAnimationFrame(next)
}

/** Milliseconds between two frames at most, since they are watched. */
export function endFrames(): number {
  const page = globalThis as unknown as { frames: { longest: number; isOn: boolean } }
  page.frames.isOn = false
  return page.frames.longest
}
