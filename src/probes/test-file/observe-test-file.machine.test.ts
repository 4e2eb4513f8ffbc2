import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { text } from 'node:stream/consumers'
import { describe, expect, it } from 'vitest'
import type { RunProgress } from '#contract'
import {
  answerOf,
  importedSnippets,
  importingSnippets,
  openingOfTestFile,
  useTestFileScene,
} from '../../../tests/support/test-file-scene.ts'
import { days, IssuedCertificate } from '../../../tests/support/certificate-authority.ts'
import { httpsServer } from '../../../tests/support/local-servers.ts'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import type { ProgressListener } from '../probe.ts'

interface Otpauth {
  readonly TOTP: new (options: { secret: unknown }) => {
    validate(given: { token: string; window: number }): number | null
  }
  readonly Secret: { fromBase32(text: string): unknown }
}

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

  it('signs in with the code of a second factor, as the documents say, and never repeats the secret', async () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
    const { directory } = await testRuntimes().get('2026.04')
    const { TOTP, Secret } = createRequire(`${directory}/package.json`)('otpauth') as Otpauth
    const site = new TOTP({ secret: Secret.fromBase32(secret) })
    scene.server().prependListener('request', async (request, response) => {
      if (request.url !== '/sign-in') return
      const code = new URLSearchParams(await text(request)).get('code') ?? ''
      if (site.validate({ token: code, window: 10 }) === null) response.destroy()
    })
    const [, example = ''] = /```ts\n([^`]*totp\([^`]*)```/.exec(readFileSync('docs/checks-browser.md', 'utf8')) ?? []
    const script = `${example.replace('https://shop.example', scene.url())}
test('wrong', () => { totp('WRONG_TOTP') })`
    const environment = [
      { key: 'SHOP_TOTP', value: `otpauth://totp/Shop:robot?secret=${secret}&issuer=Shop`, secret: true },
      { key: 'WRONG_TOTP', value: 'no-secret-1', secret: true },
    ]
    const observation = await scene.run(script, { code: { environment } })
    expect(answerOf(observation).tests.map(({ status }) => status)).toEqual(['passed', 'failed'])
    expect(answerOf(observation).tests[1]?.errors[0]).toMatchObject({
      message: expect.stringContaining('neither a base32 secret'),
      position: { file: 'script.ts', line: 10 },
    })
    expect(JSON.stringify(observation)).not.toMatch(new RegExp(`${secret}|no-secret-1`))
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

  it('knows the certificates of the hosts that its pages asked, and when the one that is monitored expires', async () => {
    const own = await IssuedCertificate.selfSigned({
      name: 'localhost',
      hosts: ['localhost', '127.0.0.1'],
      notAfter: days(20.5),
    })
    const { port } = await httpsServer(own, (request, response) => {
      response.setHeader('content-type', 'text/html')
      response.end(request.url === '/' ? `<img src="https://127.0.0.1:${port}/other">` : '')
    })
    const script = `${openingOfTestFile}
test.use({ ignoreHTTPSErrors: true })
test('opens', async ({ page }) => { await page.goto('https://localhost:${port}/', { waitUntil: 'networkidle' }) })`
    const run = (certificateHost: string) => scene.run(script, { checkType: 'BROWSER', code: { certificateHost } })
    const seen = await run('*')
    expect(new Set(seen.certificates?.map(({ host, issuer }) => `${host} ${issuer}`))).toEqual(
      new Set(['localhost localhost', '127.0.0.1 localhost']),
    )
    expect(seen.sslDaysRemaining).toBe(20)
    expect(answerOf(seen).tests[0]?.steps.some(({ title }) => /security/i.test(title))).toBe(false)
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
