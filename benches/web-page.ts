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
    if (page.document.querySelectorAll('.estate canvas').length > 0) return page.performance.now()
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

/** Each of these does something and answers how long it took until the rows were others, in milliseconds. */
export async function filterByText(text: string): Promise<number> {
  const page = globalThis as unknown as Browser
  const input = page.document.querySelector('input[type=search]')
  const rows = (): string =>
    Array.from(page.document.querySelectorAll('[role=grid] [role=row] a.quiet'), (row) => row.textContent)
      .slice(0, 8)
      .join('|')
  const startedAt = page.performance.now()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')?.set?.call(input, text)
  input?.dispatchEvent(new page.Event('input', { bubbles: true }))
  for (let frames = 0; frames < 600; frames += 1) {
    await new Promise<void>((resolve) => page.requestAnimationFrame(() => resolve()))
    const shown = rows().toLowerCase()
    if (shown !== '' && shown.split('|').every((name) => name.includes(text))) break
  }
  return page.performance.now() - startedAt
}

export async function filterByState(label: string): Promise<number> {
  const page = globalThis as unknown as Browser
  const rowCount = (): string => page.document.querySelector('[role=grid]')?.getAttribute('aria-rowcount') ?? ''
  const first = (): string =>
    `${page.document.querySelector('[role=grid] [role=row] a.quiet')?.textContent} ${rowCount()}`
  const before = first()
  const startedAt = page.performance.now()
  const buttons = Array.from(page.document.querySelectorAll('.filters .seg button'))
  buttons.find(({ textContent }) => textContent.startsWith(label))?.click()
  for (let frames = 0; frames < 600 && first() === before; frames += 1)
    await new Promise<void>((resolve) => page.requestAnimationFrame(() => resolve()))
  return page.performance.now() - startedAt
}

export async function filterByGroup(place: string): Promise<number> {
  const page = globalThis as unknown as Browser
  const frame = (): Promise<void> => new Promise((resolve) => page.requestAnimationFrame(() => resolve()))
  const choices = () => Array.from(page.document.querySelectorAll('.choices [role=option]'))
  Array.from(page.document.querySelectorAll('.filters button[aria-haspopup]'))
    .find(({ textContent }) => textContent.startsWith('Group'))
    ?.click()
  for (let frames = 0; frames < 600 && choices().length === 0; frames += 1) await frame()
  const first = (): string => page.document.querySelector('[role=grid] [role=row] a.quiet')?.textContent ?? ''
  const before = first()
  const startedAt = page.performance.now()
  choices()[Number(place)]?.click()
  for (let frames = 0; frames < 600 && first() === before; frames += 1) await frame()
  return page.performance.now() - startedAt
}

export async function sortBy(order: string): Promise<number> {
  const page = globalThis as unknown as Browser
  const select = Array.from(page.document.querySelectorAll('.filters select')).find((one) =>
    Array.from(one.options).some(({ value }) => value === order),
  )
  const first = (): string =>
    Array.from(page.document.querySelectorAll('[role=grid] [role=row] a.quiet'), (row) => row.textContent).join('|')
  const before = first()
  const startedAt = page.performance.now()
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(select), 'value')?.set?.call(select, order)
  select?.dispatchEvent(new page.Event('change', { bubbles: true }))
  for (let frames = 0; frames < 600 && first() === before; frames += 1)
    await new Promise<void>((resolve) => page.requestAnimationFrame(() => resolve()))
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
    page.document.querySelector('[role=row].current')?.getAttribute('aria-rowindex') ?? null
  const before = current()
  const startedAt = page.performance.now()
  page.document.dispatchEvent(new page.KeyboardEvent('keydown', { key, bubbles: true }))
  for (let frames = 0; frames < 600 && current() === before; frames += 1)
    await new Promise<void>((resolve) => page.requestAnimationFrame(() => resolve()))
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
