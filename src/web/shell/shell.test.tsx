import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderScreen } from '../testing/index.ts'

it('the skip link moves the focus to the content and stays on the page', async () => {
  const { page, user, address, left } = await renderScreen('/groups')
  await user.click(page.getByRole('link', { name: 'Skip to content' }))
  expect(document.activeElement).toBe(page.getByRole('main'))
  expect([address(), left]).toEqual(['/groups', []])
})

it('an address that no screen has is a page that leads on, also in German', async () => {
  const { page, user, address, violations } = await renderScreen('/no/such/page')
  page.getByRole('heading', { level: 1, name: 'Not found' })
  expect(await violations()).toEqual([])
  await user.click(within(page.getByRole('main')).getByRole('link', { name: 'Checks' }))
  expect(address()).toBe('/checks')
  const german = await renderScreen('/no/such/page', { language: 'de' })
  german.page.getByText('Seite nicht gefunden')
})

it('the bar of phones has the pages for an outage, and leads to all others', async () => {
  const { page, user, address, violations } = await renderScreen('/status-pages', { width: 390 })
  const bar = within(page.getByRole('navigation', { name: 'Main pages' }))
  expect(bar.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'Home',
    'Checks',
    'Alerts',
    'Incidents',
  ])
  await user.click(bar.getByRole('button', { name: 'More' }))
  const all = within(page.getByRole('dialog', { name: 'Pages' }))
  for (const name of ['Maintenance', 'Status pages', 'Dashboards', 'Alert channels']) all.getByRole('link', { name })
  expect(all.getByRole('link', { name: 'Status pages' }).getAttribute('aria-current')).toBe('page')
  expect(await violations()).toEqual([])
  await user.click(all.getByRole('link', { name: 'Maintenance' }))
  expect(address()).toBe('/maintenance')
  expect(page.queryByRole('dialog')).toBe(null)
})
