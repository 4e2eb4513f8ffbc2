/** Which media queries hold: the window is as wide as a test says, light, and has a mouse. */
const holds = (query: string): boolean => {
  const [, bound, pixels] = /\((min|max)-width: ?(\d+)px\)/.exec(query) ?? []
  if (bound === 'min') return Number(pixels) <= innerWidth
  if (bound === 'max') return Number(pixels) >= innerWidth
  return /prefers-color-scheme: light|hover: hover|pointer: fine/.test(query)
}

/** Of a query, as it is at the moment. */
class MediaList extends EventTarget {
  readonly media: string

  constructor(media: string) {
    super()
    this.media = media
  }

  get matches(): boolean {
    return holds(this.media)
  }
}

/** A lock is free once its holder has ended. */
class Locks {
  readonly #last = new Map<string, Promise<unknown>>()

  async request(name: string, { signal }: { readonly signal: AbortSignal }, work: () => Promise<void>): Promise<void> {
    const before = this.#last.get(name)
    const mine = (async () => {
      await before?.catch(() => null)
      signal.throwIfAborted()
      await work()
    })()
    this.#last.set(name, mine)
    await mine
  }
}

class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

/** Only a browser can draw on a canvas. */
const blankContext: object = new Proxy(
  {},
  { get: (kept, name) => Reflect.get(kept, name) ?? ((): object => ({ width: 0 })) },
)

class BlankPath {
  addPath(): void {}
  arc(): void {}
  lineTo(): void {}
  moveTo(): void {}
  rect(): void {}
}

let pointedAt: EventTarget | null = null

const pointers: Readonly<Record<string, (element: Element) => boolean>> = {
  ':hover': (element) => pointedAt instanceof Node && element.contains(pointedAt),
  ':focus-within': (element) => element.contains(document.activeElement),
}

// Those of the DOM itself: parts are added for each file of a worker.
const known: { readonly matches: unknown; readonly querySelectorAll: unknown } = {
  matches: Reflect.get(Element.prototype, 'matches'),
  querySelectorAll: Reflect.get(Document.prototype, 'querySelectorAll'),
}

const matches = (element: Element, selectors: string): boolean =>
  typeof known.matches === 'function' && Reflect.apply(known.matches, element, [selectors]) === true

const notePointer = ({ target }: Event): void => void (pointedAt = target)

/** Whether the pointer or the focus is within an element, which selectors of this DOM do not know. */
function addPointers(): void {
  addEventListener('pointerover', notePointer, true)
  Object.assign(Element.prototype, {
    matches(this: Element, selectors: string): boolean {
      if (!selectors.includes(':hover')) return matches(this, selectors)
      return selectors.split(', ').some((one) => pointers[one]?.(this) ?? matches(this, one))
    },
  })
}

const sheets = 'style,link[rel="stylesheet"]'

/** For each style that is computed, this DOM looks for style sheets in the whole document; they are in its head. */
function keepSheetsInHead(): void {
  const { querySelectorAll } = known
  Object.assign(document, {
    querySelectorAll: (selectors: string): unknown =>
      selectors === sheets
        ? document.head.querySelectorAll(selectors)
        : typeof querySelectorAll === 'function' && Reflect.apply(querySelectorAll, document, [selectors]),
  })
}

const windowSize = { clientWidth: { get: () => innerWidth }, clientHeight: { get: () => innerHeight } }

/** Adds the parts of a browser that the DOM of tests lacks: every element is as large as the window, and nothing observes sizes. */
export function addBrowserParts(): void {
  const window: object = globalThis
  Object.assign(window, {
    matchMedia: (media: string) => new MediaList(media),
    ResizeObserver: NoObserver,
    IntersectionObserver: NoObserver,
    Path2D: BlankPath,
    print() {},
  })
  Object.defineProperty(navigator, 'languages', { get: () => ['en-GB'], configurable: true })
  Object.defineProperty(navigator, 'locks', { value: new Locks(), configurable: true })
  addPointers()
  keepSheetsInHead()
  Object.defineProperties(HTMLElement.prototype, windowSize)
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => blankContext })
  Object.assign(Element.prototype, {
    scrollIntoView() {},
    scrollTo() {},
    hasPointerCapture: () => false,
    setPointerCapture() {},
    releasePointerCapture() {},
  })
}
