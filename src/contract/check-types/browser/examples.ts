/** The body that the page of the type in `docs` creates a check with. */
export const example = {
  name: 'Shop front',
  script:
    "import { test } from '@playwright/test'\ntest('opens', async ({ page }) => { await page.goto('https://shop.example/') })",
  dependencies: [{ path: 'lib/sign-in.js', content: 'module.exports = {}' }],
  environmentVariables: [{ key: 'SHOP_USER', value: 'robot' }],
  sslCheckDomain: 'shop.example',
  frequency: 10,
} as const

/**
 * Two sets of values for the fields of the type, which tests write and read back: every field with another value than
 * its default, and changes. `{name}` stands for something that the test has, or `{uuid}` for a new one.
 */
export const examples = [
  {
    script: 'await work()',
    scriptPath: 'checks/work.spec.ts',
    environmentVariables: [{ key: 'SCRIPT_KEY', value: 'value', locked: true, secret: false }],
    dependencies: [{ path: 'checks/help.ts', content: 'export const help = 1' }],
    playwrightConfig: { use: { locale: 'de-DE' } },
    degradedResponseTime: 700,
    maxResponseTime: 900,
    sslCheckDomain: 'browser.example',
    snapshots: [],
  },
  {
    script: 'await rest()',
    scriptPath: 'checks/rest.spec.ts',
    environmentVariables: [{ key: 'OTHER_KEY', value: 'value', locked: true, secret: false }],
    dependencies: [],
    playwrightConfig: {},
    degradedResponseTime: 650,
    maxResponseTime: null,
    sslCheckDomain: null,
    snapshots: [],
  },
] as const

/** The initial script of a new check. */
export const firstScript = `import { test, expect } from '@playwright/test'

test('the page opens', async ({ page }) => {
  const response = await page.goto('https://example.com/')
  expect(response?.status()).toBeLessThan(400)
})
`
