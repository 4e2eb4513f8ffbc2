import { addressesOf } from '../../../tests/support/web-screens.ts'
import { FakeApi } from './fake-api.ts'
import { renderScreen } from './render-screen.ts'
import { storeAccount, storedThings } from './stored-account.ts'
import { aRun, storeRuns } from './stored-runs.ts'

/** Without the half of the day behind it; what ends with UTC or begins with T is ISO 8601. */
const bareTime = /(?<![\d:T])\d{1,2}:\d\d(?::\d\d)?(?:\.\d+)?(?![\d:.]|\s?[AP]M| UTC)/
const timeWithHalf = /\d\s?[AP]M\b/

/** The screens of an account that has one thing of each kind. */
export const screensWithTimes = addressesOf(storedThings)

interface Times {
  /** Texts with a time of day without its half. */
  readonly bare: readonly string[]
  /** Texts with a time of day with its half. */
  readonly withHalf: readonly string[]
}

/** The times of day on a screen at ten to eleven in the evening: in texts, titles and labels, and apart those that charts draw. */
export async function timesOn(
  address: string,
  look: Pick<NonNullable<Parameters<typeof renderScreen>[1]>, 'language' | 'locale'>,
): Promise<Times & { readonly drawn: Times }> {
  const api = new FakeApi()
  storeAccount(api)
  const near = Array.from({ length: 10 }, (_, index) => aRun(index + 1, index - 714))
  storeRuns(api, storedThings.check, near.toReversed())
  const drawing = recordDrawn()
  const scene = await renderScreen(address, { ...look, api, now: '2026-11-26T21:54:00.000Z' })
  await scene.turn(0)
  const drawn = drawing.end()
  const said = [...document.querySelectorAll('body *:not(script, style)')].flatMap(textsOf)
  return { ...timesIn([...said, ...drawn]), drawn: timesIn(drawn) }
}

const timesIn = (texts: readonly string[]): Times => ({
  bare: texts.filter((text) => bareTime.test(text)),
  withHalf: texts.filter((text) => timeWithHalf.test(text)),
})

const textsOf = (element: Element): readonly string[] => [
  ...[...element.childNodes].flatMap((node) => (node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : [])),
  ...['title', 'aria-label', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? []),
]

/** Keeps what is drawn as text on canvases until its end. */
function recordDrawn(): { readonly end: () => readonly string[] } {
  const drawn: string[] = []
  const before = Object.getOwnPropertyDescriptor(HTMLCanvasElement.prototype, 'getContext')
  const draw = (text: unknown): object => {
    drawn.push(String(text))
    return { width: 0 }
  }
  Object.assign(HTMLCanvasElement.prototype, { getContext: () => new Proxy({}, { get: () => draw, set: () => true }) })
  return {
    end: () => {
      Object.defineProperty(HTMLCanvasElement.prototype, 'getContext', { ...before })
      return drawn
    },
  }
}
