import { Resvg } from '@resvg/resvg-js'
import { storeArtifacts } from '#artifacts'
import type { ArtifactTools } from '#artifacts'
import { regions } from '#contract'
import type { ObservedArtifact } from '#contract'
import { randomId } from '#kernel'
import { claimRuns, PreparedChecks, settleRuns } from '#runs'
import type { Call } from './account.ts'
import { reportOf } from './observe.ts'
import type { SeedFault } from './plan.ts'

interface Scene {
  readonly artifacts: ArtifactTools
  readonly call: Call
  readonly publicUrl: string
}

const script = (name: string): string => `import { expect, test } from '@playwright/test'

test('it looks as it did', async ({ page }) => {
  await page.goto('https://shop.example/')
  await expect(page).toHaveScreenshot('${name}.png')
})
`

/** Two checks that compare pictures, once a day: one differs from its golden file, the other is the same. */
export async function makeGoldenFiles(scene: Scene): Promise<void> {
  await makeCheck(scene, { name: 'Product page, compared', picture: 'product', fault: 'picture' })
  await makeCheck(scene, { name: 'Sign-in page, compared', picture: 'sign-in', fault: null })
}

interface Compared {
  readonly name: string
  readonly picture: string
  readonly fault: SeedFault | null
}

async function makeCheck(scene: Scene, { name, picture, fault }: Compared): Promise<void> {
  const { key } = await scene.call('POST', '/v1/golden-files', drawn('expected'))
  const path = `check.spec.ts-snapshots/${picture}-linux.png`
  const { id } = await scene.call('POST', '/v1/checks/browser', {
    name,
    script: script(picture),
    locations: ['eu-west-1'],
    frequency: 1440,
    retryStrategy: null,
    snapshots: [{ key, path }],
  })
  await scene.call('POST', '/v2/check-sessions/trigger', { target: { checkId: [id] } })
  await run(scene, String(id), { fault, pictures: fault === null ? [] : comparisonOf(picture) })
}

const comparisonOf = (picture: string): readonly ObservedArtifact[] =>
  (['expected', 'actual', 'diff'] as const).map((kind) => ({
    name: `${picture}-${kind}.png`,
    kind: 'file',
    contentType: 'image/png',
    bytes: drawn(kind),
  }))

interface Acted {
  readonly fault: SeedFault | null
  readonly pictures: readonly ObservedArtifact[]
}

async function run({ artifacts, publicUrl }: Scene, checkId: string, { fault, pictures }: Acted): Promise<void> {
  const { store, clock } = artifacts
  const nowMs = clock.now()
  const random = (): number => 0.5
  const tasks = await claimRuns(store, new PreparedChecks(store), {
    queues: [...regions],
    limit: 100,
    runnerId: 'seed',
    leaseMs: 300_000,
    nowMs,
    publicUrl,
    chance: { randomNumber: random, uuid: randomId },
  })
  for (const task of tasks.filter((one) => one.checkId === checkId)) {
    const report = reportOf(task, { atMs: nowMs, typicalMs: 1800, outage: fault, random })
    const { stored } = await storeArtifacts(artifacts, { taskId: task.id, leaseToken: task.leaseToken }, pictures)
    await settleRuns(store, [{ ...report, artifacts: stored }], { nowMs, publicUrl, randomNumber: random })
  }
}

const looks = {
  expected: { price: '#1f2937', button: ['#1257c2', 150], changed: 'none' },
  actual: { price: '#b91c1c', button: ['#0f766e', 190], changed: 'none' },
  diff: { price: '#e5e7eb', button: ['#e5e7eb', 190], changed: '#ff0033' },
} as const

/** A product page of a shop as a picture; of a difference what has changed is red, as Playwright draws it. */
function drawn(kind: keyof typeof looks): Buffer {
  const { price, button, changed } = looks[kind]
  const [ink, line] = kind === 'diff' ? ['#f3f4f6', '#f3f4f6'] : ['#374151', '#d1d5db']
  const text = [70, 100, 120].map((y, index) => `<rect x="330" y="${y}" width="${200 - index * 40}" height="10"/>`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360">
    <rect width="640" height="360" fill="#fff"/>
    <rect width="640" height="40" fill="${ink}"/>
    <rect x="40" y="70" width="250" height="250" rx="6" fill="${line}"/>
    <g fill="${ink}">${text.join('')}</g>
    <rect x="330" y="160" width="80" height="22" fill="${price}"/>
    <rect x="330" y="280" width="${button[1]}" height="40" rx="6" fill="${button[0]}"/>
    <rect x="330" y="160" width="80" height="22" fill="${changed}"/>
    <rect x="330" y="280" width="190" height="40" rx="6" fill="${changed}"/>
  </svg>`
  return new Resvg(svg).render().asPng()
}
