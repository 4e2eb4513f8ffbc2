import { within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'
import type { Answer } from '../../api/operations.ts'

const session = (id: string, isCurrent: boolean): Answer<'listBrowserSessions'>[number] => ({
  id,
  method: 'PASSWORD',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:141.0) Gecko/20100101 Firefox/141.0',
  address: '192.0.2.7',
  createdAt: '2026-11-26T08:00:00.000Z',
  lastUsedAt: '2026-11-26T09:00:00.000Z',
  expiresAt: '2026-12-26T09:00:00.000Z',
  isCurrent,
})
/** Of somebody who has no password yet. */
const withoutPassword = (): FakeApi => {
  const api = new FakeApi()
  const signedIn = sample('getSignedIn')
  return api.answer('getSignedIn', {
    ...signedIn,
    user: { id: 'u1', name: 'Robin', email: 'robin@mail.example', hasPassword: false },
    accounts: [{ id: 'a1', name: 'Belfry', role: 'OWNER' }],
  })
}

describe('the password', () => {
  it('is set by hand, and what is wrong with it is said', async () => {
    const api = withoutPassword()
    api.fail('setPassword', 'BODY_INVALID', {
      values: { problems: 'password must have at least 12 characters' },
      attributes: { password: 'must have at least 12 characters' },
    })
    const scene = await renderScreen('/settings', { api })
    const { page, user } = scene
    const field = () => page.getByLabelText<HTMLInputElement>('New password, at least 12 characters')
    await scene.fill(field(), 'short')
    await user.click(page.getByRole('button', { name: 'Set password' }))
    expect(page.getAllByRole('alert').length).toBeGreaterThan(0)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    api.answer('setPassword', undefined)
    await scene.fill(field(), 'correct horse battery')
    await user.click(page.getByRole('button', { name: 'Set password' }))
    page.getByText(/^Password set\./)
    expect(api.sentOf('setPassword').at(-1)?.body).toEqual({ password: 'correct horse battery' })
    expect(field().value).toBe('')
    expect(await scene.violations()).toEqual([])
  })

  it('is changed by whoever knows the one before', async () => {
    const scene = await renderScreen('/settings')
    const { page, user, api } = scene
    await scene.fill(page.getByLabelText('Current password'), 'an older password')
    await scene.fill(page.getByLabelText('New password, at least 12 characters'), 'correct horse battery')
    await user.click(page.getByRole('button', { name: 'Set password' }))
    expect(api.sentOf('setPassword').map(({ body }) => body)).toEqual([
      { password: 'correct horse battery', currentPassword: 'an older password' },
    ])
  })
})

it('the identity provider is linked from here, by whoever is signed in', async () => {
  const api = new FakeApi()
    .answer('getSignInOptions', { ...sample('getSignInOptions'), provider: { name: 'Halyard' } })
    .answer('startOidcSignIn', { url: 'https://id.example/authorize?state=1' })
  const { page, user, left, violations } = await renderScreen('/settings', { api })
  await user.click(page.getByRole('button', { name: 'Continue with Halyard' }))
  expect(api.sentOf('startOidcSignIn').map(({ body }) => body)).toEqual([{ next: '/settings' }])
  expect(left).toEqual(['https://id.example/authorize?state=1'])
  expect(await violations()).toEqual([])
})

type Address = Answer<'getEmailAddress'>
type Mail = NonNullable<Address['pendingAddress']>['mail']['status']

const waiting = (status: Mail, link?: string): Address => ({
  email: 'robin@mail.example',
  receivesMail: true,
  pendingAddress: {
    email: 'new@mail.example',
    expiresAt: '2026-11-27T10:00:00.000Z',
    mail: { status, response: status === 'REJECTED' ? '550 no such user' : '' },
    ...(link !== undefined && { link }),
  },
})

