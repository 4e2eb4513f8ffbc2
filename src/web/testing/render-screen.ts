import { act, configure, within } from '@testing-library/react'
import type { BoundFunctions, queries } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { UserEvent } from '@testing-library/user-event'
import axe from 'axe-core'
import { Fragment, StrictMode } from 'react'
import { vi } from 'vitest'
import type { Role } from '#contract'
import type { Language } from '../language.ts'
import { setPageTime } from '../time/page-time.ts'
import { FakeApi } from './fake-api.ts'
import { fillField } from './fill-field.ts'
import { TurnedTime } from './turned-time.ts'

interface SceneOptions {
  /** Default: one that answers with samples of the contract to somebody with this role. */
  readonly api?: FakeApi
  readonly role?: Role
  readonly language?: Language
  /** Of dates and numbers in English. */
  readonly locale?: 'en-GB' | 'en-US'
  readonly theme?: 'light' | 'dark'
  /** Of the window, in pixels: whether a list and its detail are side by side, not how large anything is. */
  readonly width?: number
  /** The time of the page in the beginning; it stands still until a test turns it. */
  readonly now?: string
  /** Whether React does everything twice, to show what is not undone, which takes a third more; screens are opened so once. */
  readonly isStrict?: boolean
}

/** A page of the interface, and what a person does with it. */
export interface Scene {
  /** Queries of the whole page, as those of Testing Library. */
  readonly page: BoundFunctions<typeof queries>
  /** The actions of a person; each resolves once the page is idle. */
  readonly user: UserEvent
  readonly api: FakeApi
  /** Path, parameters and hash of the address. */
  readonly address: () => string
  /** Addresses for which the page was left or reloaded; nothing is loaded here. */
  readonly left: readonly string[]
  /** Reloads the page at an address, with the storage of the browser and its tab. */
  readonly open: (address: string) => Promise<void>
  /** Reloads the page where it is. */
  readonly reload: () => Promise<void>
  /** Passes time on the clock of the page. */
  readonly turn: (ms: number) => Promise<void>
  /** Resolves when the page waits for nothing but its clock, a person, or what a test holds back. */
  readonly settled: () => Promise<void>
  /** Replaces what is in a field. */
  readonly fill: (field: HTMLElement, text: string) => Promise<void>
  /** Violations of WCAG 2.2 AA by names, roles and structure, each with its first element; colours need a browser. */
  readonly violations: () => Promise<readonly string[]>
}

const usualNow = '2026-11-26T10:00:00.000Z'
let current: { readonly api: FakeApi; readonly close: () => void } | null = null
let changes = 0

new MutationObserver(() => (changes += 1)).observe(document, {
  subtree: true,
  childList: true,
  attributes: true,
  characterData: true,
})

/** So often in succession nothing may have changed. */
const quietTurns = 2

async function settled(): Promise<void> {
  for (let quiet = 0; quiet < quietTurns;) {
    const before = activity()
    await act(async () => {
      await vi.dynamicImportSettled()
      await new Promise((resolve) => setImmediate(resolve))
    })
    quiet = current?.api.isWorking || activity() !== before ? 0 : quiet + 1
  }
}

/** The same where no request may have been sent, as when a clock ticks that is shown. */
async function settledAgain(): Promise<void> {
  const before = current?.api.sent.length
  await act(async () => {})
  if (current?.api.sent.length !== before || current?.api.isWorking) await settled()
}

const activity = (): number => changes + (current?.api.sent.length ?? 0)

configure({
  asyncWrapper: async (action) => {
    const result = await action()
    await settled()
    return result
  },
})

async function violations(): Promise<readonly string[]> {
  const found = await axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    // What is in a frame is another document, of which the DOM of tests shows nothing.
    iframes: false,
    // What is behind a dialog can have no focus, which only a browser knows.
    rules: { 'color-contrast': { enabled: false }, 'aria-hidden-focus': { enabled: false } },
  })
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary}`)
}

/** Opens the interface at an address, over a fake of the service, and waits until it has come to rest. */
export async function renderScreen(path: string, options: SceneOptions = {}): Promise<Scene> {
  const { role = 'OWNER', api = new FakeApi(role), language = 'en', theme = 'light', now = usualNow } = options
  const { width = 1440, locale = 'en-GB', isStrict = false } = options
  const time = new TurnedTime(now)
  const left: string[] = []
  setPageTime(time)
  vi.stubGlobal('fetch', api.fetch)
  Object.assign(globalThis, { innerWidth: width })
  Object.assign(location, {
    assign: (address: string | URL) => left.push(String(address)),
    reload: () => left.push(address()),
  })
  localStorage.setItem('belfry.language', language)
  localStorage.setItem('belfry.theme', theme)
  const { openPage } = await pageIn(language, locale)
  const open = async (address: string): Promise<void> => {
    current?.close()
    document.head.innerHTML = '<base href="/">'
    history.replaceState(null, '', address)
    document.body.replaceChildren(document.createElement('div'))
    act(() => {
      current = { api, close: openPage(document.body.children[0] ?? document.body, isStrict ? StrictMode : Fragment) }
    })
    await settled()
  }
  await open(path)
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  return {
    page: within(document.body),
    user,
    api,
    address,
    left,
    open,
    reload: () => open(address()),
    turn: async (ms) => {
      await settled()
      await time.turn(ms, settledAgain)
      await settled()
    },
    settled,
    fill: async (field, text) => {
      await fillField(user, field, text)
      await settled()
    },
    violations,
  }
}

const address = (): string => location.href.slice(location.origin.length)

/** A page reads its locale once, when its modules are loaded. */
async function pageIn(
  language: Language,
  locale: string,
): Promise<Pick<typeof import('../open-page.tsx'), 'openPage'>> {
  if (language === 'de') {
    const page = await import('../open-page.tsx?de')
    await (
      await import('../strings/reason-text.ts?de')
    ).reasonsLoaded
    return page
  }
  if (locale === 'en-GB') return import('../open-page.tsx')
  const languages = vi.spyOn(navigator, 'languages', 'get').mockReturnValue([locale])
  const page = await import('../open-page.tsx?us')
  languages.mockRestore()
  return page
}

/** Ends the page of a test. Throws what its fake of the service did not understand. */
export function closeScreen(): void {
  const ended = current
  current = null
  act(() => ended?.close())
  setPageTime(null)
  vi.unstubAllGlobals()
  document.body.replaceChildren()
  document.documentElement.removeAttribute('data-theme')
  localStorage.clear()
  sessionStorage.clear()
  if (ended && ended.api.problems.length > 0) throw new Error(ended.api.problems.join('\n'))
}
