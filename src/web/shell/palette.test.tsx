import { expect, it } from 'vitest'
import { FakeApi, renderScreen, sampleIn } from '../testing/index.ts'

const checkout = '0198c6a0-0000-7000-8000-000000000002'

it('the palette finds checks and keys', async () => {
  const api = new FakeApi()
  api.answer('search', {
    entries: [
      sampleIn('search', 'entries', { kind: 'check', id: checkout, name: 'Checkout', detail: null }),
      sampleIn('search', 'entries', { kind: 'check', name: 'Nightly check', detail: 'HEARTBEAT' }),
      sampleIn('search', 'entries', { kind: 'channel', name: 'Failed checks', detail: 'SLACK' }),
    ],
  })
  const { page, user, turn, address, violations } = await renderScreen('/groups', { api })
  await user.keyboard('{Control>}k{/Control}')
  await user.type(page.getByPlaceholderText(/^Search checks/), 'check')
  await turn(120)
  page.getByRole('option', { name: 'Checkout' })
  page.getByRole('option', { name: 'Nightly check Heartbeat' })
  page.getByRole('option', { name: 'Failed checks Slack webhook' })
  expect(api.sentOf('search')).toMatchObject([{ query: { text: 'check' } }])
  expect(await violations()).toEqual([])
  await user.keyboard('{Escape}')
  expect(page.queryByPlaceholderText(/^Search checks/)).toBe(null)
  await user.keyboard('?')
  page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  expect(await violations()).toEqual([])
  await user.keyboard('{Escape}')
  await user.keyboard('{Control>}k{/Control}')
  await user.type(page.getByPlaceholderText(/^Search checks/), 'check')
  await turn(120)
  await user.click(page.getByRole('option', { name: 'Checkout' }))
  expect(address()).toBe(`/checks/${checkout}`)
})

it('the palette and the list of keys offer whoever may only read nothing to make', async () => {
  const { page, user } = await renderScreen('/groups', { role: 'READ_ONLY' })
  await user.keyboard('{Control>}k{/Control}')
  page.getByRole('option', { name: /^Keyboard shortcuts/ })
  expect(page.queryByRole('option', { name: /^New check/ })).toBe(null)
  await user.keyboard('{Escape}')
  await user.keyboard('?')
  page.getByText('Filter the list')
  expect(page.queryByText('New check')).toBe(null)
})

it('the focus returns to where it was when the palette or the list of keys closes', async () => {
  const { page, user, settled } = await renderScreen('/groups')
  const link = page.getAllByRole('link', { name: 'Alert channels' })[0]
  link?.focus()
  for (const keys of ['{Control>}k{/Control}', '?']) {
    await user.keyboard(keys)
    expect(page.getByRole('dialog').contains(document.activeElement)).toBe(true)
    await user.keyboard('{Escape}')
    await settled()
    expect(document.activeElement).toBe(link)
  }
})
