import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startOidcProvider } from '../support/oidc-provider.ts'
import type { LocalProvider } from '../support/oidc-provider.ts'
import { freePort } from '../support/server-process.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const providerPort = await freePort()
const scene = useProcessWebScene((port) => ({
  BELFRY_PUBLIC_URL: `http://127.0.0.1:${port}`,
  BELFRY_OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
  BELFRY_OIDC_CLIENT_ID: 'belfry',
  BELFRY_OIDC_CLIENT_SECRET: 'secret-of-the-client-for-tests',
  BELFRY_OIDC_NAME: 'Halyard',
  BELFRY_OIDC_ROLES: 'admins=ADMIN;*=READ_ONLY',
}))
let provider: LocalProvider
beforeAll(async () => {
  provider = await startOidcProvider(`${scene.server.url}/sign-in/oidc`, providerPort)
  const verified = { email_verified: true, groups: [] }
  provider.people.set('ada', { ...verified, name: 'Ada', email: 'ada@mail.example', groups: ['admins'] })
  provider.people.set('bob', { ...verified, name: 'Bob', email: 'bob@mail.example' })
})
afterAll(() => provider.stop())

/** On the page of the provider, on the way to a page of the service. */
async function atProvider(path: string): Promise<Page> {
  const page = await scene.open(path)
  await page.getByRole('button', { name: 'Continue with Halyard' }).click()
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  return page
}

it('whoever signs in at the provider returns to the page that was asked for, with nothing of it in the address', async () => {
  const page = await atProvider('/checks?state=FAILING')
  await page.getByRole('link', { name: 'ada' }).click()
  await page.getByRole('heading', { name: 'Checks', exact: true }).waitFor()
  expect(page.url()).toBe(`${scene.server.url}/checks?state=FAILING`)
  await page.getByRole('link', { name: 'New check' }).first().waitFor()
  await page.goto(`${scene.server.url}/settings`)
  await page.getByText('ada@mail.example').waitFor()
})

it('the role is that of the groups: a reader sees no button for changes', async () => {
  const page = await atProvider('/checks')
  await page.getByRole('link', { name: 'bob' }).click()
  await page.getByRole('heading', { name: 'Checks', exact: true }).waitFor()
  await page.locator('nav[aria-label]').first().waitFor()
  expect(await page.getByRole('link', { name: 'New check' }).count()).toBe(0)
})

it('a sign-in goes on when the service starts anew while the person is at the provider', async () => {
  const page = await atProvider('/')
  await scene.server.stop()
  await scene.startServer()
  await page.getByRole('link', { name: 'ada' }).click()
  await page.getByRole('heading', { name: 'Home' }).waitFor()
  expect(page.url()).toBe(`${scene.server.url}/`)
})

it('who says no at the provider is told so, and the address of the return is of no use twice', async () => {
  const page = await atProvider('/')
  await page.getByRole('link', { name: 'cancel' }).click()
  await page.getByText('access_denied, The person said no').waitFor()
  expect(page.url()).toBe(`${scene.server.url}/sign-in/oidc`)
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('button', { name: 'Continue with Halyard' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.goto(`${scene.server.url}/sign-in/oidc?state=used&code=used`)
  await page.getByText('was finished already, has expired, or was started in another browser').waitFor()
})
