import { describe, expect, it } from 'vitest'
import { FakeApi, renderScreen, sample } from '../../testing/index.ts'

/** Nobody is signed in, and the operator has set up an identity provider. */
const withProvider = (): FakeApi =>
  new FakeApi(null).answer('getSignInOptions', { ...sample('getSignInOptions'), provider: { name: 'Halyard' } })

describe('whoever signs in at the identity provider', () => {
  it('is led there, with the page to return to', async () => {
    const api = withProvider().answer('startOidcSignIn', { url: 'https://id.example/authorize?state=1' })
    const { page, user, left, violations } = await renderScreen('/checks?state=FAILING', { api })
    expect(await violations()).toEqual([])
    await user.click(page.getByRole('button', { name: 'Continue with Halyard' }))
    expect(api.sentOf('startOidcSignIn').map(({ body }) => body)).toEqual([{ next: '/checks?state=FAILING' }])
    expect(left).toEqual(['https://id.example/authorize?state=1'])
  })

  it('returns to the page that was asked for, with nothing of the provider in the address', async () => {
    const api = withProvider()
    api.answer('finishOidcSignIn', () => {
      api.signIn('READ_ONLY')
      return sample('finishOidcSignIn', { next: '/checks?state=FAILING' })
    })
    const scene = await renderScreen('/sign-in/oidc?state=1&code=2', { api })
    expect(api.sentOf('finishOidcSignIn').map(({ body }) => body)).toEqual([{ parameters: 'state=1&code=2' }])
    expect(scene.address()).toBe('/checks?state=FAILING')
    scene.page.getByRole('heading', { level: 1, name: 'Checks' })
    expect(scene.page.queryByRole('link', { name: 'New check' })).toBe(null)
  })

  it('is told why that failed, and may begin again', async () => {
    const api = withProvider()
    api.fail('finishOidcSignIn', 'OIDC_REJECTED', { values: { problem: 'access_denied, The person said no' } })
    const scene = await renderScreen('/sign-in/oidc?error=access_denied', { api })
    const { page, user } = scene
    page.getByText(/access_denied, The person said no/)
    expect(scene.address()).toBe('/sign-in/oidc')
    expect(await scene.violations()).toEqual([])
    await user.click(page.getByRole('link', { name: 'Back to sign in' }))
    page.getByRole('button', { name: 'Continue with Halyard' })
  })

  it('is told when the address of the return was used already', async () => {
    const api = withProvider().fail('finishOidcSignIn', 'OIDC_SIGN_IN_ENDED')
    const { page } = await renderScreen('/sign-in/oidc?state=used&code=used', { api })
    page.getByText(/was already completed, has expired, or was started in another browser/)
  })
})
