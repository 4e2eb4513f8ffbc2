import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from '../../testing/index.ts'

it('sections are reached by their names and by keys, and mistakes are marked in them and in tabs', async () => {
  const api = new FakeApi()
  const problem = 'must have at most 1000 characters'
  api.fail('createCheckGeneric', 'BODY_INVALID', {
    values: { problems: `request.headers[0].key ${problem}` },
    attributes: { name: 'must not be empty', 'request.headers[0].key': problem },
  })
  const { page, user, violations } = await renderScreen('/checks/new', { api })
  await user.click(page.getByRole('button', { name: /^API/ }))
  const sections = within(page.getByRole('navigation', { name: 'Sections' }))
  await user.click(sections.getByRole('link', { name: 'Limits, retries' }))
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Limits and retries' }))
  await user.keyboard('2')
  expect(document.activeElement).toBe(page.getByRole('region', { name: 'Request' }))
  await user.keyboard('a')
  page.getByLabelText('Source')
  await user.click(page.getByRole('tab', { name: 'Headers' }))
  await user.click(within(page.getByRole('tabpanel')).getByRole('button', { name: 'Add' }))
  await user.click(page.getByLabelText('Headers: Name'))
  await user.paste('x'.repeat(2_000))
  await user.click(page.getByRole('tab', { name: 'Query' }))
  expect(page.queryByLabelText('Headers: Name')).toBe(null)
  await user.click(page.getByRole('button', { name: 'Create' }))
  const marked = ['General', 'Request'].map((name) => sections.getByRole('link', { name: `${name} Has errors` }))
  expect(sections.getAllByLabelText('Has errors')).toHaveLength(marked.length)
  within(page.getByRole('tab', { name: /^Headers/ })).getByLabelText('Has errors')
  page.getByLabelText('Headers: Name')
  within(page.getByRole('tabpanel')).getByText(problem)
  expect(await violations()).toEqual([])
})
