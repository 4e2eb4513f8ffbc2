import { expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const scene = useProcessWebScene()

async function made(path: string, body: object): Promise<string> {
  const answer = await scene.server.call('POST', path, body)
  expect([answer.status, answer.body]).toEqual([201, answer.body])
  return String(Reflect.get(Object(answer.body), 'id'))
}

it('every screen of what is set up opens in German at 390 pixels, in the dark, without violations or overflow', async () => {
  const webhook = { type: 'WEBHOOK', config: { name: 'Hook 102', url: 'https://hooks.example', method: 'POST' } }
  const channel = await made('/v1/alert-channels', webhook)
  const group = await made('/v2/check-groups', { name: 'Shop', alertChannelSubscriptions: [] })
  const location = await made('/v1/private-locations', { name: 'Harbour', slugName: 'harbour' })
  const page = await scene.signedIn('/', {
    viewport: { width: 390, height: 844 },
    locale: 'de-DE',
    colorScheme: 'dark',
  })
  const paths = [
    '/',
    '/checks',
    '/checks/new',
    '/alerts',
    '/channels',
    '/channels/new',
    `/channels/${channel}`,
    '/groups',
    '/groups/new',
    `/groups/${group}`,
    '/locations',
    `/locations/${location}`,
    '/locations?tab=public',
    '/locations?tab=addresses',
    '/settings',
    '/settings/members',
    '/settings/keys',
    '/settings/audit',
    '/settings/alerts',
    '/settings/variables',
    '/settings/snippets',
    '/settings/health',
  ]
  for (const path of paths) {
    await page.goto(`${scene.server.url}${path}`)
    await page.locator('h1').waitFor()
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    const found = await scene.violations(page)
    const overflow = await overflowOf(page)
    expect({ path, found, overflow }).toEqual({ path, found: [], overflow: 0 })
  }
})

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = Reflect.get(globalThis, 'document').documentElement
    return scrollWidth - clientWidth
  })