describe('the address of the person', () => {
  it('stays until the confirmation that was sent to the new one is opened, which can be sent again and withdrawn', async () => {
    let stored: Address = { email: 'robin@mail.example', receivesMail: true, pendingAddress: null }
    const api = new FakeApi().answer('getEmailAddress', () => stored)
    api.answer('changeEmailAddress', () => (stored = waiting('PENDING')))
    api.answer('withdrawEmailAddress', () => {
      stored = { ...stored, pendingAddress: null }
      return undefined
    })
    const scene = await renderScreen('/settings', { api })
    const { page, user } = scene
    const address = within(page.getByRole('region', { name: 'Email address' }))
    await scene.fill(address.getByLabelText('New email address'), 'new@mail.example')
    await scene.fill(address.getByLabelText('Password to confirm the change'), 'correct horse battery')
    await user.click(address.getByRole('button', { name: 'Change address' }))
    address.getByText(/^A confirmation is being sent to new@mail\.example\./)
    address.getByText('robin@mail.example')
    stored = waiting('SENT')
    await scene.turn(2_000)
    address.getByText(/^A confirmation was sent to new@mail\.example\. The address changes once the link/)
    expect(await scene.violations()).toEqual([])
    await user.click(address.getByRole('button', { name: 'Send again' }))
    expect(api.sentOf('changeEmailAddress').map(({ body }) => body)).toEqual([
      { email: 'new@mail.example', currentPassword: 'correct horse battery' },
      { email: 'new@mail.example' },
    ])
    await user.click(address.getByRole('button', { name: 'Withdraw' }))
    expect(address.queryByText(/new@mail\.example/)).toBe(null)
  })

  it('that somebody else has cannot be chosen', async () => {
    const api = new FakeApi().fail('changeEmailAddress', 'MEMBER_ADDRESS_TAKEN', {
      values: { email: 'grace@mail.example' },
    })
    const scene = await renderScreen('/settings', { api })
    await scene.fill(scene.page.getByLabelText('New email address'), 'grace@mail.example')
    await scene.fill(scene.page.getByLabelText('Password to confirm the change'), 'correct horse battery')
    await scene.user.click(scene.page.getByRole('button', { name: 'Change address' }))
    expect(scene.page.getByRole('alert').textContent).toContain(
      'The address grace@mail.example belongs to another person',
    )
  })

  it('comes with the link where no mail can be sent, once, for an administrator', async () => {
    const link = 'https://belfry.example/email-address#token=secret'
    const api = new FakeApi().answer('getEmailAddress', waiting('NONE'))
    api.answer('changeEmailAddress', waiting('NONE', link))
    const { page, user } = await renderScreen('/settings', { api })
    page.getByText(/^new@mail\.example is not confirmed yet\. This service has no mail server/)
    await user.click(page.getByRole('button', { name: 'New link' }))
    page.getByText(/^No email was sent: pass the link on yourself/)
    page.getByText(link)
  })

  it.each([
    ['SENT', 'An new@mail.example wurde eine Bestätigung geschickt.'],
    ['REJECTED', 'Die Bestätigung an new@mail.example wurde nicht zugestellt.'],
  ] as const)('is explained in German while its mail is %s', async (status, text) => {
    const api = new FakeApi().answer('getEmailAddress', waiting(status))
    const { page, violations } = await renderScreen('/settings', { api, language: 'de', width: 390 })
    expect(page.getByRole('region', { name: 'E-Mail-Adresse' }).textContent).toContain(text)
    expect(await violations()).toEqual([])
  })
})

describe('the browsers of the person', () => {
  it('are listed, and others than this one are signed out', async () => {
    const api = new FakeApi().answer('listBrowserSessions', [session('s1', true), session('s2', false)])
    const { page, user } = await renderScreen('/settings', { api })
    const browsers = within(page.getByRole('region', { name: 'Active sessions' }))
    browsers.getByText(/this browser$/)
    api.answer('listBrowserSessions', [session('s1', true)])
    await user.click(browsers.getByRole('button', { name: 'Sign out' }))
    expect(api.sentOf('endBrowserSession')).toMatchObject([{ params: { id: 's2' } }])
    expect(browsers.queryByRole('button', { name: 'Sign out' })).toBe(null)
  })
})

describe('passkeys', () => {
  const laptop = { ...sample('createPasskey', { id: 'p1', name: 'Laptop' }) }

  it('are named and removed', async () => {
    let stored = [laptop]
    const api = new FakeApi().answer('listPasskeys', () => stored)
    api.answer('renamePasskey', ({ body: { name } }) => {
      stored = [{ ...laptop, name }]
      return sample('renamePasskey', stored[0])
    })
    const scene = await renderScreen('/settings', { api })
    const { page, user } = scene
    const passkeys = within(page.getByRole('region', { name: 'Passkeys' }))
    passkeys.getByText('Not used yet')
    await user.click(passkeys.getByRole('button', { name: 'Rename: Laptop' }))
    const dialog = within(page.getByRole('dialog'))
    await scene.fill(dialog.getByLabelText('Name, for example the device'), 'Old laptop')
    expect(await scene.violations()).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    passkeys.getByText('Old laptop')
    stored = []
    await user.click(passkeys.getByRole('button', { name: 'Remove' }))
    await user.click(within(page.getByRole('alertdialog')).getByRole('button', { name: 'Remove' }))
    passkeys.getByText('No passkeys yet.')
    expect(api.sentOf('deletePasskey')).toMatchObject([{ params: { id: 'p1' } }])
  })

  it('say when they were used last', async () => {
    const api = new FakeApi().answer('listPasskeys', [{ ...laptop, lastUsedAt: '2026-11-26T09:00:00.000Z' }])
    const { page } = await renderScreen('/settings', { api })
    within(page.getByRole('region', { name: 'Passkeys' })).getByText(/^Last used/)
  })

  it('cannot be added where the browser or the service has none', async () => {
    const { page } = await renderScreen('/settings')
    expect(page.queryByRole('button', { name: 'Add passkey' })).toBe(null)
  })
})

it('the profile is in German for whoever reads German', async () => {
  const api = new FakeApi('READ_ONLY').answer('listBrowserSessions', [session('s1', true)])
  const { page, violations } = await renderScreen('/settings', { api, language: 'de', width: 390, theme: 'dark' })
  page.getByRole('heading', { level: 1, name: 'Einstellungen' })
  page.getByText(/dieser Browser$/)
  expect(await violations()).toEqual([])
})

it('another language is chosen for this browser, and the page begins anew', async () => {
  const { page, user, left } = await renderScreen('/settings')
  await user.selectOptions(page.getByLabelText('Language'), 'Deutsch')
  expect(localStorage.getItem('belfry.language')).toBe('de')
  expect(left).toEqual(['/settings'])
})
