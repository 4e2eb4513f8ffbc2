import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from '../testing/index.ts'

it('the foot of the sidebar follows the health of the service, and leads to what is wrong', async () => {
  const api = new FakeApi()
  const { page, turn, violations } = await renderScreen('/', { api })
  const foot = within(page.getByRole('complementary', { name: 'Main' }))
  foot.getByText('Live')
  api.events.push('health', { status: 'degraded' })
  await turn(0)
  expect(foot.getByRole('link', { name: 'Needs attention' }).getAttribute('href')).toContain('settings/health')
  api.events.push('health', { status: 'failing' })
  await turn(0)
  foot.getByText('Failing')
  expect(await violations()).toEqual([])
})

it('a health that is not known does not look calm, and is no link for whoever may not read more', async () => {
  const api = new FakeApi('READ_ONLY')
  api.events.health = null
  const { page } = await renderScreen('/', { api })
  page.getByText('Health unknown')
  expect(page.queryByRole('link', { name: 'Health unknown' })).toBe(null)
})
