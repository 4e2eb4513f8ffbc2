/** Each of them shows its name, and a button that a script of the page changes. */
const staticPage = `<!doctype html><title>static</title><h1>static</h1>
<button onclick="this.textContent = 'pressed'">press</button>`
const emptyPage = (script: string): string => `<!doctype html><title>Shop</title><h1></h1><button>press</button>
<script type="module" src="${script}"></script>`
const fills = (name: string): string => `document.querySelector('h1').textContent = '${name}'
document.querySelector('button').onclick = ({ target }) => (target.textContent = 'pressed')`

/**
 * One project with five web servers, started side by side as their documentation says. A page of each is opened and used, so that
 * what it serves has to arrive whole. Its packages are those of the lock file `web-servers`.
 */
export const webServers: Readonly<Record<string, string>> = {
  'playwright.config.ts': `import { defineConfig } from '@playwright/test'
const commands = {
  4101: 'npx serve --listen 4101 static',
  4102: 'npx http-server static -p 4102',
  4103: 'npx vite --host --port 4103 vite',
  4104: 'npx webpack serve --config webpack/webpack.config.js',
  4105: 'npx next dev --port 4105 next',
}
export default defineConfig({
  // Next compiles when it is first asked, beside four others and another suite.
  timeout: 600_000,
  expect: { timeout: 600_000 },
  webServer: Object.entries(commands).map(([port, command]) => ({
    command,
    url: 'http://localhost:' + port,
    timeout: 600_000,
    stdout: 'pipe' as const,
    env: { NEXT_TELEMETRY_DISABLED: '1' },
  })),
})`,
  'web-servers.spec.ts': `import { test, expect } from '@playwright/test'
const headings = { 4101: 'static', 4102: 'static', 4103: 'vite', 4104: 'webpack', 4105: 'next' }
for (const [port, heading] of Object.entries(headings))
  test('port ' + port, async ({ page }) => {
    await page.goto('http://localhost:' + port)
    await expect(page.getByRole('heading')).toHaveText(heading)
    await page.getByRole('button', { name: 'press' }).click()
    await expect(page.getByRole('button', { name: 'pressed' })).toBeVisible()
  })`,
  'static/index.html': staticPage,
  'vite/index.html': emptyPage('/main.js'),
  'vite/main.js': fills('vite'),
  'webpack/webpack.config.js': `module.exports = {
  mode: 'development',
  context: __dirname,
  devServer: { static: __dirname + '/public', port: 4104 },
}`,
  'webpack/public/index.html': emptyPage('/main.js'),
  'webpack/src/index.js': fills('webpack'),
  'next/pages/index.jsx': `import { useEffect, useState } from 'react'
export default function Home() {
  const [text, setText] = useState('press')
  const [isHydrated, setHydrated] = useState(false)
  useEffect(() => setHydrated(true), [])
  return <><h1>next</h1><button disabled={!isHydrated} onClick={() => setText('pressed')}>{text}</button></>
}`,
}

/** The starter of React comes without tests: these are what Playwright's documentation has one add. */
export const testsOfReact: Readonly<Record<string, string>> = {
  'playwright.config.ts': `import { defineConfig } from '@playwright/test'
export default defineConfig({
  testDir: 'e2e',
  use: { baseURL: 'http://localhost:5173' },
  webServer: { command: 'npm run dev', url: 'http://localhost:5173' },
})`,
  'e2e/counter.spec.ts': `import { test, expect } from '@playwright/test'
test('counts', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: 'Get started' })).toBeVisible()
  await page.getByRole('button', { name: 'Count is 0' }).click()
  await expect(page.getByRole('button', { name: 'Count is 1' })).toBeVisible()
})`,
}
