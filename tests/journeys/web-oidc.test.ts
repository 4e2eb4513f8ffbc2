import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { startOidcProvider } from '../support/oidc-provider.ts'
import type { LocalProvider } from '../support/oidc-provider.ts'
import { useWebScene } from '../support/web-scene.ts'

const providerPort = await freePort()
const scene = useWebScene({
  environment: () => ({
    BELFRY_OIDC_ISSUER: `http://127.0.0.1:${providerPort}`,
    BELFRY_OIDC_CLIENT_ID: 'belfry',
    BELFRY_OIDC_CLIENT_SECRET: 'secret-of-the-client-for-tests',
    BELFRY_OIDC_NAME: 'Halyard',
    BELFRY_OIDC_ROLES: 'admins=ADMIN;*=READ_ONLY',
  }),
})
let provider: LocalProvider
beforeAll(async () => {
  provider = await startOidcProvider(`${scene.server.url}/sign-in/oidc`, providerPort)
  provider.people.set('ada', { name: 'Ada', email: 'ada@mail.example', email_verified: true, groups: ['admins'] })
})
afterAll(() => provider.stop())

it('whoever signs in at the provider returns to the page that was asked for with the role of their groups, also when the service starts anew meanwhile', async () => {
  const page = await scene.open('/checks?state=FAILING')
  await page.getByRole('button', { name: 'Continue with Halyard' }).click()
  await page.getByRole('heading', { name: 'Who are you?' }).waitFor()
  await scene.server.stop()
  await scene.server.start()
  await scene.server.untilInterfaceIsBuilt()
  await page.getByRole('link', { name: 'ada' }).click()
  await page.getByRole('heading', { name: 'Checks', exact: true }).waitFor()
  expect(page.url()).toBe(`${scene.server.url}/checks?state=FAILING`)
  await page.getByRole('link', { name: 'New check' }).first().waitFor()
  await scene.visit(page, '/settings')
  await page.getByText('ada@mail.example').waitFor()
})
