import { createRequire } from 'node:module'
import { expect, it } from 'vitest'

type Settings = Readonly<Record<string, unknown>>
interface Adjust {
  readonly adjusted: (config: object, settings: Settings) => object
}
const { adjusted } = createRequire(import.meta.url)('./child/adjust-config.cjs') as Adjust
const settings = {
  given: [],
  hasVideo: false,
  report: '/work/report.json',
  reporter: null,
  cwd: '/',
  userAgentSuffix: 'B/1',
}
const adjust = (config: object, more: Settings = {}): object => adjusted(config, { ...settings, ...more })
const json = ['json', { outputFile: '/work/report.json' }]

it('sets workers, retries and screenshots where the project says nothing', () => {
  expect(adjust({ testDir: 'e2e' })).toEqual({
    testDir: 'e2e',
    reporter: [['list'], json],
    workers: 4,
    retries: 2,
    use: { screenshot: 'only-on-failure' },
  })
})

it('leaves what the project or its command sets', () => {
  const config = { workers: 1, retries: 0, use: { screenshot: 'off', baseURL: 'http://shop' } }
  expect(adjust(config)).toMatchObject(config)
  const given = adjust({}, { given: ['workers', 'retries'] })
  expect([Object.hasOwn(given, 'workers'), Object.hasOwn(given, 'retries')]).toEqual([false, false])
})

it('adds its report to the reporters of the project, or to those of the command in their place', () => {
  const own = [['html', { open: 'never' }], 'dot']
  expect(adjust({ reporter: own })).toMatchObject({ reporter: [own[0], ['dot'], json] })
  expect(adjust({ reporter: 'line' })).toMatchObject({ reporter: [['line'], json] })
  expect(adjust({ reporter: own }, { reporter: 'dot' })).toMatchObject({ reporter: [['dot'], json] })
})

it('films only where something encodes it', () => {
  const config = { use: { video: 'on' }, projects: [{ name: 'a', use: { video: 'on' } }] }
  expect(adjust(config)).toMatchObject({ use: { video: 'off' }, projects: [{ use: { video: 'off' } }] })
  expect(adjust({}, { hasVideo: true })).toMatchObject({ use: { video: 'on-first-retry' } })
})

it('adds its name to the user agents that the project sets', () => {
  const config = { use: { userAgent: 'Shop' }, projects: [{ name: 'a', use: { userAgent: 'Phone' } }, { name: 'b' }] }
  expect(adjust(config)).toMatchObject({
    use: { userAgent: 'Shop B/1' },
    projects: [{ use: { userAgent: 'Phone B/1' } }, { name: 'b' }],
  })
})

it.each([
  [{ use: { headless: false } }, { use: { headless: true } }],
  [{ projects: [{ use: { headless: false } }] }, { projects: [{ use: { headless: true } }] }],
  [
    { use: { launchOptions: { headless: false, slowMo: 1 } } },
    { use: { launchOptions: { headless: true, slowMo: 1 } } },
  ],
])('opens browsers without a screen whatever the project says: %j', (config, expected) => {
  expect(adjust(config)).toMatchObject(expected)
})
