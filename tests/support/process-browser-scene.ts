import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import type { Role } from '#contract'
import { randomId } from '#kernel'
import { launchChromium } from './launch-chromium.ts'
import {
  commandEnvironment,
  eventually,
  freePort,
  journeyKey,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from './server-process.ts'
import type { ServerProcess } from './server-process.ts'

/** A busy machine may take long over a step of a page. */
const pagePatienceMs = 120_000
const main = join(import.meta.dirname, '../../src/cli/main.ts')
const seedProgram = join(import.meta.dirname, '../../tools/seed/main.ts')
const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

type Environment = Readonly<Record<string, string>>

/** The service with its interface in processes of their own, and browsers that look at it. */
export class ProcessBrowserScene {
  readonly #environment: (port: number) => Environment
  readonly #seedDays: number | null
  readonly dataDir = newDataDir()
  #server: ServerProcess | undefined
  #browser: Browser | undefined
  #port = 0
  /** What pages wrote to their consoles as errors, and exceptions that nothing caught. */
  readonly problems: string[] = []

  /**
   * The environment is read when the service starts: addresses of receivers are known then. With `seedDays` the service
   * has the account of `npm run seed`, and so many days of its history.
   */
  constructor(environment: (port: number) => Environment = () => ({}), seedDays: number | null = null) {
    this.#environment = environment
    this.#seedDays = seedDays
  }

  get server(): ServerProcess {
    if (this.#server === undefined) throw new Error('The service was not started.')
    return this.#server
  }

  async start(): Promise<void> {
    this.#port = await freePort()
    if (this.#seedDays !== null) await this.#seed(this.#seedDays)
    await this.startServer()
    this.#browser = await launchChromium()
  }

  async #seed(days: number): Promise<void> {
    await promisify(execFile)(process.execPath, [seedProgram, '--days', String(days)], {
      env: {
        ...commandEnvironment(),
        BELFRY_DATA_DIR: this.dataDir,
        PORT: String(this.#port),
        BELFRY_INITIAL_API_KEY: journeyKey,
      },
    })
  }

  /** Starts the service on the same port and data, also after a kill, and waits for its interface. */
  async startServer(): Promise<void> {
    const { dataDir } = this
    const environment = {
      BELFRY_INTERFACE: 'true',
      BELFRY_ALLOW_PRIVATE_TARGETS: 'true',
      ...this.#environment(this.#port),
    }
    this.#server = await startServerProcess({ dataDir, port: this.#port, environment })
    const isBuilt = async (): Promise<boolean> => (await fetch(`${this.server.url}/sign-in`)).status === 200
    await eventually('the interface to be built', isBuilt)
  }

  async stop(): Promise<void> {
    await this.#browser?.close()
    await this.#server?.stop()
    removeDataDir(this.dataDir)
  }

  /** A browser of its own, with nothing stored, signed out. */
  async open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    if (this.#browser === undefined) throw new Error('The browser was not started.')
    const context = await this.#browser.newContext({
      viewport: { width: 1440, height: 900 },
      locale: 'en-GB',
      timezoneId: 'Europe/Berlin',
      ...options,
    })
    context.setDefaultTimeout(pagePatienceMs)
    const page = this.watch(await context.newPage())
    await page.goto(`${this.server.url}${path}`)
    return page
  }

  /** Notes the problems of a page, for example one that another page opened. */
  watch(page: Page): Page {
    page.on('pageerror', (error) => this.problems.push(`${page.url()}: ${error.message}`))
    page.on('console', (message) => {
      // The browser reports every answer that is an error; screens expect some.
      const isAnswer = message.text().startsWith('Failed to load resource')
      if (message.type() === 'error' && !isAnswer) this.problems.push(`${page.url()}: ${message.text()}`)
    })
    return page
  }

  /** A one-time sign-in link of the owner, made as an operator makes it. */
  async signInLink(): Promise<string> {
    const { stdout } = await promisify(execFile)(process.execPath, [main, 'users', 'token'], {
      env: { ...commandEnvironment(), BELFRY_DATA_DIR: this.dataDir, ...this.#environment(this.#port) },
    })
    return `/sign-in#token=${stdout.trim()}`
  }

  /** A browser in which the owner is signed in, on a screen. */
  async signedIn(path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.open(await this.signInLink(), options)
    await page.locator('nav[aria-label]').first().waitFor({ state: 'attached' })
    if (path !== '/') await page.goto(`${this.server.url}${path}`)
    return page
  }

  /** A browser in which a new member with this role is signed in, on a screen. */
  async member(role: Role, path = '/', options: BrowserContextOptions = {}): Promise<Page> {
    const invitation = { email: `${randomId()}@mail.example`, role, sendMail: false }
    const { status, body } = await this.server.call('POST', '/v1/accounts/me/invites', invitation)
    if (status !== 201) throw new Error(`The invite was not made: ${JSON.stringify(body)}`)
    const [, token] = (body as { readonly link: string }).link.split('#token=')
    const page = await this.open('/sign-in', options)
    const accepted = await page.request.post(`${this.server.url}/v1/invites/accept`, {
      data: { token, name: role, password: 'correct horse battery' },
    })
    if (!accepted.ok()) throw new Error(`The invite was not accepted: ${await accepted.text()}`)
    await page.goto(`${this.server.url}${path}`)
    return page
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
