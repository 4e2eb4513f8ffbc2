import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { Duplex } from 'node:stream'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { installableRuntimeIds } from '#contract'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import type { InstalledRuntime } from '../index.ts'
import type { PlaywrightJob, PlaywrightMessage, RunResult, RunStep } from './messages.ts'
import { compileAhead } from './compile-ahead.ts'
import { compiledCode, playwrightCommand } from './playwright-command.ts'

let server: Server
let url: string
beforeAll(async () => {
  server = createServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    if (request.url === '/missing') response.statusCode = 404
    response.end(
      '<title>Shop</title><h1>Welcome</h1><button onclick="document.title=\'Clicked\'">Buy</button>' +
        '<script>console.error("no stock"); setTimeout(() => { throw new Error("broken page") }, 0); fetch("/missing")</script>',
    )
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
afterAll(() => server.close())

let directory: string
const started: ChildProcess[] = []
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-playwright-'))
})
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
})

const aJob = (runtime: InstalledRuntime, script: string, changes: Partial<PlaywrightJob> = {}): PlaywrightJob => ({
  files: { 'shop.spec.ts': script },
  entry: 'shop.spec.ts',
  kind: 'browser',
  environment: { TARGET: url },
  sentAt: 0,
  chromium: runtime.chromium && { ...runtime.chromium, sandbox: false },
  timeouts: { testMs: 0, expectMs: 1_000, globalMs: 0 },
  artifacts: { trace: 'on', screenshot: 'only-on-failure', video: 'off' },
  userAgent: null,
  ...changes,
})

interface Run {
  readonly messages: readonly PlaywrightMessage[]
  readonly result: RunResult
  readonly code: number | null
}

const compiledHere = mkdtempSync(join(tmpdir(), 'belfry-compiled-'))
afterAll(() => rmSync(compiledHere, { recursive: true }))

/** The code that was compiled for a runtime, copied, because a run without a wall could change it. */
function copyOfCompiled(runtime: InstalledRuntime): string {
  const [origin, copy] = [compiledCode(runtime), join(compiledHere, basename(runtime.directory))]
  if (existsSync(origin) && !existsSync(copy)) cpSync(origin, copy, { recursive: true })
  return copy
}

/** Starts a process, waits until it is ready, gives it the job and reads everything it sends. */
async function run(runtime: InstalledRuntime, job: PlaywrightJob, compiled = copyOfCompiled(runtime)): Promise<Run> {
  const { program, args, environment } = playwrightCommand(runtime, { workDirectory: directory, encoder: null })
  const child = spawn(program, args, {
    cwd: directory,
    env: { ...environment, BELFRY_COMPILED_CODE: compiled },
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const channel = child.stdio[3]
  if (!(channel instanceof Duplex)) throw new Error('There is no descriptor 3.')
  const exited = once(child, 'exit')
  const messages: PlaywrightMessage[] = []
  for await (const line of createInterface({ input: channel })) {
    const message = JSON.parse(line) as PlaywrightMessage
    messages.push(message)
    if ('ready' in message) channel.write(`${JSON.stringify(job)}\n`)
    if ('result' in message) break
  }
  const last = messages.at(-1)
  const [code] = (await exited) as [number | null]
  if (last === undefined || !('result' in last)) throw new Error(`There is no result:\n${output}`)
  return { messages, result: last.result, code }
}

const titlesOf = (steps: readonly RunStep[], category: string): string[] =>
  steps.flatMap((step) => [...(step.category === category ? [step.title] : []), ...titlesOf(step.steps, category)])

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
    const job = aJob(runtime, passing, {
      files: { 'shop.spec.ts': passing, 'pages/shop.ts': helper },
      // What passes has all the time that a busy machine needs.
      timeouts: { testMs: 0, expectMs: 600_000, globalMs: 0 },
    })
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
    expect(byType('page')).toMatchObject([{ url, page: 1 }])
    expect(byType('request')).toContainEqual(
      expect.objectContaining({ url: `${url}missing`, status: 404, method: 'GET' }),
    )
    const vitals = result.events.flatMap((event) => (event.type === 'vital' ? [event.vital.name] : []))
    expect([...new Set(vitals)]).toEqual(expect.arrayContaining(['FCP', 'TTFB', 'TBT', 'LCP']))
    const trace = result.tests[0]?.attachments.find(({ name }) => name === 'trace')
    expect(
      readFileSync(join(directory, trace?.path ?? ''))
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

  it('sees only the variables of its run, and ends by its own time limit when a test never ends', async () => {
    const script = `import { test, expect } from '@playwright/test'
test('variables', async () => { console.log(JSON.stringify(process.env)) })
test('endless', async () => { test.setTimeout(500); await new Promise(() => {}) })`
    const { messages, result } = await run(runtime, aJob(runtime, script, { environment: { OWN: 'value' } }))
    const text = messages.flatMap((message) => ('log' in message ? [message.log.text] : [])).join('')
    expect(JSON.parse(text)).toMatchObject({ OWN: 'value', HOME: directory })
    expect(text).not.toMatch(/npm_|VITEST|BELFRY|COMPILE/)
    expect(result.tests.map(({ status }) => status)).toEqual(['passed', 'timedOut'])
  })

  it('says where a file that cannot be loaded is wrong', async () => {
    const broken = await run(runtime, aJob(runtime, 'import { test } from "@playwright/test"\ntest("a", async () => {'))
    expect(broken.result).toMatchObject({ status: 'failed', tests: [] })
    expect(broken.result.errors[0]?.message).toContain('SyntaxError')
    expect(broken.result.errors[0]?.position).toMatchObject({ file: 'shop.spec.ts', line: 2 })
  })
})

describe('a multi-step run', () => {
  it('loads the code that was compiled at the installation, which nobody but its owner may change', async () => {
    const runtime = await testRuntimes().get('2026.04')
    const installed = { ...runtime, directory: join(directory, 'runtime') }
    mkdirSync(installed.directory)
    for (const name of ['node_modules', 'package.json'])
      symlinkSync(join(runtime.directory, name), join(installed.directory, name))
    await compileAhead(installed)
    const compiled = compiledCode(installed)
    const entries = (): string[] => readdirSync(compiled, { recursive: true, encoding: 'utf8' })
    for (const entry of ['', ...entries()]) expect(statSync(join(compiled, entry)).mode & 0o026).toBe(0o004)
    const count = entries().length
    const script = `import { test } from '@playwright/test'
test('where', () => { console.log(require('node:module').getCompileCacheDir(), JSON.stringify(process.env)) })`
    const job = aJob(installed, script, { kind: 'multi-step', chromium: null })
    const { messages } = await run(installed, job, compiled)
    const text = messages.flatMap((message) => ('log' in message ? [message.log.text] : [])).join('')
    expect(text).toContain(join(directory, '.compiled'))
    expect(text).not.toMatch(/COMPILE_|BELFRY/)
    // Whatever is not found is compiled and added at the end, here where nothing forbids it: the script, and little else.
    expect(count).toBeGreaterThan(300)
    expect(entries().length - count).toBeLessThan(20)
  })

  it('has requests as steps and starts no browser', async () => {
    const runtime = await testRuntimes().get('2026.04')
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
    const runtime = await testRuntimes().get('2026.04')
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
    const runtime = await testRuntimes().get('2026.04')
    const { result } = await run(runtime, aJob(runtime, '', { files: { '../outside.ts': '' }, entry: '../outside.ts' }))
    expect(result).toMatchObject({
      status: 'failed',
      errors: [{ message: expect.stringContaining('not a path below') }],
    })
  })
})
