import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '#contract'
import type { Clock } from '#kernel'
import { createSignInLink } from '#management'
import { findOldestAccountId, listPeople } from '#storage/accounts'
import { findViolations } from './find-violations.ts'
import { launchChromium } from './launch-chromium.ts'
import { drawn, PageClock } from './page-clock.ts'
import { PageRequests } from './page-requests.ts'
import { addMember, openSession } from './people.ts'
import type { TestServer } from './test-server.ts'

/** The interval of the heartbeats of the service. Pages that miss several say that the connection is lost. */
const stepMs = 5_000

let browser: Promise<Browser> | undefined

/** The browser of this process; in a test worker it ends with the worker. */
const sharedBrowser = (): Promise<Browser> => (browser ??= launchChromium())

/** Ends the browser of this process; the next page starts another one. */
export async function endBrowser(): Promise<void> {
  const ended = browser
  browser = undefined
  await (await ended)?.close()
}

/** What a scene needs of a service. */
export interface ShownService extends Pick<TestServer, 'url' | 'db' | 'store' | 'advance' | 'describe'> {
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Browsers that look at a service with its interface. In pages the time of the service stands still as in the service:
 * what takes a page less than a second happens by itself, everything else with `advance`.
 */
export class BrowserScene<Service extends ShownService = TestServer> {
  readonly server: Service
  /** What pages wrote to their consoles as errors, and exceptions that nothing caught. */
  readonly problems: string[] = []
  #contexts = new Map<BrowserContext, PageClock>()
  readonly #waitLimitMs: number
  readonly #requests = new WeakMap<Page, PageRequests>()

  /** With a limit, in milliseconds, waiting in a page ends, and the error says what was awaited. */
  constructor(server: Service, waitLimitMs = 0) {
    this.server = server
    this.#waitLimitMs = waitLimitMs
  }

  /** Closes what tests have opened. */
  async close(): Promise<void> {
    const contexts = [...this.#contexts.keys()]
    this.#contexts.clear()
    await Promise.all(contexts.map((context) => context.close()))
  }

  /** A new browser with nothing stored, signed out. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#newContext(options)
    return this.#goto(context, path)
  }

  /** A browser in which the owner is signed in, on a screen. */
  async signedIn(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const [owner] = await listPeople(this.server.db)
    if (owner === undefined) throw new Error('The first account has no owner.')
    return this.openAs(owner.id, path, options)
  }

  /** A browser in which a new member of the first account with this role is signed in, on a screen. */
  async member(role: Role, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const accountId = await findOldestAccountId(this.server.db)
    if (accountId === null) throw new Error('There is no account.')
    return this.openAs(await addMember(this.server, accountId, role), path, options)
  }

  /** A browser in which this person is signed in, on a screen. */
  async openAs(userId: string, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#newContext(options)
    const { hostname } = new URL(this.server.url)
    const value = await openSession(this.server, userId)
    await context.addCookies([{ name: 'belfry_session', value, domain: hostname, path: '/', httpOnly: true }])
    return this.#goto(context, path)
  }

  /** A one-time sign-in link of the owner, as an operator makes it. */
  async signInLink(): Promise<string> {
    const [owner] = await listPeople(this.server.db)
    const token = await createSignInLink(this.server.store, owner?.id ?? '', new Date(this.server.clock.now()))
    return `/sign-in#token=${token}`
  }

  /** Moves the time of the service and of every page. */
  async advance(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= stepMs) {
      const step = Math.min(stepMs, left)
      await this.server.advance(step)
      await Promise.all([...this.#contexts.values()].map((clock) => clock.advance(step)))
      await Promise.all(this.#pages.map((page) => this.settled(page)))
    }
  }

  /** Shows another screen in a page without reloading the page, and waits until it is there. */
  async visit(page: Page, address: string): Promise<void> {
    await page.evaluate((to) => Reflect.get(globalThis, 'history').pushState(null, '', to), address)
    await this.settled(page)
  }

  /** Resolves when a page has loaded and drawn everything, and only a person or a timer can change it. */
  async settled(page: Page): Promise<void> {
    const requests = this.#requestsOf(page)
    let before = [-1, -1]
    for (;;) {
      await requests.untilIdle()
      // A page that is on its way to another address answers nothing.
      const now = [requests.begun, await drawn(page).catch(() => -2)]
      if (requests.open.length === 0 && now.join() === before.join()) return
      before = now
    }
  }

  /** What pages show and load now, and the state of the service: for failed tests. */
  async describe(): Promise<string> {
    const pages = await Promise.all(this.#pages.map((page) => this.#describe(page)))
    return [...pages, ...this.problems, this.server.describe()].join('\n')
  }

  get #pages(): readonly Page[] {
    return [...this.#contexts.keys()].flatMap((context) => context.pages())
  }

  async #describe(page: Page): Promise<string> {
    const text = await page.evaluate(() => String(Reflect.get(globalThis, 'document').body.innerText))
    return [`${page.url()} loads ${JSON.stringify(this.#requestsOf(page).open)} and shows:`, text].join('\n')
  }

  #requestsOf(page: Page): PageRequests {
    const requests = this.#requests.get(page)
    if (requests === undefined) throw new Error('The page is none of this scene.')
    return requests
  }

  async #newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const shared = await sharedBrowser()
    const defaults = { viewport: { width: 1440, height: 900 }, locale: 'en-GB', timezoneId: 'Europe/Berlin' }
    const context = await shared.newContext({ ...defaults, ...options })
    const clock = new PageClock(context, this.server.clock.now())
    this.#contexts.set(context, clock)
    context.setDefaultTimeout(this.#waitLimitMs)
    await clock.install()
    context.on('page', (page) => this.#watch(page))
    context.on('close', () => this.#contexts.delete(context))
    return context
  }

  async #goto(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage()
    const answer = await page.goto(`${this.server.url}${path}`)
    if (!answer?.ok()) throw new Error(`${path} is answered with ${answer?.status()}: ${await answer?.text()}`)
    return page
  }

  #watch(page: Page): void {
    this.#requests.set(page, new PageRequests(page))
    page.on('pageerror', (error) => this.problems.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The browser reports every answer that is an error; screens expect some.
      const isAnswer = message.text().startsWith('Failed to load resource')
      // The script that holds the time of pages does not run in frames that run none.
      const isOfFrame = message.text().startsWith("Blocked script execution in 'about:srcdoc'")
      if (message.type() === 'error' && !isAnswer && !isOfFrame) this.problems.push(`${page.url()}: ${message.text()}`)
    })
  }

  /** Violations of WCAG 2.2 AA on the page, each with its first element. */
  violations(page: Page): Promise<string[]> {
    return findViolations(page)
  }
}
