import { within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { aChannel, FakeApi, renderScreen, storeChannels } from '../testing/index.ts'

it('the alert log can be narrowed to each channel, however many there are', async () => {
  const api = new FakeApi()
  storeChannels(
    api,
    Array.from({ length: 103 }, (_, index) => aChannel(index + 1, `Hook ${index + 1}`)),
  )
  const { page, user, address } = await renderScreen('/alerts', { api })
  const choice = page.getByLabelText('Channel')
  expect(within(choice).getAllByRole('option', { hidden: true })).toHaveLength(104)
  await user.selectOptions(choice, 'Hook 103')
  expect(address()).toBe('/alerts?channel=103')
  expect(api.sentOf('listAlertNotifications').at(-1)).toMatchObject({ query: { alertChannelId: '103' } })
})
