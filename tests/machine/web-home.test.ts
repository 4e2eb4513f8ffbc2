import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commandEnvironment, eventually } from '../support/server-process.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const scene = useProcessWebScene()
let isUp = true
const target = createServer((_request, response) => {
  response.writeHead(isUp ? 200 : 503)
  response.end('Hello')
})
let url: string

beforeAll(async () => {
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(target.address() as AddressInfo).port}/`
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

/** The names of the checks that a query of the list answers. */
async function listed(query: string): Promise<string[]> {
  const { body } = await scene.server.call('GET', `/v1/check-rows?${query}`)
  return (body as { readonly entries: { readonly name: string }[] }).entries.map(({ name }) => name).toSorted()
}

it('an empty account leads from a URL to a check that has run and a channel, in a minute', async () => {
  const page = await scene.signedIn('/')
  await page.getByRole('button', { name: 'New check' }).click()
  await page.getByLabel('Address').fill('no address')
  await page.keyboard.press('Enter')
  await page.getByText('Write an address that begins with').waitFor()
  await page.getByLabel('Address').fill(url)
  await page.keyboard.press('Enter')
  await page.getByText('It answers: 200 OK').waitFor()
  expect(await scene.violations(page)).toEqual([])
  expect(await listed('')).toEqual([])
  await page.getByLabel('Webhook', { exact: true }).check()
  await page.getByLabel('URL of the webhook').fill(`${url}alerts`)
  await page.getByRole('button', { name: 'Start watching' }).click()
  await page.getByText('Passed, done in').waitFor()
  expect(await listed('')).toEqual(['127.0.0.1'])
  expect((await scene.server.call('GET', '/v1/alert-channels')).body).toMatchObject([{ type: 'WEBHOOK' }])
})

it('a failing target is seen on home without a reload, with why and who was notified, and acknowledged and run on a phone', async () => {
  const often = { frequency: 0, frequencyOffset: 10, retryStrategy: null, locations: ['eu-west-1'] }
  const alertSettings = { escalationType: 'RUN_BASED', runBasedEscalation: { failedRunThreshold: 1 } }
  for (const name of ['Cart', 'Checkout'])
    await scene.server.call('POST', '/v1/checks/api', {
      ...often,
      name,
      alertSettings,
      request: { method: 'GET', url },
    })
  const page = await scene.signedIn('/')
  await page.getByRole('heading', { name: 'All checks are passing' }).waitFor()
  await eventually('both checks to have run', async () => (await listed('state=PASSING')).length === 3)
  isUp = false
  await page.getByRole('heading', { name: /checks are failing/ }).waitFor()
  await page.getByText('checks for the same reason').waitFor()
  await page
    .getByText(/Webhook/)
    .first()
    .waitFor()
  await eventually('the title to say it', async () => /^■ \d failing · Home/.test(await page.title()))
  expect(await scene.violations(page)).toEqual([])
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('link', { name: 'Cart', exact: true }).first().click()
  await page.getByRole('button', { name: 'Acknowledge', exact: true }).click()
  await page.getByText('Acknowledged by Owner').waitFor()
  await page.getByRole('button', { name: 'Run now', exact: true }).click()
  await page.getByRole('status', { name: 'The run you asked for' }).waitFor()
  isUp = true
})

it('home arranges checks by their types, and runs those of a group or all of them', async () => {
  const page = await scene.signedIn('/')
  await page.getByRole('button', { name: 'Type', exact: true }).click()
  await page.getByText('2 types, worst first').waitFor()
  await page.getByRole('link', { name: 'API', exact: true }).waitFor()
  expect(new URL(page.url()).search).toBe('?by=type')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Run …' }).click()
  await page.getByLabel('Which checks').selectOption({ label: 'All checks (3)' })
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Run 3 checks' }).click()
  await page.getByText('3 checks run').waitFor()
})

it('checks are chosen with the keyboard, changed together, and taken back', async () => {
  const page = await scene.signedIn('/checks?q=C&sort=name')
  await page.getByRole('link', { name: 'Checkout' }).waitFor()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await page.keyboard.press('Shift+J')
  await page.getByText('2 selected').first().waitFor()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByText('2 checks muted').waitFor()
  expect(await listed('muted=true')).toEqual(['Cart', 'Checkout'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Taken back').waitFor()
  expect(await listed('muted=true')).toEqual([])
  await page.getByLabel('Select Cart').check()
  await page.getByRole('button', { name: 'Edit …' }).click()
  await page.getByLabel('Add tags').fill('critical, shop')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('1 check changed').waitFor()
  expect(await listed('tag=critical')).toEqual(['Cart'])
  await page.getByLabel('Select Checkout').check()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('1 check deleted').waitFor()
  expect(await listed('')).not.toContain('Checkout')
  await page.keyboard.press('z')
  await page.getByRole('link', { name: 'Checkout' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

it('filters are saved as a view, and the palette finds checks and keys', async () => {
  const page = await scene.signedIn('/checks?tag=critical')
  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByLabel('Name of the view').fill('Important')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Important' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByPlaceholder('Find a check').fill('check')
  await page.getByRole('option', { name: 'Checkout' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
})

/** Copies of a check that do not run, written at once because requests for each would take minutes. */
const manyChecks = `with made as (
    insert into checks select (jsonb_populate_record(null::checks, to_jsonb(one) || jsonb_build_object(
      'id', gen_random_uuid(), 'name', 'Tenant ' || n, 'tags', jsonb_build_array('tenant')))).*
    from (select * from checks where name = 'Cart') as one, generate_series(1, 10000) as n returning account_id, id)
  insert into check_states (account_id, check_id, status, created_at, updated_at)
  select account_id, id, 'passing', now(), now() from made`

it('ten thousand checks are looked at, filtered, and changed at once', async () => {
  const program = join(import.meta.dirname, '../../tools/sql.mjs')
  const env = { ...commandEnvironment(), BELFRY_DATA_DIR: scene.dataDir }
  await promisify(execFile)(process.execPath, [program, manyChecks], { env })
  const page = await scene.signedIn('/')
  await page.getByText(/^10,0\d\d checks in/).waitFor()
  expect(await page.locator('*').count()).toBeLessThan(1500)
  await page.goto(`${scene.server.url}/checks?tag=tenant&sort=name`)
  await page.getByRole('link', { name: 'Tenant 1', exact: true }).waitFor()
  expect(await page.getByRole('row').count()).toBeLessThan(100)
  await page.getByLabel('Filter checks').fill('tenant 9999')
  await page.getByRole('link', { name: 'Tenant 9999', exact: true }).waitFor()
  await page.getByLabel('Filter checks').fill('')
  await page.getByLabel('Select Tenant 1', { exact: true }).check()
  await page.getByRole('button', { name: 'Select all 10,000 that match' }).click()
  await page.getByRole('button', { name: 'Mute', exact: true }).click()
  await page.getByText('10,000 checks muted').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Taken back').waitFor()
  expect(await listed('muted=true')).toEqual([])
})
