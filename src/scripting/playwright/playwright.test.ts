import { beforeAll, describe, expect, it } from 'vitest'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import type { InstalledRuntime } from '../index.ts'
import { titlesOf, usePlaywright } from './testing/use-playwright.ts'

const { aJob, run } = usePlaywright()
let runtime: InstalledRuntime
beforeAll(async () => {
  runtime = await testRuntimes().get('2026.04')
})

describe('a multi-step run', () => {
  it('has requests as steps and starts no browser', async () => {
    const script = `import { test, expect } from '@playwright/test'
test('calls', async ({ request }) => {
  const answer = await test.step('get', () => request.get(process.env.TARGET! + 'missing'))
  expect(answer.status()).toBe(404)
})`
    const { result } = await run(runtime, aJob(runtime, script, { kind: 'multi-step', chromium: null }))
    expect(result).toMatchObject({ status: 'passed', errors: [] })
    expect(titlesOf(result.tests[0]?.steps ?? [], 'pw:api').join()).toMatch(/GET|request/)
  })

  it('loads ES modules with types, whose errors have their positions', async () => {
    const files = {
      'lib/price.mts': `export const price: number = await Promise.resolve(7)\n`,
      'shop.spec.mts': `import { test, expect } from '@playwright/test'
import { price } from './lib/price.mts'
test('price', async () => {
  expect(import.meta.url).toContain('shop.spec.mts')
  expect<number>(price).toBe(8)
})`,
    }
    const job = aJob(runtime, '', { kind: 'multi-step', chromium: null, files, entry: 'shop.spec.mts' })
    const { result } = await run(runtime, job)
    expect(result.errors).toEqual([])
    expect(result.tests[0]?.errors[0]).toMatchObject({ position: { file: 'shop.spec.mts', line: 5 } })
    expect(result.tests[0]?.errors[0]?.message).toContain('Received: 7')
  })

  it('rejects a path outside its directory', async () => {
    const { result } = await run(runtime, aJob(runtime, '', { files: { '../outside.ts': '' }, entry: '../outside.ts' }))
    expect(result).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('not a path below') }],
    })
  })
})
