import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { useWebScene } from '../support/web-scene.ts'

const scene = useWebScene()

it('the audit log shows what somebody changed, before and after, and saves what the filters find', async () => {
  const group = { name: 'East side', locations: ['eu-west-1'] }
  const made = await scene.server.call('POST', '/v2/check-groups', group)
  const { id } = made.body as { readonly id: number }
  await scene.server.call('PUT', `/v1/check-groups/${id}`, { ...group, name: 'West side' })
  const secret = 'never-shown-4f9c'
  await scene.server.call('POST', '/v1/variables', { key: 'PASS', value: secret, secret: true })
  const page = await scene.signedIn('/settings/audit')
  await page.getByLabel('Filter the audit log').fill('side')
  await page.getByRole('button', { name: 'What changed: East side' }).waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('UPDATED')
  await page.getByRole('button', { name: 'What changed: East side' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'What changed: West side' }).click()
  await page.getByRole('cell', { name: 'East side', exact: true }).waitFor()
  await page.getByRole('cell', { name: 'West side', exact: true }).waitFor()
  expect(await scene.violations(page)).toEqual([])
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ q: 'side', action: 'UPDATED' })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const lines = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain('updateCheckGroup,UPDATED')
  await page.getByRole('button', { name: 'Everything about it' }).click()
  await page.getByRole('button', { name: 'Only West side' }).waitFor()
  await page.getByLabel('Action', { exact: true }).selectOption('')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('button', { name: 'What changed: PASS' }).click()
  await page.getByRole('cell', { name: '*********' }).waitFor()
  expect(await page.content()).not.toContain(secret)
})

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

it('somebody in two accounts switches between them, tab by tab, and finds nothing of the other one', async () => {
  const check = {
    name: 'Of the first',
    activated: false,
    locations: ['eu-west-1'],
    request: { url: 'http://localhost' },
  }
  const made = await scene.server.call('POST', '/v1/checks/url', check)
  const { id } = made.body as { readonly id: string }
  const page = await scene.signedIn('/')
  await page.getByRole('button', { name: 'Belfry', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New account' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Second')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Second', exact: true }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Belfry' }).click()
  await page.getByRole('button', { name: 'Belfry', exact: true }).waitFor()
  await page.goto(`${scene.server.url}/checks/${id}`)
  await page.getByRole('heading', { name: 'Of the first', exact: true }).waitFor()
  const other = await page.context().newPage()
  await other.goto(`${scene.server.url}/checks`)
  await page.getByRole('button', { name: 'Belfry', exact: true }).click()
  expect(await page.getByRole('menuitemcheckbox', { checked: true }).textContent()).toBe('BelfryOwner')
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('menuitemcheckbox', { name: 'Second' }).click()
  await page.getByRole('button', { name: 'Second', exact: true }).waitFor()
  await page.goto(`${scene.server.url}/checks/${id}`)
  await page.getByText('This page does not exist, or belongs to another account.').waitFor()
  await other.reload()
  await other.getByText('Of the first').waitFor()
  const third = await page.context().newPage()
  await third.goto(scene.server.url)
  await third.getByRole('button', { name: 'Second', exact: true }).waitFor()
  // As a link of an alert leads there: the tab moves to the account of the check, the others stay.
  await third.goto(`${scene.server.url}/checks/${id}?tab=settings`)
  await third.getByText('It belongs to your account Belfry.').waitFor()
  expect(await scene.violations(third)).toEqual([])
  await third.getByRole('button', { name: 'Switch to Belfry' }).click()
  await third.getByRole('heading', { name: 'Of the first', exact: true }).waitFor()
  expect(new URL(third.url()).searchParams.get('tab')).toBe('settings')
  const tab = await third.getByRole('link', { name: /^Results/ }).getAttribute('href')
  expect(tab).toMatch(/[?&]tab=results\b/)
  expect(tab).toMatch(/[?&]account=/)
  // A copied link of a list opens in the account it was made in, in a browser that was in another.
  await third.getByRole('link', { name: 'Checks', exact: true }).first().click()
  await third.getByText('Of the first').first().waitFor()
  const copied = await third.getByRole('link', { name: 'Of the first' }).first().getAttribute('href')
  const fourth = await page.context().newPage()
  await fourth.goto(third.url())
  await fourth.getByText('Of the first').first().waitFor()
  await fourth.goto(new URL(copied ?? '', scene.server.url).href)
  await fourth.getByRole('heading', { name: 'Of the first', exact: true }).waitFor()
  expect(new URL(copied ?? '', scene.server.url).searchParams.get('account')).toBe(
    new URL(third.url()).searchParams.get('account'),
  )
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('switch to')
  await page.getByRole('option', { name: 'Switch to the account Belfry' }).click()
  await page.getByRole('button', { name: 'Belfry', exact: true }).waitFor()
})
