import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { startAgentProcess } from '../support/agent-process.ts'
import type { AgentProcess } from '../support/agent-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()
let receiver: WebReceiver
let agent: AgentProcess | undefined
beforeAll(async () => {
  receiver = await startWebReceiver((response) => response.end('ok'))
})
afterAll(async () => {
  await agent?.kill()
  await receiver[Symbol.asyncDispose]()
})

it('a channel is made, previewed, tested against its receiver, and deleted', async () => {
  const page = await scene.signedIn('/channels')
  await page.getByText('No alert channels').waitFor()
  await page.getByRole('link', { name: 'New channel' }).click()
  await page.getByRole('button', { name: 'Webhook', exact: true }).click()
  await page.getByLabel('Name', { exact: true }).fill('On call')
  await page.getByLabel('URL', { exact: true }).fill(receiver.url)
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('POST *********').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByLabel('Subscribe all checks there are').check()
  await page.getByLabel('Before a certificate expires').check()
  await page.getByLabel('Days before it expires').fill('14')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Send test' }).click()
  await page.getByText('The receiver took the test message.').waitFor()
  await page
    .getByRole('list', { name: 'Alert channels' })
    .getByRole('img', { name: 'Last attempt: none failed' })
    .waitFor()
  expect(receiver.requests.length).toBeGreaterThan(0)
  const { body: stored } = await scene.server.call('GET', '/v1/alert-channels')
  expect(stored).toMatchObject([{ sslExpiry: true, sslExpiryThreshold: 14 }])
  await page.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No alert channels').waitFor()
})

