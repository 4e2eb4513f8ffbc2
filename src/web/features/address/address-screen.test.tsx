import { expect, it } from 'vitest'
import { FakeApi, renderScreen } from '../../testing/index.ts'

it('whoever opens the link confirms the address with a button, signed in or not', async () => {
  const api = new FakeApi(null).answer('confirmEmailAddress', { email: 'new@mail.example' })
  const { page, user, violations } = await renderScreen('/email-address#token=secret', { api })
  expect(api.sentOf('confirmEmailAddress')).toEqual([])
  expect(await violations()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Confirm address' }))
  page.getByRole('heading', { name: 'new@mail.example is confirmed' })
  expect(api.sentOf('confirmEmailAddress')).toMatchObject([{ body: { token: 'secret' } }])
})

it('a link that does not work is said, and so is an address that somebody else has meanwhile', async () => {
  const api = new FakeApi(null).fail('confirmEmailAddress', 'MEMBER_ADDRESS_TAKEN', {
    values: { email: 'new@mail.example' },
  })
  const { page, user } = await renderScreen('/email-address#token=secret', { api })
  await user.click(page.getByRole('button', { name: 'Confirm address' }))
  expect(page.getByRole('alert').textContent).toContain('new@mail.example')
  api.fail('confirmEmailAddress', 'ADDRESS_LINK_INVALID')
  await user.click(page.getByRole('button', { name: 'Confirm address' }))
  page.getByRole('heading', { name: 'This link does not work' })
})

it('the link is explained in German to whoever reads German', async () => {
  const { page, violations } = await renderScreen('/email-address#token=secret', {
    api: new FakeApi(null),
    language: 'de',
    width: 390,
    theme: 'dark',
  })
  page.getByRole('button', { name: 'Adresse bestätigen' })
  expect(await violations()).toEqual([])
})
