import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { installableRuntimeIds } from '#contract'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import type { InstalledRuntime } from '../index.ts'
import { titlesOf, usePlaywright } from './testing/use-playwright.ts'

const { url, directory, aJob, run } = usePlaywright()

const passing = `
import { test, expect } from '@playwright/test'
import { buy } from './pages/shop'
test.describe('the shop', () => {
  test('sells', async ({ page, request }) => {
    console.log('hello from the test')
    await test.step('open', async () => { await page.goto(process.env.TARGET!) })
    await test.step('buy', () => buy(page))
    expect(await page.title()).toBe('Clicked')
    await expect(page.getByRole('heading')).toBeVisible()
    expect((await request.get(process.env.TARGET!)).status()).toBe(200)
    await page.waitForLoadState('networkidle')
  })
})`
const helper = `
import type { Page } from '@playwright/test'
export const buy = (page: Page): Promise<void> => page.getByRole('button', { name: 'Buy' }).click()`

describe.each(installableRuntimeIds)('a browser run with runtime %s', (id) => {
  let runtime: InstalledRuntime
  beforeAll(async () => {
    runtime = await testRuntimes().get(id)
  })

  it('passes with steps, events of the page, web vitals and a trace', async () => {
    const job = aJob(runtime, passing, { files: { 'shop.spec.ts': passing, 'pages/shop.ts': helper } })
    const { result, messages, code } = await run(runtime, job)
    expect(result.errors).toEqual([])
    expect(result).toMatchObject({
      status: 'passed',
      tests: [{ titles: ['the shop', 'sells'], status: 'passed', errors: [] }],
    })
    expect(code).toBe(0)
    const steps = result.tests[0]?.steps ?? []
    expect(titlesOf(steps, 'test.step')).toEqual(['open', 'buy'])
    expect(titlesOf(steps, 'pw:api').join()).not.toContain('belfry')
    const byType = (type: string) => result.events.filter((event) => event.type === type)
    expect(byType('console')).toContainEqual(expect.objectContaining({ level: 'error', text: 'no stock', page: 1 }))
    expect(byType('page-error')).toMatchObject([{ message: 'broken page', page: 1 }])
    expect(byType('page')).toMatchObject([{ url: url(), page: 1 }])
    expect(byType('request')).toContainEqual(
      expect.objectContaining({ url: `${url()}missing`, status: 404, method: 'GET' }),
    )
    const vitals = result.events.flatMap((event) => (event.type === 'vital' ? [event.vital.name] : []))
    expect([...new Set(vitals)]).toEqual(expect.arrayContaining(['FCP', 'TTFB', 'TBT', 'LCP']))
    const trace = result.tests[0]?.attachments.find(({ name }) => name === 'trace')
    expect(
      readFileSync(join(directory(), trace?.path ?? ''))
        .subarray(0, 2)
        .toString(),
    ).toBe('PK')
    expect(messages.findIndex((message) => 'step' in message && message.step.title === 'open')).toBeGreaterThan(0)
    expect(messages).toContainEqual({ log: { at: expect.any(Number), level: 'info', text: 'hello from the test\n' } })
  })

  it('fails with the position, the snippet and a screenshot', async () => {
    const script = `import { test, expect } from '@playwright/test'
test('fails', async ({ page }) => {
  await page.goto(process.env.TARGET!)
  await expect.soft(page.getByRole('heading')).toHaveText('Other')
  await expect(page.getByRole('button')).toHaveText('Sell')
})`
    const { result, code } = await run(runtime, aJob(runtime, script))
    expect(result.status).toBe('failed')
    expect(code).toBe(1)
    const [test] = result.tests
    expect(test?.errors.map(({ position }) => position)).toEqual([
      { file: 'shop.spec.ts', line: 4, column: 48 },
      { file: 'shop.spec.ts', line: 5, column: 42 },
    ])
    expect(test?.errors[1]?.snippet).toContain("toHaveText('Sell')")
    expect(JSON.stringify(result)).not.toContain('\\u001b')
    expect(test?.attachments.map(({ name }) => name)).toEqual(expect.arrayContaining(['screenshot', 'trace']))
  })

  it('sees only the variables of its run', async () => {
    const script = `import { test, expect } from '@playwright/test'
test('variables', async () => { console.log(JSON.stringify(process.env)) })`
    const { messages } = await run(runtime, aJob(runtime, script, { environment: { OWN: 'value' } }))
    const text = messages.flatMap((message) => ('log' in message ? [message.log.text] : [])).join('')
    expect(JSON.parse(text)).toMatchObject({ OWN: 'value', HOME: directory() })
    expect(text).not.toMatch(/npm_|VITEST|BELFRY/)
  })

  it('says where a file that cannot be loaded is wrong', async () => {
    const broken = await run(runtime, aJob(runtime, 'import { test } from "@playwright/test"\ntest("a", async () => {'))
    expect(broken.result).toMatchObject({ status: 'failed', tests: [] })
    expect(broken.result.errors[0]?.message).toContain('SyntaxError')
    expect(broken.result.errors[0]?.position).toMatchObject({ file: 'shop.spec.ts', line: 2 })
  })

  it('ends by its own time limit when a test never ends', async () => {
    const script = `import { test } from '@playwright/test'
test('endless', async () => { await new Promise(() => {}) })`
    const job = aJob(runtime, script, { timeouts: { testMs: 500, expectMs: 500, globalMs: 60_000 } })
    const { result } = await run(runtime, job)
    expect(result.tests[0]).toMatchObject({ status: 'timedOut' })
  })
})
