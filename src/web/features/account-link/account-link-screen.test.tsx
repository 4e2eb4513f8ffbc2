import { expect, it } from 'vitest'
import { account, FakeApi, renderScreen, sample } from '../../testing/index.ts'

const person = { id: 'u1', name: 'Robin', email: 'robin@mail.example', hasPassword: true }
const other = '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a11'

it('leads to the screen in the account of the page', async () => {
  const { address } = await renderScreen(`/accounts/${account.id}/checks?q=cart`)
  expect(address()).toBe('/checks?q=cart')
})

it('leads to the screen in another account of the person', async () => {
  const api = new FakeApi()
  const accounts = [
    { ...account, role: 'OWNER' as const },
    { id: other, name: 'Second', role: 'OWNER' as const },
  ]
  api.answer('getSignedIn', sample('getSignedIn', { user: person, accounts }))
  const scene = await renderScreen(`/accounts/${other}/checks`, { api })
  const [left = ''] = scene.left
  expect(new URL(left).searchParams.get('account')).toBe(other)
  await scene.open(left)
  expect(scene.address()).toBe(`/checks?account=${other}`)
})

it('finds nothing in an account of others', async () => {
  const { page, left } = await renderScreen(`/accounts/${other}/checks`)
  page.getByRole('heading', { level: 1, name: 'Not found' })
  expect(left).toEqual([])
})
