import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const wrapper = join(import.meta.dirname, 'child/wrap-config.cjs')
const settings = { hasVideo: false, report: '/work/report.json', userAgentSuffix: 'B/1' }

/** Like that of Playwright, it is asked for every module that is imported. */
const loader = `import { appendFileSync } from 'node:fs'
export function load(url, context, next) {
  appendFileSync('asked.txt', url + '\\n')
  return next(url, context)
}`
const main = `import { createRequire, register } from 'node:module'
register('./loader.mjs', import.meta.url)
const { wrapConfig } = createRequire(import.meta.url)(${JSON.stringify(wrapper)})
const line = { config: 'playwright.config.mjs', reporter: null, given: [] }
const { default: config } = await import(wrapConfig(line, ${JSON.stringify(settings)}))
console.log(JSON.stringify(config))`

it('has nothing but the configuration itself loaded by the loader that a test runner registers', () => {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-config-'))
  try {
    writeFileSync(join(directory, 'loader.mjs'), loader)
    writeFileSync(join(directory, 'main.mjs'), main)
    writeFileSync(join(directory, 'playwright.config.mjs'), `export default { retries: 1 }`)
    const config: unknown = JSON.parse(
      execFileSync(process.execPath, ['main.mjs'], { cwd: directory, encoding: 'utf8' }),
    )
    expect(config).toMatchObject({ retries: 1, workers: 4, use: { screenshot: 'only-on-failure' } })
    const asked = readFileSync(join(directory, 'asked.txt'), 'utf8').trim().split('\n')
    expect(asked.filter((url) => url.startsWith('file:')).map((url) => url.split('/').at(-1))).toEqual([
      expect.stringMatching(/^belfry-\d+\.playwright\.config\.mjs$/),
      'playwright.config.mjs',
    ])
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
})
