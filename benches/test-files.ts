import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { codeRequest } from '#contract'
import type { TestFileType } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, silentLog } from '#kernel'
import { observe } from '#probes'
import type { ProbeTools } from '#probes'
import { createSandbox, PlaywrightRuns } from '#scripting'
import type { InstalledRuntime, PlaywrightOutcome } from '#scripting'
import { testRuntimes } from '../tests/support/test-runtimes.ts'
import { startTestFileTarget } from './test-file-target.ts'

const clock = new SystemClock()

export interface TestFileCost {
  readonly checkType: TestFileType
  /** Median milliseconds of `npx playwright test`, started cold on the same file. */
  readonly coldMs: number
  /** Median milliseconds of a run of the check, from the warm pool. */
  readonly ms: number
  /** Median of the ratios of neighbouring measurements. */
  readonly ratio: number
  /** Two at a time, one after the other, replacements included. */
  readonly runsPerMinute: number
  /** Median of the peaks of the process trees of runs: memory that belongs to no file. */
  readonly megabytes: number
}

const opening = `import { test, expect } from '@playwright/test'\n`
const files: Readonly<Record<TestFileType, string>> = {
  BROWSER: `${opening}
test('the shop opens', async ({ page }) => {
  const response = await page.goto(process.env.TARGET!)
  expect(response!.status()).toBe(200)
  await expect(page.getByRole('heading')).toBeVisible()
  await page.getByRole('button').click()
  await expect(page).toHaveTitle('Clicked')
  await page.screenshot({ path: 'shop.png' })
})
`,
  MULTI_STEP: `${opening}
test('an order', async ({ request }) => {
  const placed = await request.post(process.env.TARGET + 'orders', { data: { item: 7 } })
  expect(placed.status()).toBe(201)
  const { id } = await placed.json()
  const found = await request.get(process.env.TARGET + 'orders/' + id)
  expect(await found.json()).toMatchObject({ id, state: 'placed' })
})
`,
}

/** What a run of a test file costs beside the command that its author would use, in turn on this machine. */
export async function runTestFiles(rounds: number): Promise<TestFileCost[]> {
  const directory = await mkdtemp(path.join(tmpdir(), 'belfry-bench-'))
  const target = await startTestFileTarget()
  const runtimes = testRuntimes()
  const runtime = await runtimes.get('2026.04')
  const sandbox = await createSandbox({ clock, directory, hidden: [], ownEndpoints: () => [] })
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const playwright = new MeasuredRuns({
    runtimes,
    sandbox: () => Promise.resolve(sandbox),
    egress,
    clock,
    log: silentLog,
  })
  const tools: ProbeTools = { clock, egress, signal: new AbortController().signal, userAgent: 'bench', playwright }
  try {
    const costs: TestFileCost[] = []
    for (const checkType of ['BROWSER', 'MULTI_STEP'] as const) {
      const warm = (): Promise<number> => timed(() => runCheck(checkType, target.url, tools))
      const cold = (): Promise<number> => runCold(runtime, checkType, target.url)
      const rest = async (): Promise<void> => {
        await setTimeout(restMs)
        await playwright.ready()
      }
      costs.push({
        checkType,
        ...(await compare(rounds, { cold, warm, rest })),
        ...(await throughput(playwright, warm)),
      })
    }
    return costs
  } finally {
    await playwright.close()
    await sandbox.close()
    target.close()
    await rm(directory, { recursive: true, force: true })
  }
}

/** Remembers how much memory its runs needed. */
class MeasuredRuns extends PlaywrightRuns {
  peaks: number[] = []

  override async run(order: Parameters<PlaywrightRuns['run']>[0]): Promise<PlaywrightOutcome> {
    const outcome = await super.run(order)
    if (!('problem' in outcome)) this.peaks.push(outcome.end.peakMemoryBytes)
    return outcome
  }
}

/** After it the replacement of the process that was taken has begun, which must not be measured. */
const restMs = 500

async function compare(
  rounds: number,
  { cold, warm, rest }: { cold: () => Promise<number>; warm: () => Promise<number>; rest: () => Promise<void> },
): Promise<Pick<TestFileCost, 'coldMs' | 'ms' | 'ratio'>> {
  const pairs: { readonly coldMs: number; readonly ms: number }[] = []
  for (let round = -1; round < rounds; round += 1) {
    await rest()
    const coldMs = await cold()
    const ms = await warm()
    if (round >= 0) pairs.push({ coldMs, ms })
  }
  return {
    coldMs: median(pairs.map(({ coldMs }) => coldMs)),
    ms: median(pairs.map(({ ms }) => ms)),
    ratio: median(pairs.map(({ coldMs, ms }) => ms / coldMs)),
  }
}

const runsAtOnce = 2
const runsOfEach = 6
const minuteMs = 60_000

async function throughput(
  playwright: MeasuredRuns,
  run: () => Promise<number>,
): Promise<Pick<TestFileCost, 'runsPerMinute' | 'megabytes'>> {
  playwright.peaks = []
  const ms = await timed(() =>
    Promise.all(
      Array.from({ length: runsAtOnce }, async () => {
        for (let count = 0; count < runsOfEach; count += 1) await run()
      }),
    ),
  )
  const megabytes = median(playwright.peaks) / 1024 ** 2
  return { runsPerMinute: (runsAtOnce * runsOfEach * minuteMs) / ms, megabytes }
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}

async function runCheck(checkType: TestFileType, url: string, tools: ProbeTools): Promise<void> {
  const environment = [{ key: 'TARGET', value: url, secret: false }]
  const code = { runtimeId: null, snippets: [], environment, script: files[checkType] }
  const { answer, failure } = await observe(
    { checkType, request: codeRequest, timeoutMs: 240_000, accountId: 'bench', code },
    tools,
  )
  if (failure !== null || answer?.tests[0]?.status !== 'passed')
    throw new Error(failure?.message ?? JSON.stringify(answer?.tests))
}

/** The command as a person starts it in a project that has the packages of the runtime, with the settings of a check. */
async function runCold(runtime: InstalledRuntime, checkType: TestFileType, url: string): Promise<number> {
  const directory = await mkdtemp(path.join(tmpdir(), 'belfry-bench-cold-'))
  try {
    await writeProject(directory, runtime, files[checkType])
    const environment = {
      PATH: `${path.dirname(runtime.node)}:${process.env['PATH'] ?? ''}`,
      HOME: directory,
      TMPDIR: path.join(directory, 'tmp'),
      CI: '1',
      TARGET: url,
    }
    return await timed(() => runProgram('npx', ['--offline', 'playwright', 'test'], directory, environment))
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function writeProject(directory: string, { directory: packages, chromium }: InstalledRuntime, file: string) {
  await mkdir(path.join(directory, 'tmp'))
  await symlink(path.join(packages, 'node_modules'), path.join(directory, 'node_modules'))
  const use = {
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    ...(chromium && {
      launchOptions: {
        executablePath: chromium.program,
        args: chromium.args,
        env: { HOME: directory, ...chromium.environment },
      },
    }),
  }
  await writeFile(path.join(directory, 'package.json'), '{"private":true}')
  await writeFile(
    path.join(directory, 'playwright.config.ts'),
    `export default ${JSON.stringify({ workers: 1, reporter: 'list', use })}\n`,
  )
  await writeFile(path.join(directory, 'bench.spec.ts'), file)
}

async function runProgram(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`The cold run failed: ${output}`)
}
