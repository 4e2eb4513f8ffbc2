import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A project as users write them: two projects, fixtures, a global setup, a web server and tags. */
const files: Readonly<Record<string, string>> = {
  'package.json': JSON.stringify({ name: 'shop', private: true }),
  'package-lock.json': JSON.stringify({
    name: 'shop',
    lockfileVersion: 3,
    requires: true,
    packages: { '': { name: 'shop' } },
  }),
  'server.js': `require('node:http').createServer((request, response) => {
  response.setHeader('content-type', 'text/html')
  response.end('<title>Shop</title><h1>Shop</h1><p>' + process.env.TOKEN + '</p>')
}).listen(4173, '127.0.0.1')`,
  'global-setup.ts': `import { writeFileSync } from 'node:fs'
export default () => writeFileSync('setup.json', JSON.stringify([process.env.SERVICE, process.env.SERVICE_RUN_SOURCE, process.env.CHECK_NAME]))`,
  'fixtures.ts': `import { test as base } from '@playwright/test'
export const test = base.extend<{ shop: string }>({
  shop: async ({ page }, use) => { await page.goto('/'); await use('Shop') },
})
export { expect } from '@playwright/test'`,
  'playwright.config.ts': `import { defineConfig, devices } from '@playwright/test'
export default defineConfig({
  testDir: 'tests',
  retries: 1,
  globalSetup: './global-setup.ts',
  webServer: { command: 'node server.js run-by-' + process.env.SERVICE_RUN_SOURCE, url: 'http://127.0.0.1:4173' },
  use: { baseURL: 'http://127.0.0.1:4173' },
  projects: [{ name: 'desktop', use: devices['Desktop Chrome'] }, { name: 'phone', use: devices['Pixel 5'] }],
})`,
  'tests/shop.spec.ts': `import { readFileSync } from 'node:fs'
import { test, expect } from '../fixtures'
test('sells', { tag: '@smoke' }, async ({ page, shop }) => {
  await expect(page.getByRole('heading')).toHaveText(shop)
  expect(JSON.parse(readFileSync('setup.json', 'utf8'))[0]).toBe('1')
  console.log('the token is ' + process.env.TOKEN)
})
test('repeats', { tag: '@flaky' }, async ({ page, shop }, testInfo) => {
  await expect(page.getByRole('heading')).toHaveText(shop)
  expect(testInfo.retry).toBe(1)
})
test('fails', { tag: '@wrong' }, async ({ page, shop }) => {
  await expect(page.getByRole('heading')).toHaveText('Sale ' + process.env.TOKEN + shop, { timeout: 500 })
})
test('waits', { tag: '@endless' }, async () => {
  test.setTimeout(0)
  await new Promise(() => {})
})`,
}

/** The project in a temporary directory, which the caller removes. */
export function suiteProject(): string {
  const root = mkdtempSync(join(tmpdir(), 'belfry-project-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  return root
}

/** Installs the packages of a runtime in place of those of the project, so that nothing is downloaded. */
export const offlineInstallation = (runtimeDirectory: string): string =>
  `npm ci --offline && ln -s ${runtimeDirectory}/node_modules node_modules`
