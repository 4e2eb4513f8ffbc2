import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'

const account = '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a10'
const offer = sample('getInviteOffer', {
  accountId: account,
  accountName: 'Belfry',
  email: 'grace@mail.example',
  role: 'READ_ONLY',
  inviterEmail: 'robin@mail.example',
  way: 'NEW',
})
/** Nobody is signed in. */
const guest = (): FakeApi => new FakeApi(null).answer('getInviteOffer', offer)
const newPassword = 'Password, at least 12 characters'

describe('whoever opens the link of an invite', () => {
  it('sees what is offered, makes a password, and is taken to the account', async () => {
    const api = guest()
    api.fail('acceptInvite', 'BODY_INVALID', {
      values: { problems: 'password must have at least 12 characters' },
      attributes: { password: 'must have at least 12 characters' },
    })
    const scene = await renderScreen('/invites#token=secret', { api })
    const { page, user } = scene
    page.getByText(/Your role: Read only\./)
    expect(await scene.violations()).toEqual([])
    await scene.fill(page.getByLabelText('Your name'), 'Grace')
    await scene.fill(page.getByLabelText(newPassword), 'short')
    await user.click(page.getByRole('button', { name: 'Accept and sign in' }))
    expect(page.getByLabelText(newPassword).getAttribute('aria-invalid')).toBe('true')
    api.answer('acceptInvite', sample('acceptInvite'))
    await scene.fill(page.getByLabelText(newPassword), 'correct horse battery')
    await user.click(page.getByRole('button', { name: 'Accept and sign in' }))
    expect(api.sentOf('acceptInvite').at(-1)?.body).toEqual({
      token: 'secret',
      name: 'Grace',
      password: 'correct horse battery',
    })
    expect(scene.left).toEqual(['https://belfry.example/'])
    expect(sessionStorage.getItem('belfry.account')).toBe(account)
  })

  it('is told when it was accepted, has expired or was revoked meanwhile', async () => {
    const api = guest().fail('acceptInvite', 'INVITE_LINK_INVALID')
    const scene = await renderScreen('/invites#token=secret', { api })
    await scene.fill(scene.page.getByLabelText(newPassword), 'correct horse battery')
    await scene.user.click(scene.page.getByRole('button', { name: 'Accept and sign in' }))
    expect(scene.page.getByRole('alert').textContent).toContain('was already accepted, has expired, was revoked')
    expect(scene.left).toEqual([])
  })

  it('is told that a link does not work, without the form', async () => {
    const api = new FakeApi(null).fail('getInviteOffer', 'INVITE_LINK_INVALID')
    const { page, violations } = await renderScreen('/invites#token=old', { api })
    page.getByRole('heading', { name: 'This invite does not work' })
    expect(page.queryByLabelText(newPassword)).toBe(null)
    expect(await violations()).toEqual([])
  })

  it('signs in first when their address has no password here', async () => {
    const api = new FakeApi(null).answer('getInviteOffer', { ...offer, way: 'SIGN_IN' })
    const { page } = await renderScreen('/invites#token=secret', { api })
    expect(page.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/sign-in?next=%2Finvites')
  })

  it('reads it in German', async () => {
    const { page } = await renderScreen('/invites#token=secret', { api: guest(), language: 'de' })
    page.getByRole('heading', { name: 'Belfry beitreten' })
  })
})

describe('whoever is signed in', () => {
  it('is told so, and may accept as somebody else', async () => {
    const api = new FakeApi('READ_ONLY').answer('getInviteOffer', offer)
    api.fail('joinByInvite', 'MEMBER_EXISTS')
    const scene = await renderScreen('/invites#token=secret', { api, width: 390 })
    const { page, user } = scene
    page.getByText(/^You are signed in as Robin \(robin@mail\.example\)\./)
    expect(await scene.violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Accept' }))
    page.getByRole('alert')
    api.answer('signOut', () => void api.endSession())
    await user.click(page.getByRole('button', { name: 'Sign out and accept as someone else' }))
    page.getByLabelText(newPassword)
    page.getByLabelText('Your name')
  })

  it('joins, and is taken to the account', async () => {
    const api = new FakeApi('READ_ONLY').answer('getInviteOffer', offer)
    const { page, user, left } = await renderScreen('/invites#token=secret', { api })
    await user.click(page.getByRole('button', { name: 'Accept' }))
    expect(api.sentOf('joinByInvite').map(({ body }) => body)).toEqual([{ token: 'secret' }])
    expect(left).toEqual(['https://belfry.example/'])
  })
})
