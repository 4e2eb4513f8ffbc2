import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { plainServer, readable, startMailbox } from '../support/mailbox.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { eventually } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

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
const scene = useProcessWebScene(() => ({
  BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
  BELFRY_MAIL_FROM: 'belfry@example.com',
}))

async function createCheck(name: string, more: object = {}): Promise<string> {
  const body = { name, request: { url: target.url }, locations: ['eu-west-1'], retryStrategy: null, ...more }
  const made = await scene.server.call('POST', '/v1/checks/url', body)
  return (made.body as { readonly id: string }).id
}

/** Pastes a sign-in link while the form is shown, so that the page that was asked for is not lost. */
async function signInHere(page: Page): Promise<void> {
  await page.getByLabel('Password').waitFor()
  const link = await scene.signInLink()
  await page.evaluate(
    (hash) => {
      Reflect.get(globalThis, 'location').hash = hash
    },
    link.slice(link.indexOf('#')),
  )
}

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
  await first.getByRole('button', { name: 'Belfry', exact: true }).click()
  await first.getByRole('menuitem', { name: 'Sign out' }).click()
  await first.getByLabel('Password').waitFor()
  await second.getByLabel('Password').waitFor()
  expect(new URL(second.url()).searchParams.get('next')).toBe('/settings/variables')
})

it('the link of an alert mail leads to the result, after signing in', async () => {
  const channel = { type: 'EMAIL', config: { address: 'ops@mail.example' }, subscribe: { all: true } }
  expect(await scene.server.call('POST', '/v1/alert-channels', channel)).toMatchObject({ status: 201 })
  const id = await createCheck('Checkout', { frequency: 0, frequencyOffset: 10 })
  const mail = await eventually('the alert mail', async () =>
    mailbox.mails.find(({ to, source }) => to.includes('ops@mail.example') && source.includes('Checkout')),
  )
  const links = readable(mail).match(/http:\/\/\S+?\/results\/[0-9a-f-]+/g) ?? []
  const { pathname } = new URL(links[0] ?? 'http://none')
  expect(pathname).toContain(`/checks/${id}/results/`)
  const page = await scene.open(pathname)
  await signInHere(page)
  await page.getByText('503').first().waitFor()
  expect(new URL(page.url()).pathname).toBe(pathname)
  await page.getByRole('link', { name: 'Checkout' }).first().waitFor()
})
