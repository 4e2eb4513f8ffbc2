import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import type { RunProgress } from '#contract'
import {
  answerOf,
  importedSnippets,
  importingSnippets,
  openingOfTestFile,
  useTestFileScene,
} from '../../../tests/support/test-file-scene.ts'
import type { ProgressListener } from '../probe.ts'

const scene = useTestFileScene({ waiting: 1 })

describe('a multi-step run', () => {
  it('imports snippets, which import each other, at the path of its check', async () => {
    const code = { snippets: importedSnippets, scriptPath: 'tests/shop/orders.spec.ts' }
    const { errors, tests } = answerOf(await scene.run(importingSnippets, { code }))
    expect(errors).toEqual([])
    expect(tests[0]).toMatchObject({ titles: ['signs in'], status: 'passed' })
  })

  it('says what happens while it is under way, and each secret before anything that contains it', async () => {
    const script = `${openingOfTestFile}
test('orders', async ({ request }) => {
  process.env.SERVICE_SECRET_TOKEN = 'found-secret'
  await test.step('ask', async () => {
    console.log('token found-secret')
    await request.get(process.env.TARGET + '/api')
  })
  await test.step('fail', () => { throw new Error('no stock') })
})`
    const secrets: string[] = []
    const seen: (RunProgress & { readonly isHidden: boolean })[] = []
    const canceller = new AbortController()
    const progress: ProgressListener = {
      hide: (secret) => void secrets.push(secret),
      add: (event) => {
        seen.push({ ...event, isHidden: secrets.includes('found-secret') })
        // Nothing but a run that is still under way can be cancelled.
        if (event.type === 'STEP' && event.title === 'fail' && event.state === 'FAILED') canceller.abort()
      },
    }
    const { failure } = await scene.run(script, { progress, signal: canceller.signal })
    expect(failure).toMatchObject({ code: 'ECANCELED' })
    const steps = seen.flatMap((event) =>
      event.type === 'STEP' && event.category.startsWith('test')
        ? [`${event.depth} ${event.state} ${event.title}`]
        : [],
    )
    expect(steps.slice(0, 5)).toEqual([
      '0 STARTED orders',
      '1 STARTED ask',
      '1 PASSED ask',
      '1 STARTED fail',
      '1 FAILED fail',
    ])
    expect(seen.filter((event) => event.type === 'LOG' && event.message.includes('found-secret'))).toMatchObject([
      { isHidden: true },
    ])
  })

  it('tells soft failures from others, and marks with their reason', async () => {
    const script = `${openingOfTestFile}
import { markCheckAsDegraded, getAPIResponseTime } from '@any/playwright-helpers'
test('slow', async ({ request }) => {
  const time = getAPIResponseTime(await request.get(process.env.TARGET + '/api'))
  expect.soft(typeof time, 'own message').toBe('string')
  expect.soft(time).toBeLessThan(0)
  markCheckAsDegraded('too slow')
})
test('hard', async () => { expect(1).toBe(2) })`
    const { tests, degradedReasons } = answerOf(await scene.run(script))
    expect(degradedReasons).toEqual(['too slow'])
    expect(tests.map(({ errors }) => errors.map(({ isSoft }) => isSoft))).toEqual([[true, true], [false]])
    expect(tests[1]?.errors[0]).toMatchObject({
      position: { file: 'script.ts', line: 10 },
      snippet: expect.stringContaining('expect(1).toBe(2)'),
    })
  })

  it('ends with its whole tree when it is cancelled', async () => {
    const cancel = new AbortController()
    const script = `${openingOfTestFile}
test('endless', async ({ request }) => {
  await request.get(process.env.TARGET + '/api')
  await new Promise(() => {})
})`
    const reached = once(scene.server(), 'request')
    const running = scene.run(script, { signal: cancel.signal })
    await reached
    cancel.abort()
    expect((await running).failure).toMatchObject({ code: 'ECANCELED' })
  })

  it('fails with the limit when it takes too long', async () => {
    const script = `${openingOfTestFile}
test.setTimeout(0)
test('endless', async () => { await new Promise(() => {}) })`
    // Its time is for the script, not for a process that a busy machine starts slowly.
    await scene.ready()
    const { failure, artifacts } = await scene.run(script, { timeoutMs: 8_000 })
    expect(failure).toMatchObject({ kind: 'timeout', message: 'The run exceeded the maximum run time of 240000 ms.' })
    expect(artifacts).toBeUndefined()
  })
})

describe('a browser run', () => {
  it('has the older runtime, and an id that is older still the nearest one with a warning', async () => {
    const script = `${openingOfTestFile}
test('opens', async ({ page, request }) => {
  await page.goto(process.env.TARGET + '/')
  await expect(page.getByRole('heading')).toHaveText('Welcome')
  expect((await request.get(process.env.TARGET + '/api')).status()).toBe(200)
})`
    const { answer, failure, log } = await scene.run(script, { checkType: 'BROWSER', code: { runtimeId: '2024.02' } })
    expect([failure, answer?.runtimeVersion, answer?.tests]).toMatchObject([null, '2025.04', [{ status: 'passed' }]])
    expect(answer?.pages).toMatchObject([{ url: `${scene.url()}/`, webVitals: { TTFB: {}, TBT: {} } }])
    expect(log.filter(({ level }) => level === 'WARN').map(({ msg }) => msg)).toEqual([
      expect.stringContaining('2024.02'),
    ])
  })

  it('fails with a screenshot and a trace, and without its golden file', async () => {
    const script = `${openingOfTestFile}
test('compares', async ({ page }) => {
  await page.goto(process.env.TARGET + '/')
  await expect(page).toHaveScreenshot('shop.png')
})`
    const { answer, artifacts } = await scene.run(script, { checkType: 'BROWSER' })
    expect(answer?.tests[0]?.errors[0]?.message).toContain("snapshot doesn't exist")
    expect(new Set(artifacts?.map(({ kind }) => kind))).toEqual(new Set(['screenshot', 'trace', 'file', 'report']))
  })
})
