import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen, storeCheck } from '../../testing/index.ts'

it('what is in the form is shown as code, and whoever leaves with unsaved changes is asked', async () => {
  const api = new FakeApi()
  const { id, now } = storeCheck(api, { name: 'Kept' })
  const { page, user, fill, address, settled, violations } = await renderScreen(`/checks/${id}/edit`, { api })
  await fill(page.getByLabelText('Name'), 'Not saved')
  page.getByText('1 unsaved change')
  await user.click(page.getByRole('button', { name: 'Code' }))
  within(page.getByRole('figure', { name: 'TypeScript construct' })).getByText(/name: 'Not saved',/)
  expect(await violations()).toEqual([])
  const leave = async (): Promise<void> => {
    const [pages = document.body] = page.getAllByRole('navigation', { name: 'Pages' })
    await user.click(within(pages).getByRole('link', { name: 'Alerts' }))
    within(page.getByRole('dialog')).getByText('Leave without saving?')
  }
  const goBack = async (): Promise<void> => {
    history.back()
    await settled()
  }
  await leave()
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Stay' }))
  expect(address()).toBe(`/checks/${id}/edit?as=code`)
  await leave()
  await user.click(page.getByRole('button', { name: 'Leave and keep draft' }))
  page.getByRole('heading', { name: 'Alerts' })
  await goBack()
  page.getByText('Your unsaved changes were restored.')
  await leave()
  await user.click(page.getByRole('button', { name: 'Discard changes' }))
  page.getByRole('heading', { name: 'Alerts' })
  await goBack()
  await user.click(page.getByRole('button', { name: 'Form' }))
  expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Kept')
  expect(now()).toMatchObject({ name: 'Kept' })
  expect(api.sentOf('updateCheckGeneric')).toEqual([])
})
