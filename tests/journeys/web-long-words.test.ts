import type { Page, Route } from 'playwright-core'
import { expect, it } from 'vitest'
import { still } from '../support/examine-screens.ts'
import { useWebScene } from '../support/web-scene.ts'
import { addressesOf, findThings, isOfOneType } from '../support/web-screens.ts'

const scene = useWebScene({ isSeeded: true, environment: () => ({ BELFRY_ROLES: 'api' }) })
const word = 'x'.repeat(100)
/** What people and targets write. */
const written: ReadonlySet<string> = new Set(
  'name checkName groupName channelName error reason rawErrorMessage description url notificationResult message'.split(
    ' ',
  ),
)
const widths = [1280, 320] as const

const lengthened = (key: string, value: unknown): unknown =>
  written.has(key) && typeof value === 'string' ? (key === 'url' ? `https://${word}.example/${word}` : word) : value

/** Answers as the service does, with a word without a space wherever somebody writes texts. */
async function answerLong(route: Route): Promise<void> {
  const response = await route.fetch()
  const text = await response.text()
  const isJson = response.headers()['content-type']?.includes('json') === true
  await route.fulfill({ response, body: isJson ? JSON.stringify(JSON.parse(text, lengthened)) : text })
}

/** Runs in the page: the innermost elements that are beyond its right edge, when it can be scrolled sideways. */
function findWide(): string[] {
  const { document, innerWidth } = globalThis as unknown as {
    readonly document: {
      readonly documentElement: { readonly scrollWidth: number }
      readonly querySelectorAll: (selector: string) => Iterable<Shown>
    }
    readonly innerWidth: number
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth <= innerWidth) return []
  const beyond = [...document.querySelectorAll('body *:not(svg *, main [class*=tabs] *, .cm-scroller *)')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth)
    .map((element) => element.outerHTML.slice(0, 120))
  return [`${scrollWidth} pixels`, ...beyond.slice(-6)]
}
interface Shown {
  readonly outerHTML: string
  readonly getBoundingClientRect: () => { readonly right: number }
}

async function wideAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ ...still.viewport, width })
  await scene.settled(page)
  return (await page.evaluate(findWide)).map((found) => `${width}: ${found}`)
}

/** Screens of one type differ in few parts from those of another. */
const isLookedAt = ([name]: readonly [string, string]): boolean =>
  isOfOneType(name) ? name.endsWith('-api') : !name.endsWith('-new')

it('a hundred characters without a space break nowhere out of a screen', async () => {
  const things = await findThings((method, path) => scene.server.call(method, path))
  const page = await scene.signedIn('/', still)
  await page.route(/\/v[12]\/(?!events|session)/, (route) =>
    route.request().method() === 'GET' ? answerLong(route) : route.continue(),
  )
  const wide: Record<string, string[]> = {}
  for (const [name, address] of addressesOf(things).filter(isLookedAt)) {
    await page.setViewportSize(still.viewport)
    await scene.visit(page, address)
    for (const width of widths) {
      const found = await wideAt(page, width)
      if (found.length > 0) wide[name] = [...(wide[name] ?? []), ...found]
    }
  }
  expect(wide).toEqual({})
})
