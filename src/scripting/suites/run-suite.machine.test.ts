import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { create } from 'tar'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createEgress } from '#egress'
import { SystemClock } from '#kernel'
import { testRuntimes } from '../../../tests/support/test-runtimes.ts'
import { createSandbox } from '../create-sandbox.ts'
import type { InstalledRuntime } from '../runtimes/find-installed.ts'
import type { Sandbox } from '../sandbox.ts'
import { findNpm } from '../suite-runs/find-npm.ts'
import { runSuite } from './run-suite.ts'
import type { SuiteEnd, SuiteOrder } from './run-suite.ts'

const project: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'shop', private: true }),
  'package-lock.json': JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'shop' } },
  }),
  'server.js': `require('http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<h1>Shop</h1>')
}).listen(4173, '127.0.0.1')`,
  'global-setup.ts': `import { writeFileSync } from 'node:fs'
export default () => writeFileSync('setup.txt', process.env.SERVICE ?? 'none')`,
  'fixtures.ts': `import { test as base } from '@playwright/test'
export const test = base.extend<{ shop: string }>({
  shop: async ({ page }, use) => { await page.goto('/'); await use('Shop') },
})
export { expect } from '@playwright/test'`,
  'playwright.config.ts': `import { defineConfig, devices } from '@playwright/test'
export default defineConfig({
  testDir: 'tests',
  globalSetup: './global-setup.ts',
  webServer: { command: 'node server.js', url: 'http://127.0.0.1:4173' },
  use: { baseURL: 'http://127.0.0.1:4173', headless: process.env.HEADED !== '1' },
  projects: [
    { name: 'desktop', use: devices['Desktop Chrome'] },
    { name: 'phone', use: devices['Pixel 5'] },
    ...(process.env.OTHERS ? [{ name: 'other', use: devices['Desktop Firefox'], grep: /fails/ }] : []),
  ],
})`,
  'tests/shop.spec.ts': `import { readFileSync, writeFileSync } from 'node:fs'
import { test, expect } from '../fixtures'
test('sells', { tag: '@smoke' }, async ({ page, shop }) => {
  await expect(page.getByRole('heading')).toHaveText(shop)
  expect(readFileSync('setup.txt', 'utf8')).toBe('1')
})
test('names the service', { tag: '@smoke' }, async ({ page }) => {
  expect(await page.evaluate(() => navigator.userAgent)).toContain(' Belfry/1.0')
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await expect(page.goto('http://no-such-host.invalid/')).rejects.toThrow('net::ERR_NAME_NOT_RESOLVED')
  await expect(page.goto('https://no-such-host.invalid/')).rejects.toThrow('net::ERR_NAME_NOT_RESOLVED')
  expect(process.env.CI).toBeUndefined()
  expect([test.info().config.workers, test.info().project.retries]).toEqual([4, Number(process.env.RETRIES ?? 2)])
})
test('finds the packages of the project beside its own files', { tag: '@smoke' }, async () => {
  const file = test.info().outputPath('made.cjs')
  writeFileSync(file, "module.exports = require.resolve('@playwright/test')")
  expect(require(file)).toBe(require.resolve('@playwright/test'))
})
test('has codes of a second factor', { tag: '@smoke' }, async () => {
  const { TOTP, Secret } = require('otpauth')
  const site = new TOTP({ secret: Secret.fromBase32(process.env.SHOP_TOTP) })
  expect(site.validate({ token: globalThis.totp('SHOP_TOTP'), window: 1 })).not.toBeNull()
})
test('fails', { tag: '@slow' }, async ({ page, shop }) => {
  await expect(page.getByRole('heading')).toHaveText('Other', { timeout: 100 })
})`,
}

const directory = mkdtempSync(join(tmpdir(), 'belfry-suite-'))
const clock = new SystemClock()
let runtime: InstalledRuntime
let sandbox: Sandbox
let bundle: string
const npm = findNpm(process.env['PATH'] ?? '') ?? ''

beforeAll(async () => {
  chmodSync(directory, 0o755)
  for (const [name, text] of Object.entries(project)) {
    mkdirSync(dirname(join(directory, 'project', name)), { recursive: true })
    writeFileSync(join(directory, 'project', name), text)
  }
  bundle = join(directory, 'bundle', 'bundle.tgz')
  mkdirSync(dirname(bundle))
  await create({ cwd: join(directory, 'project'), gzip: true, file: bundle }, readdirSync(join(directory, 'project')))
  runtime = await testRuntimes().get('2026.04')
  sandbox = await createSandbox({ clock, directory: join(directory, 'runs'), hidden: [], ownEndpoints: () => [] })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(directory, { recursive: true, force: true })
})

const usualEnvironment = { SERVICE: '1', SHOP_TOTP: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ' }

async function run(changes: Partial<SuiteOrder>): Promise<{ end: SuiteEnd; missing: string[]; log: string }> {
  const order: SuiteOrder = {
    bundle,
    npm,
    workingDirectory: '',
    // The packages of the runtime, so that nothing is downloaded.
    installCommand: `npm ci --offline && ln -s ${runtime.directory}/node_modules node_modules`,
    testCommand: 'npx playwright test',
    browsers: ['chromium'],
    environment: usualEnvironment,
    projects: [],
    tags: [],
    ...changes,
  }
  let log = ''
  const missing: string[] = []
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const note = (_level: string, text: string): void => void (log += `${text}\n`)
  const signal = new AbortController().signal
  const end = await runSuite(order, { clock, sandbox, runtime, egress, signal, note }, async (place, { report }) => {
    for (const file of report?.files ?? []) if (!existsSync(join(place, file.path))) missing.push(file.path)
  })
  return { end, missing, log }
}

it('runs the tests of a tag in each project, with fixtures, global setup and a web server, and traces every test', async () => {
  const { end, missing, log } = await run({ tags: ['smoke'] })
  expect([end.problem, log.includes('Running the test command')]).toEqual([null, true])
  expect(end).toMatchObject({ outcome: 'passed', report: { tests: { passed: 8, failed: 0 }, errors: [] } })
  expect(Object.keys(end.metrics?.stages ?? {})).toEqual(['engine', 'unpack', 'install', 'test', 'artifacts'])
  expect(log).toMatch(/^Ran the test command in \d+\.\d s\.$/m)
  expect(end.report?.files.map(({ kind }) => kind)).toEqual(Array(8).fill('trace'))
  expect(missing).toEqual([])
})

it('fails with the errors of the tests of the chosen projects, and says which browser is not there', async () => {
  const environment = { ...usualEnvironment, RETRIES: '0', OTHERS: '1' }
  const projects = ['phone', 'other']
  const { end } = await run({ projects, testCommand: 'npx playwright test --retries=0', environment })
  expect(end).toMatchObject({ outcome: 'failed', problem: null, report: { tests: { passed: 4, failed: 2 } } })
  expect(end.report?.errors).toEqual([
    expect.stringContaining('toHaveText'),
    expect.stringContaining('This needs Firefox, and this machine has Chromium only.'),
  ])
})

it('opens browsers without a screen where the configuration demands one, and says so once', async () => {
  const { end, log } = await run({
    environment: { ...usualEnvironment, HEADED: '1' },
    testCommand: "sh -c 'npm exec playwright -- test --grep @smoke'",
    projects: ['desktop'],
  })
  expect(end).toMatchObject({ outcome: 'passed', problem: null, report: { tests: { passed: 4 } } })
  expect(log.match(/There is no screen here, so browsers run headless\./g)).toHaveLength(1)
})
