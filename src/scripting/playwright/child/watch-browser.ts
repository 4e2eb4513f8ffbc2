import { readFileSync } from 'node:fs'
import type { WebVital } from '../messages.ts'
import { collectVitals } from './collect-vitals.ts'
import { cut, recordEvent as record } from './record-event.ts'

let pages = 0

/** The parts of Playwright's public classes that are used here; its types are not installed where this is checked. */
interface Emitter {
  on(event: string, listener: (value: never) => void): void
}
interface Page extends Emitter {
  url(): string
}
interface Context extends Emitter {
  exposeBinding(name: string, callback: (source: { page: Page }, vital: unknown) => void): Promise<void>
  addInitScript(script: { content: string }): Promise<void>
  _wrapApiCall<T>(call: () => Promise<T>, options: { internal: true }): Promise<T>
}
interface Request {
  method(): string
  url(): string
  resourceType(): string
  timing(): Record<string, number>
  failure(): { errorText: string } | null
  response(): Promise<Response | null>
  frame(): { page(): Page }
}
interface Response {
  status(): number
  securityDetails(): Promise<{ issuer?: string; validTo?: number } | null>
}
type Method = (...args: unknown[]) => Promise<unknown>
type Methods = Record<string, Method>

/** Records what every browser of this process does, whichever way a test opens it. Behaviour and reports stay as they are. */
export function watchBrowsers(packages: NodeJS.Require): void {
  const { chromium } = packages('playwright-core') as { chromium: object }
  const script = vitalsScript(packages)
  const types = prototypeOf(chromium)
  for (const name of ['launch', 'connect', 'connectOverCDP'])
    wrap(types, name, async (browser) => watchBrowser(browser as object, script))
  wrap(types, 'launchPersistentContext', (context) => watchContext(context as Context, script))
}

const watched = new WeakSet<object>()

function watchBrowser(browser: object, script: string): void {
  const methods = prototypeOf(browser)
  if (watched.has(methods)) return
  watched.add(methods)
  wrap(methods, 'newContext', (context) => watchContext(context as Context, script))
}

/** The prototype with the methods of an object. */
const prototypeOf = (value: object): Methods => Object.getPrototypeOf(value) as Methods

function wrap(methods: Methods, name: string, seen: (result: unknown) => void | Promise<void>): void {
  const method = methods[name]
  if (method === undefined) return
  methods[name] = async function (this: unknown, ...args) {
    const result = await method.apply(this, args)
    await seen(result)
    return result
  }
}

async function watchContext(context: Context, script: string): Promise<void> {
  if (watched.has(context)) return
  watched.add(context)
  const numbers = new WeakMap<Page, number>()
  const numberOf = (page: Page | null | undefined): number => {
    if (!page) return -1
    const number = numbers.get(page) ?? (pages += 1)
    numbers.set(page, number)
    return number
  }
  listen(context, numberOf)
  const receive = ({ page }: { page: Page }, vital: unknown): void => {
    const read = readVital(vital)
    if (read !== null) record({ type: 'vital', at: Date.now(), page: numberOf(page), url: page.url(), vital: read })
  }
  // An internal call is not a step of the test.
  await context._wrapApiCall(
    async () => {
      await context.exposeBinding('__belfryVital', receive)
      await context.addInitScript({ content: script })
    },
    { internal: true },
  )
}

function listen(context: Context, numberOf: (page: Page | null | undefined) => number): void {
  context.on('page', (page: Page) => {
    page.on('framenavigated', (frame: { parentFrame(): unknown; url(): string }) => {
      if (frame.parentFrame() === null && frame.url() !== 'about:blank')
        record({ type: 'page', at: Date.now(), page: numberOf(page), url: frame.url() })
    })
  })
  context.on(
    'console',
    (message: { type(): string; text(): string; page(): Page | null; location(): { url: string } }) =>
      record({
        type: 'console',
        at: Date.now(),
        page: numberOf(message.page()),
        level: message.type(),
        text: cut(message.text()),
        url: message.location().url,
      }),
  )
  context.on('weberror', (webError: { page(): Page | null; error(): Error }) => {
    const error = webError.error()
    record({
      type: 'page-error',
      at: Date.now(),
      page: numberOf(webError.page()),
      message: cut(String(error?.message ?? error)),
      stack: error?.stack ? cut(error.stack) : null,
    })
  })
  const ended = async (request: Request): Promise<void> => {
    const response = await request.response().catch(() => null)
    if (response !== null) void watchCertificate(context, request.url(), response)
    record({
      type: 'request',
      at: Date.now(),
      page: numberOf(pageOf(request)),
      method: request.method(),
      url: cut(request.url()),
      resourceType: request.resourceType(),
      status: response?.status() ?? null,
      failure: request.failure()?.errorText ?? null,
      timing: request.timing(),
    })
  }
  context.on('requestfinished', (request: Request) => void ended(request))
  context.on('requestfailed', (request: Request) => void ended(request))
}

const certified = new Set<string>()

/** Records the certificate of an https host with its first answer. */
async function watchCertificate(context: Context, url: string, response: Response): Promise<void> {
  const { protocol, hostname: host } = new URL(url)
  if (protocol !== 'https:' || certified.has(host)) return
  certified.add(host)
  const read = (): ReturnType<Response['securityDetails']> => response.securityDetails()
  const details = await context._wrapApiCall(read, { internal: true }).catch(() => null)
  if (typeof details?.validTo !== 'number') return
  const { issuer = '', validTo } = details
  record({ type: 'certificate', at: Date.now(), host, issuer, validTo: validTo * 1000 })
}

/** A request of a service worker has no frame. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page()
  } catch {
    return null
  }
}

const names = ['LCP', 'CLS', 'FCP', 'TTFB', 'INP', 'TBT'] as const satisfies readonly WebVital['name'][]

function readVital(value: unknown): WebVital | null {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('value' in value)) return null
  const name = names.find((known) => known === value.name)
  if (name === undefined || typeof value.value !== 'number' || !Number.isFinite(value.value)) return null
  const rating = 'rating' in value && typeof value.rating === 'string' ? value.rating.slice(0, 40) : null
  return { name, value: value.value, rating }
}

const vitalsScript = (packages: NodeJS.Require): string => {
  const library = packages.resolve('web-vitals').replace(/web-vitals[^/]*$/, 'web-vitals.iife.js')
  return `(() => { if (window !== window.top) return\n${readFileSync(library, 'utf8')}\n;(${collectVitals.toString()})(webVitals) })()`
}