it('a private location is made, and says when the agent that its command starts is connected', async () => {
  const page = await scene.signedIn('/locations')
  await page.getByRole('button', { name: 'New private location' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Head office')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('Waiting for an agent').waitFor()
  expect(await scene.violations(page)).toEqual([])
  const command = (await page.locator('pre').first().textContent()) ?? ''
  const [, url = '', apiKey = ''] = /BELFRY_URL=(\S+) API_KEY=(\S+) /.exec(command) ?? []
  expect(url).toBe(scene.server.url)
  agent = await startAgentProcess({ BELFRY_URL: url, API_KEY: apiKey, BELFRY_AGENT_NAME: 'ams-01' })
  await page.getByText('The agent ams-01 is connected.').waitFor()
  await page.getByRole('region', { name: 'Agents' }).getByRole('row', { name: 'ams-01' }).waitFor()
  await page.getByRole('list', { name: 'Locations' }).getByText('1 agent').waitFor()
  expect(await scene.violations(page)).toEqual([])
  const address = page.url()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/locations')
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(address)
  await page.getByRole('link', { name: 'Public' }).click()
  await page.getByRole('cell', { name: 'eu-west-1', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Static IPs' }).click()
  await page.getByRole('figure', { name: 'IPv4' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('a secret is stored and never shown again, a snippet is shared, a group and the alert settings are changed', async () => {
  const page = await scene.signedIn('/settings/variables')
  await page.getByRole('button', { name: 'New variable' }).click()
  await page.getByLabel('Name', { exact: true }).fill('SHOP_TOKEN')
  await page.getByLabel('Value', { exact: true }).fill('s3cret-value')
  await page.getByLabel(/^Secret:/).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('hidden').waitFor()
  expect(await page.content()).not.toContain('s3cret-value')
  expect(await scene.violations(page)).toEqual([])
  await page.goto(`${scene.server.url}/settings/snippets`)
  await page.getByRole('button', { name: 'New snippet' }).click()
  await page.getByLabel('Name', { exact: true }).fill('sign-in')
  await page.getByLabel('Script').fill('module.exports = {}')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'sign-in' }).waitFor()
  await page.goto(`${scene.server.url}/groups/new`)
  await page.getByLabel('Name', { exact: true }).fill('Shop')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('link', { name: 'Shop' }).click()
  await page.getByLabel(/^Muted/).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: 'Muted' }).waitFor()
  const groups = await scene.server.call('GET', '/v1/check-groups')
  expect(groups.body).toMatchObject([{ name: 'Shop', muted: true }])
  await page.goto(`${scene.server.url}/settings/alerts`)
  await page.getByLabel('An alert is sent').selectOption({ label: 'after minutes of failing' })
  await page.getByLabel('Minutes', { exact: true }).selectOption('15')
  await page.getByLabel('Reminders').selectOption('2')
  await page.getByLabel('Minutes between them').selectOption('30')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  const stored = async (): Promise<unknown> => (await scene.server.call('GET', '/v1/accounts/me/alert-settings')).body
  await expect.poll(stored).toMatchObject({
    escalationType: 'TIME_BASED',
    timeBasedEscalation: { minutesFailingThreshold: 15 },
    reminders: { amount: 2, interval: 30 },
  })
})

it('a key of a program is made, shown once, works, and is revoked', async () => {
  const page = await scene.signedIn('/settings/keys')
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('For what the key is').fill('Deployments')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = (await page.getByRole('figure', { name: 'The key, shown only once' }).locator('pre').textContent()) ?? ''
  const status = async () =>
    (await fetch(`${scene.server.url}/v1/checks`, { headers: { authorization: `Bearer ${key}` } })).status
  expect(await status()).toBe(200)
  expect(await scene.violations(page)).toEqual([])
  await page
    .getByRole('row', { name: /Deployments/ })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click()
  await expect.poll(status).toBe(401)
})

it('service health says what needs attention, what to do, and leads there; by itself when that changes', async () => {
  const page = await scene.signedIn('/settings/health')
  await page.getByRole('heading', { name: 'Something needs attention' }).waitFor()
  const mail = page.getByRole('table', { name: 'Installation' }).getByRole('row', { name: /^Mail/ })
  await mail.getByText('Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM').waitFor()
  const created = await scene.server.call('POST', '/v1/private-locations', { name: 'Depot', slugName: 'depot' })
  const { id } = created.body as { readonly id: string }
  const depot = page.getByRole('row', { name: /No agent ever connected at the private location Depot/ })
  await depot.getByText('Needs attention').waitFor()
  expect(await scene.violations(page)).toEqual([])
  await depot.getByRole('link', { name: 'Open the location' }).click()
  await page.waitForURL(`**/locations/${id}`)
  await scene.server.call('DELETE', `/v1/private-locations/${id}`)
})

it('a password is set by hand and signs in; the browsers of the person are listed', async () => {
  const page = await scene.signedIn('/settings')
  const password = 'correct horse battery'
  await page.getByLabel('New password, at least 12 characters').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('alert').first().waitFor()
  await page.getByLabel('New password, at least 12 characters').fill(password)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('The password is set.').waitFor()
  await page.getByText('this browser').waitFor()
  expect(await scene.violations(page)).toEqual([])
  const session = (await page.evaluate(() => fetch('/v1/session').then((answer) => answer.json()))) as {
    readonly user: { readonly email: string }
  }
  const other = await scene.open('/settings')
  await other.getByLabel('Email address').fill(session.user.email)
  await other.getByLabel('Password').fill(password)
  await other.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.getByRole('heading', { name: 'Settings' }).waitFor()
})

it('every screen of the settings opens in German at 390 pixels, in the dark, without violations or overflow', async () => {
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
    '/groups',
    '/groups/new',
    '/locations',
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

it('the address of a location shows its checks and how an agent is added, and it is changed there', async () => {
  const harbour = { name: 'Harbour', slugName: 'harbour' }
  const made = await scene.server.call('POST', '/v1/private-locations', harbour)
  const { id } = made.body as { readonly id: string }
  const check = { name: 'Gate', activated: false, request: { url: 'https://gate.example' }, locations: [] }
  await scene.server.call('POST', '/v1/checks/url', { ...check, privateLocations: ['harbour'] })
  const group = { name: 'Yard', privateLocations: ['harbour'], alertChannelSubscriptions: [] }
  await scene.server.call('POST', '/v2/check-groups', group)
  const page = await scene.signedIn(`/locations/${id}`)
  const checks = page.getByRole('region', { name: 'Checks that run here' })
  await checks.getByRole('link', { name: 'Yard' }).waitFor()
  await checks.getByRole('link', { name: 'Gate' }).waitFor()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Name', { exact: true }).fill('North Harbour')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'North Harbour' }).waitFor()
  const command = page.getByRole('figure', { name: 'With Node' }).locator('pre')
  expect(await command.textContent()).toContain('API_KEY=YOUR_KEY')
  await page.getByRole('button', { name: 'Make a key for the agent' }).click()
  await expect.poll(() => command.textContent()).toMatch(/API_KEY=pl_\w+ /)
  expect(await scene.violations(page)).toEqual([])
  await checks.getByRole('link', { name: 'Show it in the list of checks' }).click()
  await page.waitForURL('**/checks?location=harbour')
  await page.getByRole('link', { name: 'Gate' }).waitFor()
  const phone = { viewport: { width: 390, height: 844 }, locale: 'de-DE', colorScheme: 'dark' } as const
  const small = await scene.signedIn(`/locations/${id}`, phone)
  await small.getByRole('heading', { level: 1, name: 'North Harbour' }).waitFor()
  await small.getByRole('region', { name: 'Agenten hinzufügen' }).waitFor()
  expect(await scene.violations(small)).toEqual([])
  expect(await overflowOf(small)).toBe(0)
  await small.goto(`${scene.server.url}/locations/${randomUUID()}`)
  await small.getByRole('heading', { level: 1, name: 'Privater Standort' }).waitFor()
  await small.getByRole('alert').waitFor()
  const reader = await scene.member('READ_ONLY', `/locations/${id}`)
  await reader.getByRole('region', { name: 'Checks that run here' }).getByRole('link', { name: 'Gate' }).waitFor()
  expect(await reader.getByRole('button', { name: /Edit|Add|key|Delete/ }).count()).toBe(0)
})

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = Reflect.get(globalThis, 'document').documentElement
    return scrollWidth - clientWidth
  })
