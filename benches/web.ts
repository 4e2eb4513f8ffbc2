import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { announceEvents, listPeople } from '#storage/accounts'
import { createSignInLink } from '#management'
import { launchChromium } from '../tests/support/launch-chromium.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'
import { seedWebAccount } from './web-account.ts'
import * as inPage from './web-page.ts'

/** One measured value of the interface, and what it may be at most. */
export interface WebMeasurement {
  readonly what: string
  readonly value: number
  readonly unit: string
  /** Null: only for information. */
  readonly budget: number | null
}

export interface WebOptions {
  readonly checks: number
  /** How long updates come while memory is measured. */
  readonly seconds: number
  readonly progress: (text: string) => void
}

const kilobyte = 1_000
const buildMs = 240_000

/** What the interface costs in a browser on this machine, with an account of many checks. */
export async function runWeb(options: WebOptions): Promise<WebMeasurement[]> {
  const service = await startService({ environment: { BELFRY_ROLES: 'api', BELFRY_INTERFACE: 'true' } })
  let browser: Browser | undefined
  try {
    const groupIds = await makeGroups(service)
    const ids = await seedWebAccount(service.store, { accountId: service.accountId, count: options.checks, groupIds })
    browser = await launchChromium(['--enable-precise-memory-info', '--js-flags=--expose-gc'])
    await untilBuilt(service.url)
    const context = await signedIn(service, browser)
    const measurements: WebMeasurement[] = []
    for (const measure of [firstLoad, list, updates, idle]) {
      const made = await measure({ service, browser, context, ids, options })
      for (const { what, value, unit } of made) options.progress(`${what}: ${value.toFixed(1)} ${unit}`)
      measurements.push(...made)
    }
    return measurements
  } finally {
    await browser?.close()
    await service.stop()
  }
}

interface Setting {
  readonly service: Service
  readonly browser: Browser
  readonly context: BrowserContext
  readonly ids: readonly string[]
  readonly options: WebOptions
}

