import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainServer, readable, startMailbox } from '../support/mailbox.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useWebScene } from '../support/web-scene.ts'

let mailbox: Mailbox
let target: WebReceiver
beforeAll(async () => {
  mailbox = await startMailbox(plainServer)
  target = await startWebReceiver((response) => response.writeHead(503).end('down'))
})
afterAll(async () => {
  await mailbox[Symbol.asyncDispose]()
  await target[Symbol.asyncDispose]()
})
const scene = useWebScene({
  environment: () => ({
    BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    BELFRY_MAIL_FROM: 'belfry@example.com',
  }),
})

/** The text of the only mail to somebody. */
async function mailTo(address: string): Promise<string> {
  await scene.server.settled()
  const mails = mailbox.mails.filter(({ to }) => to.includes(address))
  expect(mails).toHaveLength(1)
  return mails.map(readable).join('')
}

/** The path of a link with what follows it. */
const pathIn = (text: string, link: RegExp): string => {
  const { pathname, hash } = new URL(link.exec(text)?.[0] ?? '')
  return pathname + hash
}

it('an invited person accepts the mailed link, is signed in, and the link works once', async () => {
  const owner = await scene.signedIn('/settings/members')
  await owner.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = owner.getByRole('dialog')
  await dialog.getByLabel('Email address').fill('grace@mail.example')
  await dialog.getByRole('button', { name: 'Invite' }).click()
  await owner.getByText(/^The link was emailed to grace@mail\.example\./).waitFor()
  expect(await dialog.textContent()).not.toContain('#token=')
  const link = pathIn(await mailTo('grace@mail.example'), /http\S+\/invites#token=\w+/)

  const guest = await scene.open(link)
  await guest.getByText('Your role: Read only.').waitFor()
  await guest.getByLabel('Your name').fill('Grace')
  await guest.getByLabel('Password, at least 12 characters').fill('correct horse battery')
  await guest.getByRole('button', { name: 'Accept and sign in' }).click()
  await guest.getByRole('heading', { name: 'Home' }).waitFor()
  await scene.visit(guest, '/settings/members')
  await guest.getByRole('cell', { name: /Grace/ }).waitFor()
  expect(await guest.getByRole('button', { name: /Invite|Remove/ }).count()).toBe(0)

  const again = await scene.open(link)
  await again.getByRole('heading', { name: 'This invite does not work' }).waitFor()
})

it('the link of an alert mail leads to the result, after signing in', async () => {
  const { create } = scene.server.as()
  await create('/v1/alert-channels', {
    type: 'EMAIL',
    config: { address: 'ops@mail.example' },
    subscribe: { all: true },
  })
  const request = { url: target.url }
  const plan = { frequency: 1, locations: ['eu-west-1'], retryStrategy: null }
  const { id } = await create('/v1/checks/url', { name: 'Checkout', request, ...plan })
  await scene.advance(10_000)
  const address = pathIn(await mailTo('ops@mail.example'), /http:\/\/\S+?\/results\/[0-9a-f-]+/)
  expect(address).toContain(`/checks/${String(id)}/results/`)
  const page = await scene.open(address)
  await page.getByLabel('Password').waitFor()
  // It is used while the form is shown: what was asked for is not lost.
  const [, hash] = (await scene.signInLink()).split('#')
  await page.evaluate((text) => Reflect.set(Reflect.get(globalThis, 'location'), 'hash', text), hash)
  await page.getByText('503').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(address)
  await page.getByRole('link', { name: 'Checkout' }).first().waitFor()
})

it('a change in one tab is seen in the other, and who signs out in one is signed out in both', async () => {
  const first = await scene.signedIn('/settings/variables')
  const second = await first.context().newPage()
  await second.goto(`${scene.server.url}/settings/variables`)
  await second.getByText('No variables').waitFor()
  await first.getByRole('button', { name: 'New variable' }).click()
  await first.getByLabel('Name', { exact: true }).fill('SHARED')
  await first.getByLabel('Value', { exact: true }).fill('x')
  await first.getByRole('button', { name: 'Save' }).click()
  await second.getByText('SHARED').waitFor()
  await signOut(first)
  await Promise.all([first, second].map((page) => page.getByLabel('Password').waitFor()))
  expect(new URL(second.url()).searchParams.get('next')).toBe('/settings/variables')
})

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Belfry', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

it('a passkey is added and signs in, from the field of the address and by the button, until it is removed', async () => {
  const page = await scene.signedIn('/settings')
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
  const passkeys = page.getByRole('region', { name: 'Passkeys' })
  await passkeys.getByRole('button', { name: 'Add passkey' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name, for example the device').fill('Laptop')
  await dialog.getByRole('button', { name: 'Add passkey' }).click()
  await passkeys.getByText('Not used yet').waitFor()
  // The virtual authenticator takes whatever is offered in the field of the address.
  const taken = page.waitForResponse(/sign-in\/passkey\/finish$/)
  await signOut(page)
  expect((await taken).status()).toBe(200)
  await page.getByRole('link', { name: 'Settings' }).waitFor()
  await page.addInitScript(() =>
    Reflect.set(Reflect.get(globalThis, 'PublicKeyCredential'), 'isConditionalMediationAvailable', async () => false),
  )
  await page.reload()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await passkeys.getByText(/^Last used/).waitFor()
  await passkeys.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await passkeys.getByText('No passkeys yet.').waitFor()
  await signOut(page)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.getByRole('alert').getByText('This passkey is not registered here').waitFor()
})

it('a person changes their address by opening the link that was mailed to the new one', async () => {
  const owner = await scene.signedIn('/settings')
  const address = owner.getByRole('region', { name: 'Email address' })
  await address.getByLabel('New email address').fill('new-owner@mail.example')
  await address.getByRole('button', { name: 'Change address' }).click()
  await address.getByText(/^A confirmation (is being|was) sent to new-owner@mail\.example/).waitFor()
  const guest = await scene.open(pathIn(await mailTo('new-owner@mail.example'), /http\S+\/email-address#token=\w+/))
  await guest.getByRole('button', { name: 'Confirm address' }).click()
  await guest.getByRole('heading', { name: 'new-owner@mail.example is confirmed' }).waitFor()
  await owner.reload()
  await expect.poll(() => address.getByText('new-owner@mail.example', { exact: true }).count()).toBe(1)
})
