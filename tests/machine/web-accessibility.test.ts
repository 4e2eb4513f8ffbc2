import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { addressesInState, screenStates } from '../support/screen-states.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'
import { addressesOf, findThings, signedOutScreens } from '../support/web-screens.ts'
import type { Things } from '../support/web-screens.ts'

const scene = useProcessWebScene(() => ({ BELFRY_ROLES: 'api' }), 1)
let things: Things
beforeAll(async () => {
  things = await findThings((method, path) => scene.server.call(method, path))
})

const still = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } } as const
const signedOut = (): readonly string[] =>
  Object.values(signedOutScreens).flatMap((addresses) => Object.values(addresses(things)))
const signedIn = (): readonly string[] => addressesOf(things).map(([, address]) => address)

/** Opens one screen after the other and gathers what is wrong with each. */
async function walk(page: Page, addresses: readonly string[], look: (page: Page) => Promise<readonly string[]>) {
  const found: string[] = []
  for (const address of addresses) {
    await page.goto(new URL(address, page.url()).href)
    await page.locator('h1, h2, h3').first().waitFor()
    await page.waitForFunction(() => Reflect.get(globalThis, 'document').querySelector('.skel') === null)
    for (const problem of await look(page)) found.push(`${address}: ${problem}`)
  }
  return found
}

it.each(['light', 'dark'] as const)('no screen violates WCAG 2.2 AA in the %s theme', async (colorScheme) => {
  const options = { ...still, colorScheme }
  const inside = await scene.signedIn('/', options)
  const violations = (page: Page): Promise<string[]> => scene.violations(page)
  expect(await walk(inside, signedIn(), violations)).toEqual([])
  expect(await walk(await scene.open('/sign-in', options), signedOut(), violations)).toEqual([])
})

it.each(['failed', 'empty', 'read-only-empty'])('nor does a screen that is %s', async (name) => {
  const state = screenStates[name]
  if (state === undefined) throw new Error(`There is no state ${name}.`)
  const looked = ['home', 'checks', 'check', 'groups', 'group-new', 'settings-keys', 'settings-variables']
  const addresses = addressesInState(state, things).flatMap(([screen, address]) =>
    looked.includes(screen) ? [address] : [],
  )
  const page = await state.open(scene, still)
  expect(await walk(page, addresses, (one) => scene.violations(one))).toEqual([])
})

it.each([320, 640])('at %i pixels, which is a window of 1280 enlarged, no screen scrolls sideways', async (width) => {
  const options = { ...still, viewport: { width, height: 640 } }
  const excess = async (page: Page): Promise<string[]> => {
    const wide = await page.evaluate(widthOfPage)
    return wide > width ? [`${wide} pixels wide`] : []
  }
  expect(await walk(await scene.signedIn('/', options), signedIn(), excess)).toEqual([])
  expect(await walk(await scene.open('/sign-in', options), signedOut(), excess)).toEqual([])
})

const widthOfPage = (): number => Reflect.get(globalThis, 'document').documentElement.scrollWidth

it('whoever wants reduced motion sees none, and every control shows that it has the focus', async () => {
  const page = await scene.signedIn('/', still)
  const look = async (): Promise<string[]> => {
    await page.keyboard.press('Tab')
    return page.evaluate(findMovingOrUnmarked)
  }
  expect(await walk(page, signedIn(), look)).toEqual([])
})

/** Runs in the page, where the last thing used was the keyboard. */
function findMovingOrUnmarked(): string[] {
  const { document, getComputedStyle } = globalThis as unknown as Rendered
  const found: string[] = []
  const isMoving = (times: string): boolean => times.split(',').some((time) => Number.parseFloat(time) > 0.001)
  for (const element of document.querySelectorAll('body, body *')) {
    const { transitionDuration, animationName, animationDuration } = getComputedStyle(element)
    if (isMoving(transitionDuration) || (animationName !== 'none' && isMoving(animationDuration)))
      found.push(`moves: ${element.outerHTML.slice(0, 120)}`)
  }
  const look = (element: StyledElement): string => {
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    return [outlineStyle === 'none' ? '' : outlineStyle + outlineWidth, boxShadow, borderColor].join(' ')
  }
  const controls = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary, canvas[tabindex]'
  for (const control of document.querySelectorAll(controls)) {
    if (control.getClientRects().length === 0) continue
    document.activeElement?.blur()
    const before = look(control)
    control.focus()
    if (document.activeElement === control && look(control) === before)
      found.push(`shows no focus: ${control.outerHTML.slice(0, 120)}`)
  }
  return found
}

interface StyledElement {
  readonly outerHTML: string
  focus: () => void
  blur: () => void
  getClientRects: () => ArrayLike<unknown>
}

interface Rendered {
  readonly document: {
    readonly activeElement: StyledElement | null
    querySelectorAll: (selector: string) => Iterable<StyledElement>
  }
  readonly getComputedStyle: (element: StyledElement) => Readonly<Record<StyleName, string>>
}

type StyleName =
  | 'transitionDuration'
  | 'animationName'
  | 'animationDuration'
  | 'outlineStyle'
  | 'outlineWidth'
  | 'boxShadow'
  | 'borderColor'
