import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()

it('the audit log shows what somebody changed, before and after, and saves what the filters find', async () => {
  const group = { name: 'East side', locations: ['eu-west-1'] }
  const made = await scene.server.call('POST', '/v2/check-groups', group)
  const { id } = made.body as { readonly id: number }
  await scene.server.call('PUT', `/v1/check-groups/${id}`, { ...group, name: 'West side' })
  const secret = 'never-shown-4f9c'
  await scene.server.call('POST', '/v1/variables', { key: 'PASS', value: secret, secret: true })
  const page = await scene.signedIn('/settings/audit')
  await page.getByLabel('Filter the audit log').fill('side')
  await page.getByRole('button', { name: 'What changed: East side' }).waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('UPDATED')
  await page.getByRole('button', { name: 'What changed: East side' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'What changed: West side' }).click()
  await page.getByRole('cell', { name: 'East side', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'West side', exact: true }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'side', action: 'UPDATED' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('updateCheckGroup,UPDATED')
  await page.getByRole('button', { name: 'Everything about it' }).click()
  await page.getByRole('button', { name: 'Only West side' }).waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'What changed: PASS' }).click()
  await page.getByRole('cell', { name: '*********' }).waitFor()
  expect(await page.content()).not.toContain(secret)
})
