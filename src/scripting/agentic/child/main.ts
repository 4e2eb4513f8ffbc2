import { createRequire } from 'node:module'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import * as tools from './agentic-tools.ts'

// Performs the actions of a model one after another, with the code that its script will have. Descriptor 3 carries
// the order first, then the code of each action; the answer to each is its outcome and what the page shows.

interface Order {
  readonly environment: Readonly<Record<string, string>>
  readonly userAgent: string
  readonly chromium: { program: string; args: readonly string[]; environment: Record<string, string> } | null
}
interface Page {
  url(): string
  title(): Promise<string>
  locator(selector: string): { ariaSnapshot(options: object): Promise<string> }
  setDefaultTimeout(ms: number): void
  setDefaultNavigationTimeout(ms: number): void
}
interface Response {
  status(): number
  headers(): Record<string, string>
  text(): Promise<string>
}
interface Playwright {
  readonly chromium: {
    launch(options: object): Promise<{ newContext(options: object): Promise<{ newPage(): Promise<Page> }> }>
  }
  readonly request: { newContext(options: object): Promise<unknown> }
  readonly expect: { configure(options: object): unknown }
}

const actionMs = 10_000
const maxText = 12_000

const [, , runtime] = process.argv
if (runtime === undefined) throw new Error('The directory of the runtime is missing.')
const packages = createRequire(`${runtime}/package.json`)
const socket = new Socket({ fd: 3, readable: true, writable: true })
socket.on('error', () => process.exit(1))
socket.on('close', () => process.exit(1))
const send = (message: unknown): void => void socket.write(`${JSON.stringify(message)}\n`)
const playwright = packages('@playwright/test') as Playwright
const expect = playwright.expect.configure({ timeout: actionMs })

let order: Order | null = null
let page: Page | null = null
let requests: unknown = null
let response: Response | null = null

async function openPage(given: Order): Promise<Page> {
  if (given.chromium === null) throw new Error('This machine has no Chromium for the runtime.')
  const { program, args, environment } = given.chromium
  const browser = await playwright.chromium.launch({
    executablePath: program,
    args: [...args],
    env: { HOME: process.cwd(), TMPDIR: process.cwd(), ...environment },
    chromiumSandbox: false,
  })
  const context = await browser.newContext({ userAgent: given.userAgent, acceptDownloads: false })
  const opened = await context.newPage()
  opened.setDefaultTimeout(actionMs)
  opened.setDefaultNavigationTimeout(3 * actionMs)
  return opened
}

type Perform = (...values: readonly unknown[]) => Promise<Response | null>
const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor as new (...parts: string[]) => Perform
const names = ['page', 'request', 'expect', 'response', ...Object.keys(tools)]

async function perform(code: string, needsPage: boolean): Promise<void> {
  if (order === null) throw new Error('There is no order.')
  if (needsPage) page ??= await openPage(order)
  requests ??= await playwright.request.newContext({ userAgent: order.userAgent })
  const run = new AsyncFunction(...names, `${code}\nreturn response`)
  response = await run(page, requests, expect, response, ...Object.values(tools))
}

/** The current page or response, cut to a limit. */
async function seen(showsResponse: boolean): Promise<object> {
  const shown = response !== null && showsResponse ? await describeResponse(response) : null
  if (page === null) return { url: '', title: '', snapshot: '', response: shown }
  const snapshot = await page
    .locator('body')
    .ariaSnapshot({ timeout: actionMs })
    .catch(() => '')
  const title = await page.title().catch(() => '')
  return { url: page.url(), title, snapshot: snapshot.slice(0, maxText), response: shown }
}

const describeResponse = async (given: Response): Promise<object> => ({
  status: given.status(),
  headers: given.headers(),
  body: (await given.text().catch(() => '')).slice(0, maxText),
})

async function answer(line: string): Promise<void> {
  const message = JSON.parse(line) as Order | { code: string; needsPage: boolean; isRequest: boolean }
  if (!('code' in message)) {
    order = message
    Object.assign(process.env, message.environment)
    return
  }
  const problem = await perform(message.code, message.needsPage).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
  send({ ok: problem === null, problem: problem?.slice(0, maxText) ?? null, ...(await seen(message.isRequest)) })
}

let last = Promise.resolve()
createInterface({ input: socket }).on('line', (line) => {
  last = last.then(() => answer(line)).catch((error: unknown) => send({ ok: false, problem: String(error) }))
})
send({ ready: true })
