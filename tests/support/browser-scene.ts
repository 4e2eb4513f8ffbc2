import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '#contract'
import { hashToken, randomId, randomToken, timeOrderedId } from '#kernel'
import { createSignInLink, sessionLifeMs } from '#management'
import { findOldestAccountId, insertBrowserSession, insertMembership, insertUser, listPeople } from '#storage'
import { launchChromium } from './launch-chromium.ts'
import { drawn, PageClock } from './page-clock.ts'
import { PageRequests } from './page-requests.ts'
import type { TestServer } from './test-server.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const sessionTokenBytes = 32
/** The service sends a beat so often; pages that hear none for a while say that the connection is lost. */
const stepMs = 5_000

let browser: Promise<Browser> | undefined

/** The browser of this worker. It ends with the worker. */
const sharedBrowser = (): Promise<Browser> => (browser ??= launchChromium())

/**
 * Browsers that look at a service with its interface. In pages the time of the service stands still as in the service:
 * what takes a page less than a second happens by itself, everything else with `advance`.
 */
export class BrowserScene {
  readonly server: TestServer
  /** What pages wrote to their consoles as errors, and exceptions that nothing caught. */
  readonly problems: string[] = []
  /** How long something in a page is awaited; 0: without end. */
  limitMs = 0
  #contexts = new Map<BrowserContext, PageClock>()
  readonly #requests = new WeakMap<Page, PageRequests>()

  constructor(server: TestServer) {
    this.server = server
  }

  /** Closes what tests have opened. */
  async close(): Promise<void> {
    const contexts = [...this.#contexts.keys()]
    this.#contexts.clear()
    await Promise.all(contexts.map((context) => context.close()))
  }

  /** A browser of its own, with nothing stored, signed out. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const context = await this.#newContext(options)
    return this.#goto(context, path)
  }

  /** A browser in which the owner is signed in, on a screen. */
  async signedIn(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const [owner] = await listPeople(this.server.db)
    if (owner === undefined) throw new Error('The first account has no owner.')
    return this.#openAs(owner.id, path, options)
  }

  /** A browser in which a new member of the first account with this role is signed in, on a screen. */
  async member(role: Role, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const { db, clock } = this.server
    const [accountId, userId, now] = [await findOldestAccountId(db), randomId(), new Date(clock.now())]
    if (accountId === null) throw new Error('There is no account.')
    await insertUser(db, { id: userId, name: role, email: `${randomId()}@mail.example`, createdAt: now })
    await insertMembership(db, { accountId, userId, role, createdAt: now })
    return this.#openAs(userId, path, options)
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

  /** Shows another screen in a page, without loading the page anew, and waits until it is there. */
  async visit(page: Page, address: string): Promise<void> {
    await page.evaluate((to) => Reflect.get(globalThis, 'history').pushState(null, '', to), address)
    await this.settled(page)
  }

  /** Resolves when a page loads nothing, has drawn everything and waits for nobody but a person or the time. */
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

  async #openAs(userId: string, path: string, options: BrowserContextOptions): Promise<Page> {
    const context = await this.#newContext(options)
    const { hostname } = new URL(this.server.url)
    const value = await this.#openSession(userId)
    await context.addCookies([{ name: 'belfry_session', value, domain: hostname, path: '/', httpOnly: true }])
    return this.#goto(context, path)
  }

  async #openSession(userId: string): Promise<string> {
    const { db, clock } = this.server
    const [token, now] = [randomToken(sessionTokenBytes), new Date(clock.now())]
    await insertBrowserSession(db, {
      id: timeOrderedId(clock.now()),
      userId,
      hash: hashToken(token),
      rotatedAt: now,
      method: 'LINK',
      userAgent: 'Chromium of a test',
      address: '127.0.0.1',
      createdAt: now,
      lastUsedAt: now,
      expiresAt: new Date(clock.now() + sessionLifeMs),
    })
    return token
  }

  async #newContext(options: BrowserContextOptions): Promise<BrowserContext> {
    const context = await (
      await sharedBrowser()
    ).newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...options,
    })
    const clock = new PageClock(context, this.server.clock.now())
    this.#contexts.set(context, clock)
    context.setDefaultTimeout(this.limitMs)
    await clock.install()
    context.on('page', (page) => this.#watch(page))
    return context
  }

  async #goto(context: BrowserContext, path: string): Promise<Page> {
    const page = await context.newPage()
    await page.goto(`${this.server.url}${path}`)
    return page
  }

  #watch(page: Page): void {
    this.#requests.set(page, new PageRequests(page))
    page.on('pageerror', (error) => this.problems.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The browser reports every answer that is an error; screens expect some.
      const isAnswer = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isAnswer) this.problems.push(`${page.url()}: ${message.text()}`)
    })
  }

  /** Violations of WCAG 2.2 AA on the page, each with its first element. */
  async violations(page: Page): Promise<string[]> {
    // Evaluated by the debugger: the policy of the page forbids scripts of others.
    await page.evaluate(axeSource)
    return page.evaluate(async () => {
      const found = await Reflect.get(globalThis, 'axe').run(Reflect.get(globalThis, 'document'), {
        runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      })
      return found.violations.map(
        ({ id, nodes }: { id: string; nodes: { html: string; failureSummary: string }[] }) =>
          `${id}: ${nodes[0]?.html.slice(0, 200)} ${nodes[0]?.failureSummary.slice(0, 200)}`,
      )
    })
  }
}
