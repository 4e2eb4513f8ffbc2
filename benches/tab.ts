import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core'
import { announceEvents } from '#storage'
import { launchChromium } from '../tests/support/launch-chromium.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'
import { seedWebAccount } from './web-account.ts'
import { makeGroups, signedIn, untilBuilt } from './web.ts'

/** What one page in a tab costs while runs end, and while nothing happens. */
export interface TabMeasurement {
  readonly page: string
  readonly perSecond: number
  /** Processor time of the renderer, and of all processes of the browser together, in percent of a core. */
  readonly rendererPercent: number
  readonly browserPercent: number
  readonly requestsPerMinute: number
  /** What was asked for, with how often. */
  readonly asked: readonly string[]
}

export interface TabOptions {
  readonly checks: number
  readonly perSecond: number
  readonly seconds: number
  readonly progress: (text: string) => void
}

const pages = ['/', '/checks', '/checks?state=FAILING'] as const
const settledMs = 5_000
const stepMs = 100

/** Processor time of a tab over so many runs a second, and over none, in a real Chromium. */
export async function runTab(options: TabOptions): Promise<TabMeasurement[]> {
  const service = await startService({ environment: { BELFRY_ROLES: 'api', BELFRY_INTERFACE: 'true' } })
  let browser: Browser | undefined
  try {
    const groupIds = await makeGroups(service)
    const ids = await seedWebAccount(service.store, { accountId: service.accountId, count: options.checks, groupIds })
    browser = await launchChromium([])
    await untilBuilt(service.url)
    const context = await signedIn(service, browser)
    const measured: TabMeasurement[] = []
    for (const page of [...pages, `/checks/${ids[0] ?? ''}`])
      for (const perSecond of [0, options.perSecond]) {
        const one = await measure({ service, browser, context, ids }, page, { ...options, perSecond })
        options.progress(
          `${one.page}, ${perSecond} runs/s: ${one.rendererPercent.toFixed(1)} % renderer, ${one.browserPercent.toFixed(1)} % all, ${one.requestsPerMinute.toFixed(0)} requests/min ${one.asked.join(', ')}`,
        )
        measured.push(one)
      }
    return measured
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
}

async function measure(
  { service, browser, context, ids }: Setting,
  address: string,
  { perSecond, seconds }: Pick<TabOptions, 'perSecond' | 'seconds'>,
): Promise<TabMeasurement> {
  const page = await context.newPage()
  await page.goto(`${service.url}${address}`)
  await page.locator('.pulse, aside').first().waitFor({ state: 'attached' })
  await page.waitForTimeout(settledMs)
  const debug = await browser.newBrowserCDPSession()
  const asked = requestsOf(page)
  const before = await processorSeconds(debug)
  const elapsed = await feed({ service, ids }, { perSecond, seconds })
  const after = await processorSeconds(debug)
  await page.close()
  await debug.detach()
  const percent = (of: keyof typeof after): number => ((after[of] - before[of]) / elapsed) * 100
  return {
    page: address.replace(/[0-9a-f-]{36}/, '{id}'),
    perSecond,
    rendererPercent: percent('renderer'),
    browserPercent: percent('all'),
    requestsPerMinute: (asked.length / elapsed) * 60,
    asked: [...Map.groupBy(asked, (one) => one)].map(([one, same]) => `${same.length} x ${one}`),
  }
}

/** The operations that a page asks for from now on. */
function requestsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    asked.push(`${pathname}${searchParams.has('checkId[]') ? ' by id' : ''}`)
  })
  return asked
}

/** Runs that end, spread evenly; one in a hundred fails, and recovers with its next run. Answers how many seconds went by. */
async function feed(
  { service, ids }: Pick<Setting, 'service' | 'ids'>,
  { perSecond, seconds }: Pick<TabOptions, 'perSecond' | 'seconds'>,
): Promise<number> {
  const startedAt = performance.now()
  const elapsed = (): number => (performance.now() - startedAt) / 1_000
  let sent = 0
  while (elapsed() < seconds) {
    const due = Math.floor(elapsed() * perSecond)
    const events = []
    for (const inOne = Math.max(1, Math.round((perSecond * stepMs) / 1_000)); sent + inOne <= due; sent += inOne)
      events.push({ accountId: service.accountId, event: JSON.stringify({ checks: runs(ids, sent, inOne) }) })
    if (events.length > 0) await announceEvents(service.store.db, events)
    await new Promise((resolve) => setTimeout(resolve, stepMs))
  }
  return elapsed()
}

const failsEvery = 100

const runs = (ids: readonly string[], from: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const place = from + index
    const now = new Date().toISOString()
    // Of a hundred one begins to fail, and the one that did before recovers.
    const [fails, recovers] = [place % failsEvery === 0, place % failsEvery === 1]
    const id = ids[((recovers ? place - failsEvery - 1 : place) * 37 + ids.length * 37) % ids.length]
    return {
      id,
      state: fails ? 'FAILING' : 'PASSING',
      before: recovers ? 'FAILING' : 'PASSING',
      since: now,
      lastResultId: null,
      lastRunAt: now,
      lastResponseTime: 40 + (place % 900),
    }
  })

/** Processor time since the browser began, of its renderers and of all its processes. */
async function processorSeconds(debug: CDPSession): Promise<{ readonly renderer: number; readonly all: number }> {
  const { processInfo } = await debug.send('SystemInfo.getProcessInfo')
  const sum = (infos: typeof processInfo): number => infos.reduce((total, { cpuTime }) => total + cpuTime, 0)
  return { renderer: sum(processInfo.filter(({ type }) => type === 'renderer')), all: sum(processInfo) }
}
