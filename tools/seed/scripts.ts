import type { ScriptAnswer, ScriptStep, ScriptTest } from '#contract'

export const browserScript = (home: string): string => `import { expect, test } from '@playwright/test'

test('a visitor signs in', async ({ page }) => {
  await page.goto('${home}/sign-in')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.getByLabel('Email').fill('visitor@shop.example')
})
`

export const orderScript = (home: string): string => `import { expect, test } from '@playwright/test'

test('an order is accepted and found again', async ({ request }) => {
  const locations = await request.get('${home}/v1/locations')
  expect(locations.status()).toBe(200)
  const runtimes = await request.get('${home}/v1/runtimes')
  expect(runtimes.status()).toBe(200)
})
`

interface ActedRun {
  readonly title: string
  /** What it does, each with its share of the time. */
  readonly steps: readonly (readonly [title: string, category: string, share: number])[]
  readonly url: string
}

const acted = {
  BROWSER: {
    title: 'a visitor signs in',
    url: 'https://shop.example/sign-in',
    steps: [
      ['Launch browser', 'fixture', 0.2],
      ['page.goto(https://shop.example/sign-in)', 'pw:api', 0.45],
      ["expect(getByRole('heading', { name: 'Sign in' })).toBeVisible()", 'expect', 0.2],
      ["getByLabel('Email').fill(visitor@shop.example)", 'pw:api', 0.15],
    ],
  },
  MULTI_STEP: {
    title: 'an order is accepted and found again',
    url: 'https://shop.example/orders',
    steps: [
      ['request.post(https://shop.example/orders)', 'pw:api', 0.6],
      ['expect(status).toBe(201)', 'expect', 0.05],
      ['request.get(https://shop.example/orders/1042)', 'pw:api', 0.3],
      ['expect(order.state).toBe("accepted")', 'expect', 0.05],
    ],
  },
} as const satisfies Readonly<Record<string, ActedRun>>

export const isActed = (checkType: string): checkType is keyof typeof acted => Object.hasOwn(acted, checkType)

/** What a test file did in a run that was acted; with a message, its last step but one failed with it. */
export function actedAnswer(
  sample: ScriptAnswer,
  checkType: keyof typeof acted,
  { atMs, elapsed, failure }: { readonly atMs: number; readonly elapsed: number; readonly failure: string | null },
): ScriptAnswer {
  const { title, steps: plan, url } = acted[checkType]
  let startTime = atMs
  const steps: ScriptStep[] = []
  for (const [index, [name, category, share]] of plan.entries()) {
    const isLast = failure !== null && index === plan.length - 2
    const duration = Math.round(elapsed * share)
    const error = isLast ? failure : null
    steps.push({ title: name, category, startTime, duration, error, position: null, steps: [] })
    startTime += duration
    if (isLast) break
  }
  const position = { file: 'check.spec.ts', line: 5, column: 3 }
  const errors =
    failure === null ? [] : [{ message: failure, stack: null, position, snippet: null, isSoft: false as const }]
  const test: ScriptTest = {
    titles: [title],
    status: failure === null ? 'passed' : 'failed',
    isExpected: failure === null,
    startTime: atMs,
    duration: Math.round(elapsed),
    errors,
    steps,
  }
  const pages = sample.pages.map((page) => ({ ...page, url }))
  return { ...sample, startTime: atMs, endTime: atMs + Math.round(elapsed), tests: [test], pages }
}