export async function makeGroups({ url, apiKey }: Service): Promise<number[]> {
  const ids = []
  for (let index = 1; index <= 20; index += 1) {
    const answer = await fetch(`${url}/v2/check-groups`, {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Region ${index}`, locations: ['eu-west-1'] }),
    })
    const made: unknown = await answer.json()
    ids.push(Number(Reflect.get(Object(made), 'id')))
  }
  return ids
}

export async function untilBuilt(url: string): Promise<void> {
  const deadline = Date.now() + buildMs
  while ((await fetch(`${url}/sign-in`)).status !== 200) {
    if (Date.now() > deadline) throw new Error('The interface was not built in time.')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

export async function signedIn({ store, url }: Service, browser: Browser): Promise<BrowserContext> {
  const [owner] = await listPeople(store.db)
  const token = await createSignInLink(store, owner?.id ?? '', new Date())
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`${url}/sign-in#token=${token}`)
  await page.locator('nav[aria-label]').first().waitFor({ state: 'attached' })
  await page.close()
  return context
}

/** Home in a browser that has nothing stored but the session. */
async function firstLoad({ service, browser, context }: Setting): Promise<WebMeasurement[]> {
  const { cookies } = await context.storageState()
  const loads: (ReturnType<typeof inPage.readLoad> & { readonly readyMs: number })[] = []
  for (let index = 0; index < 5; index += 1) {
    const cold = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' })
    await cold.addCookies(cookies)
    const page = await cold.newPage()
    await page.addInitScript(inPage.observePaints)
    await page.goto(service.url)
    const readyMs = await page.evaluate(inPage.untilHomeIsDrawn)
    await page.waitForTimeout(500)
    loads.push({ readyMs, ...(await page.evaluate(inPage.readLoad)) })
    await cold.close()
  }
  // The first one also warms the service and the files of the system.
  const of = (name: keyof (typeof loads)[number]): number => median(loads.slice(1).map((load) => load[name]))
  return [
    { what: 'script of the first load, compressed', value: of('scriptBytes') / kilobyte, unit: 'kB', budget: 170 },
    { what: 'style sheets, compressed', value: of('styleBytes') / kilobyte, unit: 'kB', budget: 16 },
    { what: 'fonts', value: of('fontBytes') / kilobyte, unit: 'kB', budget: 60 },
    { what: 'largest paint, cold', value: of('largestPaintMs'), unit: 'ms', budget: 1_000 },
    { what: 'shift of the layout', value: of('shift'), unit: '', budget: 0.02 },
    { what: 'home with all checks drawn', value: of('readyMs'), unit: 'ms', budget: 1_000 },
    { what: 'data of home', value: of('dataBytes') / kilobyte, unit: 'kB', budget: 350 },
    { what: 'elements of home', value: of('elements'), unit: '', budget: 1_500 },
  ]
}

/** What a person does with the list of checks, until the rows of the new query are drawn. */
async function list({ service, context }: Setting): Promise<WebMeasurement[]> {
  const page = await context.newPage()
  await openList(page, service)
  const debug = await context.newCDPSession(page)
  await debug.send('Performance.enable')
  const bare = await percentile(page, 'baseline: a request that reads no table', runtimes, inPage.fetchOnly)
  const measurements: WebMeasurement[] = []
  let busyMs = 0
  const measure = async (measured: () => Promise<WebMeasurement>): Promise<void> => {
    // Each from the list without filters: what one leaves may let nothing through that the next could change.
    await openList(page, service)
    const before = await busySecondsOf(debug)
    measurements.push(await measured())
    busyMs += ((await busySecondsOf(debug)) - before) * 1_000
  }
  for (const { what, acts } of interactions) await measure(() => percentile(page, what, acts, inPage.changeList))
  await measure(() => percentile(page, 'list: next row with j', keys, inPage.pressKey))
  const count = interactions.reduce((sum, { acts }) => sum + acts.length, keys.length)
  await page.close()
  return [
    { ...bare, budget: null },
    ...measurements,
    { what: 'list: main thread for each of these, mean', value: busyMs / count, unit: 'ms', budget: null },
  ]
}

async function openList(page: Page, service: Service): Promise<void> {
  await page.goto(`${service.url}/checks`)
  await page.locator('[role=grid] [role=row]').nth(5).waitFor()
  await page.waitForTimeout(1_000)
}

const runtimes = Array.from({ length: 10 }, () => '/v1/runtimes')
const keys = Array.from({ length: 12 }, () => 'j')
const actsOf = (kind: inPage.Act['kind'], inputs: readonly string[]): readonly inPage.Act[] =>
  inputs.map((input) => ({ kind, input }))

const interactions: readonly { readonly what: string; readonly acts: readonly inPage.Act[] }[] = [
  {
    what: 'list: filter by text',
    acts: actsOf('text', 'orders of,tenant 77,images,tenant 12,payments,sign-in,tenant 9,delivery'.split(',')),
  },
  {
    what: 'list: filter by state',
    acts: actsOf('state', ['Failing', 'Degraded', 'All', 'Passing', 'Paused', 'All']),
  },
  { what: 'list: filter by group', acts: actsOf('group', ['3', '7', '11', '2', '5', '1']) },
  { what: 'list: sort', acts: actsOf('sort', ['name', 'responseTime', 'lastRunAt', 'name', 'state', 'name']) },
]

/** How long each takes in the page, the ninety-fifth in a hundred. */
async function percentile<T>(
  page: Page,
  what: string,
  inputs: readonly T[],
  act: (input: T) => Promise<number>,
): Promise<WebMeasurement> {
  const times = []
  for (const input of inputs) {
    times.push(await page.evaluate<number, T>(act as never, input))
    await page.waitForTimeout(700)
  }
  return { what: `${what}, p95`, value: highest(times, 0.95), unit: 'ms', budget: 100 }
}

/** States of checks that change: 200 and 1 000 a second, first on home, then for a while for memory. */
async function updates(setting: Setting): Promise<WebMeasurement[]> {
  const { service, context, options } = setting
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Performance.enable')
  await page.goto(service.url)
  await page.evaluate(inPage.untilHomeIsDrawn)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.waitForTimeout(1_500)
  const calm = await underUpdates(setting, page, debug, { perSecond: 0, seconds: 5 })
  const slow = await underUpdates(setting, page, debug, { perSecond: 200, seconds: 10 })
  const fast = await underUpdates(setting, page, debug, { perSecond: 1_000, seconds: 10 })
  const before = await heapOf(debug)
  await underUpdates(setting, page, debug, { perSecond: 200, seconds: options.seconds })
  const after = await heapOf(debug)
  await page.close()
  return [
    { what: 'baseline: home without updates, longest frame', value: calm.longestFrameMs, unit: 'ms', budget: null },
    { what: 'home, 200 updates/s: longest frame', value: slow.longestFrameMs, unit: 'ms', budget: 50 },
    { what: 'home, 200 updates/s: main thread', value: slow.busyPercent, unit: '%', budget: null },
    { what: 'home, 1 000 updates/s: longest frame', value: fast.longestFrameMs, unit: 'ms', budget: null },
    { what: 'home, 1 000 updates/s: main thread', value: fast.busyPercent, unit: '%', budget: 30 },
    { what: 'memory of the page before', value: before, unit: 'MB', budget: null },
    { what: `growth after ${options.seconds} s of updates`, value: after - before, unit: 'MB', budget: 5 },
  ]
}

interface Load {
  readonly perSecond: number
  readonly seconds: number
}

async function underUpdates(
  { service, ids }: Setting,
  page: Page,
  debug: CDPSession,
  { perSecond, seconds }: Load,
): Promise<{ readonly longestFrameMs: number; readonly busyPercent: number }> {
  await page.evaluate(inPage.beginFrames)
  const busyBefore = await busySecondsOf(debug)
  const startedAt = performance.now()
  const inOne = 20
  let sent = 0
  while (performance.now() - startedAt < seconds * 1_000) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * perSecond)
    const events = []
    for (; sent + inOne <= due; sent += inOne)
      events.push({ accountId: service.accountId, event: JSON.stringify({ checks: changes(ids, sent, inOne) }) })
    if (events.length > 0) await announceEvents(service.store.db, events)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  const elapsed = (performance.now() - startedAt) / 1_000
  const busyPercent = ((await busySecondsOf(debug)) - busyBefore) / elapsed
  return { longestFrameMs: await page.evaluate(inPage.endFrames), busyPercent: busyPercent * 100 }
}

/** One in fifty fails and recovers the next time: a storm would read home again all the time. */
export const changes = (ids: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const place = from + index
    const now = new Date().toISOString()
    return {
      id: ids[(place * 37) % ids.length],
      state: place % 50 === 0 ? 'FAILING' : 'PASSING',
      before: 'PASSING',
      since: now,
      lastResultId: null,
      lastRunAt: now,
      lastResponseTime: 40 + (place % 900),
    }
  })

/** A page that nobody touches, while nothing happens. */
async function idle({ service, context }: Setting): Promise<WebMeasurement[]> {
  const page = await context.newPage()
  const debug = await context.newCDPSession(page)
  await debug.send('Performance.enable')
  await page.goto(service.url)
  await page.evaluate(inPage.untilHomeIsDrawn)
  await page.waitForTimeout(3_000)
  let requests = 0
  page.on('request', () => (requests += 1))
  const before = await busySecondsOf(debug)
  const seconds = 30
  await page.waitForTimeout(seconds * 1_000)
  const percent = (((await busySecondsOf(debug)) - before) / seconds) * 100
  await page.close()
  return [
    { what: 'idle home: main thread', value: percent, unit: '%', budget: 1 },
    { what: 'idle home: requests', value: (requests / seconds) * 60, unit: '/min', budget: null },
  ]
}

async function busySecondsOf(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
}

async function heapOf(debug: CDPSession): Promise<number> {
  await debug.send('HeapProfiler.collectGarbage')
  const { usedSize } = await debug.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

const highest = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.ceil(values.length * share) - 1)] ?? 0

const median = (values: readonly number[]): number => highest(values, 0.5)
