import { within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'

const account = { id: '0198c6a0-0000-7000-8000-000000000009', name: 'Shop', role: 'OWNER' } as const

function apiOfOwner(hasPassword = false): FakeApi {
  const api = new FakeApi()
  const signedIn = sample('getSignedIn')
  const user = { id: account.id, name: 'Ada', email: 'ada@mail.example', hasPassword }
  api.answer('getSignedIn', { ...signedIn, user: { ...signedIn.user, ...user }, accounts: [account] })
  return api
}

it('the account is renamed, and the page shows the new name everywhere', async () => {
  const api = apiOfOwner()
  const { page, user, fill } = await renderScreen('/settings/account', { api })
  await user.click(page.getByRole('button', { name: 'Rename' }))
  const dialog = within(page.getByRole('dialog'))
  await fill(dialog.getByLabelText('Name'), 'Shop Europe')
  const signedIn = sample('getSignedIn')
  api.answer('getSignedIn', {
    ...signedIn,
    user: { ...signedIn.user, id: account.id, name: 'Ada', email: 'ada@mail.example', hasPassword: false },
    accounts: [{ ...account, name: 'Shop Europe' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(api.sentOf('updateOwnAccount')).toMatchObject([{ body: { name: 'Shop Europe' } }])
  page.getByRole('heading', { name: 'Shop Europe' })
})

it('an account is deleted only with its name and the password, and the page begins again', async () => {
  const api = apiOfOwner(true)
  const { page, user, fill } = await renderScreen('/settings/account', { api })
  page.getByText(/you will be signed out/)
  await user.click(page.getByRole('button', { name: 'Delete account …' }))
  const dialog = within(page.getByRole('dialog'))
  const submit = dialog.getByRole('button', { name: 'Delete account' })
  await fill(dialog.getByLabelText('Type “Shop” to confirm'), 'shop')
  await fill(dialog.getByLabelText('Current password'), 'wrong')
  await user.click(submit)
  dialog.getByText('This is not the name of the account.')
  expect(api.sentOf('deleteOwnAccount')).toEqual([])
  await fill(dialog.getByLabelText('Type “Shop” to confirm'), 'Shop')
  api.fail('deleteOwnAccount', 'PASSWORD_WRONG')
  await user.click(submit)
  dialog.getByText(/password is (wrong|incorrect)/i)
  api.answer('deleteOwnAccount', undefined)
  const assign = vi.spyOn(location, 'assign').mockReturnValue(undefined)
  await user.click(submit)
  expect(api.sentOf('deleteOwnAccount').at(-1)).toMatchObject({ body: { name: 'Shop', currentPassword: 'wrong' } })
  expect(assign).toHaveBeenCalledWith(document.baseURI)
  assign.mockRestore()
})

it('the use over time is drawn and listed for what is chosen, with its limit', async () => {
  const api = apiOfOwner()
  const dayOf = (day: string, runs: number, checks: number) => ({
    day,
    runs,
    bytes: 2048,
    entitlements: [{ key: 'API_CHECKS', used: checks }],
  })
  api.answer('getAccountUseHistory', { days: [dayOf('2026-11-26', 1440, 9), dayOf('2026-11-27', 720, 10)] })
  const limit = { key: 'API_CHECKS', name: 'API checks', description: '', type: 'metered', enabled: true } as const
  api.answer('getOwnEntitlements', { ...sample('getOwnEntitlements'), entitlements: [{ ...limit, quantity: 10 }] })
  const { page, user } = await renderScreen('/settings/account', { api })
  page.getByRole('img', { name: 'Runs by day from 26 Nov to 27 Nov: at most 1,440, 720 on the last day' })
  await user.selectOptions(page.getByLabelText('Shown over time'), 'API checks')
  page.getByText('At most 10 of 10')
  const rows = page.getAllByRole('row').filter((row) => row.textContent?.includes(' Nov'))
  expect(rows.map((row) => row.textContent)).toEqual(['27 Nov10', '26 Nov9'])
})

it('before the first day is recorded the page says so', async () => {
  const api = apiOfOwner()
  api.answer('getAccountUseHistory', { days: [] })
  const { page } = await renderScreen('/settings/account', { api })
  page.getByText(/^Nothing is recorded yet/)
})

it.each(['ADMIN', 'READ_WRITE'] as const)(
  'somebody with the role %s is not offered to delete the account',
  async (role) => {
    const { page } = await renderScreen('/settings/account', { api: new FakeApi(role) })
    expect(page.queryByRole('button', { name: 'Delete account …' })).toBe(null)
    expect(page.queryByRole('button', { name: 'Rename' }) !== null).toBe(role === 'ADMIN')
  },
)
