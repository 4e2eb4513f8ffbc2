import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample } from '../testing/index.ts'
import type { Scene } from '../testing/index.ts'

const id = '0198c6a0-0000-7000-8000-000000000001'
const orders = sample('getCheck', { id, name: 'Orders' })

async function signInHere(scene: Scene): Promise<void> {
  const { page, user, api } = scene
  api.answer('signInWithPassword', () => {
    api.signIn('OWNER')
    return sample('signInWithPassword')
  })
  await scene.fill(page.getByLabelText('Email address'), 'robin@mail.example')
  await scene.fill(page.getByLabelText('Password'), 'correct horse battery')
  await user.click(page.getByRole('button', { name: 'Sign in' }))
}

describe('a session that ends under the page', () => {
  it('leads to the sign-in, and back to what was being written', async () => {
    const api = new FakeApi().answer('getCheck', orders)
    api.answer('updateCheckGeneric', ({ body }) => ({ ...orders, ...(Object(body) as object) }))
    const scene = await renderScreen(`/checks/${id}/edit`, { api })
    const { page, user } = scene
    await scene.fill(page.getByLabelText('Name'), 'Half written')
    api.endSession()
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(scene.address()).toBe(`/sign-in?next=${encodeURIComponent(`/checks/${id}/edit`)}`)
    await signInHere(scene)
    page.getByText('Your unsaved changes were restored.')
    expect(scene.address()).toBe(`/checks/${id}/edit`)
    expect(page.getByLabelText<HTMLInputElement>('Name').value).toBe('Half written')
    await user.click(page.getByRole('button', { name: 'Save' }))
    expect(api.sentOf('updateCheckGeneric').map(({ body }) => Object(body).name)).toEqual(['Half written'])
  })

  it('is noticed by the stream of events as well', async () => {
    const api = new FakeApi()
    const scene = await renderScreen('/settings/variables', { api })
    api.endSession()
    api.events.lose()
    api.events.restore()
    await scene.turn(2_000)
    expect(scene.address()).toBe('/sign-in?next=%2Fsettings%2Fvariables')
  })
})

describe('whoever is signed out', () => {
  it('goes to the sign-in, and after it to the address that was asked for, as a link of an alert leads there', async () => {
    const api = new FakeApi(null).answer('getCheck', orders)
    const scene = await renderScreen(`/checks/${id}`, { api })
    expect(scene.address()).toBe(`/sign-in?next=${encodeURIComponent(`/checks/${id}`)}`)
    await signInHere(scene)
    scene.page.getByRole('heading', { name: 'Orders' })
    expect(scene.address()).toBe(`/checks/${id}`)
  })

  it('is told when the address or the password is wrong', async () => {
    const api = new FakeApi(null).fail('signInWithPassword', 'SIGN_IN_FAILED')
    const scene = await renderScreen('/sign-in', { api })
    const { page, user } = scene
    await scene.fill(page.getByLabelText('Email address'), 'robin@mail.example')
    await scene.fill(page.getByLabelText('Password'), 'wrong')
    await user.click(page.getByRole('button', { name: 'Sign in' }))
    page.getByText('Incorrect email address or password.')
    expect(await scene.violations()).toEqual([])
  })

  it('is told when a link was used already, and sees the form', async () => {
    const api = new FakeApi(null).fail('signInWithLink', 'SIGN_IN_LINK_INVALID')
    const { page } = await renderScreen('/sign-in#token=used', { api })
    page.getByText(/^This sign-in link was already used/)
    page.getByLabelText('Password')
  })

  it('is signed in by a link, which leaves the address', async () => {
    const api = new FakeApi(null)
    api.answer('signInWithLink', () => {
      api.signIn('OWNER')
      return sample('signInWithLink')
    })
    const scene = await renderScreen('/sign-in#token=fresh', { api })
    expect(scene.address()).toBe('/')
    expect(api.sentOf('signInWithLink').map(({ body }) => body)).toEqual([{ token: 'fresh' }])
    scene.page.getByRole('heading', { level: 1, name: 'Home' })
  })

  it('is not led to another site by an address', async () => {
    const scene = await renderScreen('/sign-in?next=//evil.example', { api: new FakeApi(null) })
    await signInHere(scene)
    expect(scene.address()).toBe('/')
    expect(scene.left).toEqual([])
  })

  it('reads the sign-in in German', async () => {
    const { page } = await renderScreen('/sign-in', { api: new FakeApi(null), language: 'de' })
    page.getByLabelText('Passwort')
  })
})

describe('what was being written', () => {
  it('is there again after the page is loaded anew', async () => {
    const api = new FakeApi().answer('getCheck', orders)
    const scene = await renderScreen(`/checks/${id}/edit`, { api })
    await scene.fill(scene.page.getByLabelText('Name'), 'Half written')
    await scene.open(`/checks/${id}/edit`)
    expect(scene.page.getByLabelText<HTMLInputElement>('Name').value).toBe('Half written')
  })

  it('is not found by another person who signs in', async () => {
    const scene = await renderScreen('/checks/new')
    const { page, user } = scene
    await user.click(page.getByRole('button', { name: /^URL/ }))
    await scene.fill(page.getByLabelText('Name'), 'A secret plan')
    sessionStorage.setItem('belfry.person', 'somebody else')
    await scene.open('/checks/new')
    page.getByText('What should be checked?')
    expect(document.documentElement.innerHTML).not.toContain('A secret plan')
    expect(JSON.stringify(sessionStorage)).not.toContain('A secret plan')
  })
})

describe('another tab of the browser', () => {
  /** A message from another tab. */
  const tell = async (scene: Scene, said: object): Promise<void> => {
    const other = new BroadcastChannel('belfry-changes')
    const heard = new Promise((resolve) => {
      const listener = new BroadcastChannel('belfry-changes')
      listener.addEventListener('message', () => resolve(listener.close()), { once: true })
    })
    other.postMessage(said)
    await heard
    other.close()
    await scene.turn(300)
  }

  it('that changes something has this one read it anew', async () => {
    const scene = await renderScreen('/settings/variables')
    scene.page.getByText('No variables')
    scene.api.answer('listVariables', [{ key: 'SHARED', value: 'x', locked: false, secret: false }])
    await tell(scene, { changed: '0b7c3f6e-59a1-4a2e-9c53-5d0e2f7f1a10', by: 'createVariable' })
    scene.page.getByText('SHARED')
  })

  it('that changes something in another account does not', async () => {
    const scene = await renderScreen('/settings/variables')
    const before = scene.api.sentOf('listVariables').length
    await tell(scene, { changed: 'another account', by: 'createVariable' })
    expect(scene.api.sentOf('listVariables')).toHaveLength(before)
  })

  it('that signs out has this one go to the sign-in, which returns', async () => {
    const scene = await renderScreen('/settings/variables')
    scene.api.endSession()
    await tell(scene, { signedOut: true })
    expect(scene.address()).toBe('/sign-in?next=%2Fsettings%2Fvariables')
  })
})
