import { within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample, sampleIn } from '../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-000000000001'
const first = { id: '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a10', name: 'Belfry', role: 'OWNER' } as const
const second = { id: '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a11', name: 'Second', role: 'READ_ONLY' } as const
const base = 'https://belfry.example/'
let api: FakeApi

beforeEach(() => {
  api = new FakeApi()
  api.answer('getSignedIn', { ...sampleOfPerson(), accounts: [first, second] })
})

const sampleOfPerson = () =>
  sample('getSignedIn', {
    user: { id: 'u1', name: 'Robin', email: 'robin@mail.example', hasPassword: true },
    mayCreateAccounts: true,
  })

describe('somebody in two accounts', () => {
  it('switches between them in the menu, and the page begins anew in the other one', async () => {
    const { page, user, left, open, violations } = await renderScreen('/', { api })
    await user.click(page.getByRole('button', { name: 'Belfry' }))
    expect(page.getByRole('menuitemcheckbox', { checked: true }).textContent).toBe('BelfryOwner')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('menuitemcheckbox', { name: /^Second/ }))
    expect(left).toEqual([base])
    await open('/')
    page.getByRole('button', { name: 'Second' })
    const accounts = api.sent.flatMap(({ id: sent, account }) => (sent === 'getOverview' ? [account] : []))
    expect([...new Set(accounts)]).toEqual([first.id, second.id])
  })

  it('has tabs that are opened from then on begin in the account that was chosen last', async () => {
    localStorage.setItem('belfry.account', second.id)
    const { page } = await renderScreen('/', { api })
    page.getByRole('button', { name: 'Second' })
  })

  it('switches by the palette', async () => {
    const { page, user, left, turn } = await renderScreen('/', { api })
    await user.keyboard('{Control>}k{/Control}')
    await user.type(page.getByRole('combobox'), 'switch to')
    await turn(500)
    await user.click(page.getByRole('option', { name: 'Switch to account Second' }))
    expect(left).toEqual([base])
    expect(sessionStorage.getItem('belfry.account')).toBe(second.id)
  })

  it('stays where the tab is when another tab chose another account', async () => {
    const { page, open } = await renderScreen('/', { api })
    localStorage.setItem('belfry.account', second.id)
    await open('/checks')
    page.getByRole('button', { name: 'Belfry' })
  })

  it('has the account in the links of screens, so that a copied one opens there', async () => {
    api.answer('listCheckRows', {
      ...sample('listCheckRows'),
      entries: [sampleIn('listCheckRows', 'entries', { id, name: 'Of the first' })],
    })
    const { page, address } = await renderScreen('/checks', { api })
    expect(address()).toBe(`/checks?account=${first.id}`)
    const copied = page.getAllByRole('link', { name: 'Of the first' })[0]?.getAttribute('href')
    expect(new URL(copied ?? '', base).searchParams.get('account')).toBe(first.id)
  })

  it('opens a copied link in the account that it names', async () => {
    const { page } = await renderScreen(`/checks?account=${second.id}`, { api })
    page.getByRole('button', { name: 'Second' })
  })

  it('is offered the account of an address that belongs to the other one, with all that the address says', async () => {
    api.fail('getCheck', 'CHECK_NOT_FOUND').fail('getCheckSummary', 'CHECK_NOT_FOUND')
    api.answer('findAccountOfResource', sample('findAccountOfResource', { accountId: second.id }))
    const { page, user, left, violations } = await renderScreen(`/checks/${id}?tab=settings`, { api })
    page.getByText('It belongs to your account Second.')
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Switch to Second' }))
    const to = new URL(left[0] ?? '')
    expect([to.pathname, to.searchParams.get('tab'), to.searchParams.get('account')]).toEqual([
      `/checks/${id}`,
      'settings',
      second.id,
    ])
    expect(localStorage.getItem('belfry.account')).toBe(null)
  })

  it('is offered the account of a test session, whose link names none', async () => {
    api.fail('getTestSession', 'TEST_SESSION_NOT_FOUND')
    api.answer('findAccountOfResource', sample('findAccountOfResource', { accountId: second.id }))
    const { page } = await renderScreen(`/test-sessions/${id}`, { api })
    page.getByRole('button', { name: 'Switch to Second' })
    expect(api.sentOf('findAccountOfResource')[0]?.query).toEqual({ type: 'TEST_SESSION', id })
  })

  it('finds nothing of what belongs to nobody of theirs', async () => {
    api.fail('getCheck', 'CHECK_NOT_FOUND').fail('getCheckSummary', 'CHECK_NOT_FOUND')
    api.fail('findAccountOfResource', 'CHECK_NOT_FOUND')
    const { page } = await renderScreen(`/checks/${id}`, { api })
    page.getByText('This page does not exist or belongs to another account.')
    expect(page.queryByRole('button', { name: /^Switch to/ })).toBe(null)
  })
})

describe('a new account', () => {
  it('is made in the menu, and the page begins anew there', async () => {
    api.answer('createAccount', sample('createAccount', { id: second.id, name: 'Second' } as never))
    const scene = await renderScreen('/', { api })
    const { page, user } = scene
    await user.click(page.getByRole('button', { name: 'Belfry' }))
    await user.click(page.getByRole('menuitem', { name: 'New account' }))
    const dialog = within(page.getByRole('dialog'))
    await scene.fill(dialog.getByLabelText(/^Account name/), 'Second')
    expect(await scene.violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Create' }))
    expect(api.sentOf('createAccount').map(({ body }) => body)).toEqual([{ name: 'Second' }])
    expect(scene.left).toEqual([base])
    expect(sessionStorage.getItem('belfry.account')).toBe(second.id)
  })

  it('is not offered to whoever may not make one', async () => {
    const { page, user } = await renderScreen('/', { role: 'READ_ONLY' })
    await user.click(page.getByRole('button', { name: 'Belfry' }))
    page.getByRole('menuitem', { name: 'Sign out' })
    expect(page.queryByRole('menuitem', { name: 'New account' })).toBe(null)
  })
})

it('who signs out forgets what was being written, and is at the sign-in', async () => {
  sessionStorage.setItem('belfry.draft.x', '{}')
  const { page, user, left } = await renderScreen('/')
  await user.click(page.getByRole('button', { name: 'Belfry' }))
  await user.click(page.getByRole('menuitem', { name: 'Sign out' }))
  expect(left).toEqual([`${base}sign-in`])
  expect(sessionStorage.getItem('belfry.draft.x')).toBe(null)
})

it('the interface links the API reference', async () => {
  const { page } = await renderScreen('/')
  page.getByRole('heading', { level: 1, name: 'Home' })
  expect(page.getByRole<HTMLAnchorElement>('link', { name: 'API reference' }).href).toBe(`${base}docs`)
})
