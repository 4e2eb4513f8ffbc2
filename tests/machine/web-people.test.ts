import { expect, it } from 'vitest'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const scene = useProcessWebScene()

/** The same service by the name that browsers allow passkeys for. */
const atLocalhost = (path: string): string => `http://localhost:${new URL(scene.server.url).port}${path}`

it('a passkey is added, signs in, is named and removed', async () => {
  const page = await scene.open('/sign-in')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const signOut = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Belfry', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
  }
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await page.goto(atLocalhost(await scene.signInLink()))
  await page.getByRole('link', { name: 'Settings' }).click()
  await passkeys.getByText('You have none yet.').waitFor()
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('dialog').getByLabel('Name, for example of the device').fill('Laptop')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Add a passkey' }).click()
  await passkeys.getByText('Not used yet').waitFor()
  // The virtual authenticator takes whatever is offered in the field of the address.
  const taken = page.waitForResponse(/sign-in\/passkey\/finish$/)
  await signOut()
  expect((await taken).status()).toBe(200)
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await page.addInitScript(() =>
    Reflect.set(Reflect.get(globalThis, 'PublicKeyCredential'), 'isConditionalMediationAvailable', async () => false),
  )
  await page.reload()
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await passkeys.getByText(/^Last used/).waitFor()
  await passkeys.getByRole('button', { name: 'Rename: Laptop' }).click()
  await page.getByRole('dialog').getByLabel('Name, for example of the device').fill('Old laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await passkeys.getByText('Old laptop').waitFor()
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await passkeys.getByText('You have none yet.').waitFor()
  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('Nobody here has this passkey').waitFor()
})
