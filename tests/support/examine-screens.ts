import type { Page } from 'playwright-core'
import type { BrowserScene, ShownService } from './browser-scene.ts'
import { findMovingOrUnmarked } from './find-moving-or-unmarked.ts'
import { findOutlineFaults } from './find-outline-faults.ts'
import { findNewViolations } from './find-violations.ts'

/** A window of 1280 pixels. With reduced motion each change of colour ends immediately. */
export const still = { reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } } as const
/** Windows of 1280 pixels that are enlarged. */
const narrow = [640, 320] as const

/** The problems of screens, each with its address. */
export type Faults = Readonly<Record<'shown' | 'light' | 'dark' | 'motionOrFocus' | 640 | 320, string[]>>

export const noFaults: Faults = { shown: [], light: [], dark: [], motionOrFocus: [], 640: [], 320: [] }

/** Shows one screen after the other in a page that is `still`, and looks at each in both themes and all widths. */
export async function examineScreens(
  scene: BrowserScene<ShownService>,
  page: Page,
  addresses: readonly string[],
): Promise<Faults> {
  const faults: Faults = { shown: [], light: [], dark: [], motionOrFocus: [], 640: [], 320: [] }
  for (const address of addresses) {
    await scene.visit(page, address)
    const note = (kind: keyof Faults, found: readonly string[]): void =>
      void faults[kind].push(...found.map((fault) => `${address}: ${fault}`))
    note('shown', await page.evaluate(findUnfinished))
    note('shown', await page.evaluate(findOutlineFaults))
    const { light, dark } = await findNewViolations(page)
    note('light', light)
    note('dark', dark)
    await page.keyboard.press('Tab')
    note('motionOrFocus', await page.evaluate(findMovingOrUnmarked))
    for (const width of narrow) {
      await page.setViewportSize({ ...still.viewport, width })
      await scene.settled(page)
      const wide = await page.evaluate(() => Reflect.get(globalThis, 'document').documentElement.scrollWidth)
      if (wide > width) note(width, [`${wide} pixels wide`])
    }
    await page.setViewportSize(still.viewport)
  }
  return faults
}

/** Runs in the page. */
function findUnfinished(): string[] {
  const { document, navigator } = globalThis as unknown as Shown
  const isTranslated = navigator.language.startsWith(document.documentElement.lang)
  return [
    ...(document.title === '' ? ['has no title'] : []),
    ...(document.querySelector('h1, h2, h3') ? [] : ['has no heading']),
    ...(document.querySelector('[class*=skeleton]') ? ['goes on loading'] : []),
    ...(isTranslated ? [] : ['is in another language']),
  ]
}

interface Shown {
  readonly document: {
    readonly title: string
    readonly documentElement: { readonly lang: string }
    querySelector: (selector: string) => object | null
  }
  readonly navigator: { readonly language: string }
}
