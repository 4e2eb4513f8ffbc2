import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright-core'
import { plainServer, readable, startMailbox } from '../support/mailbox.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { useProcessWebScene } from '../support/process-web-scene.ts'

const password = 'correct horse battery'
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox(plainServer)
})
afterAll(() => mailbox[Symbol.asyncDispose]())
const scene = useProcessWebScene(() => ({
  BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
  BELFRY_MAIL_FROM: 'belfry@example.com',
}))

async function invite(page: Page, email: string, role: string): Promise<void> {
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email address').fill(email)
  await dialog.getByLabel('Role').selectOption(role)
  await dialog.getByRole('button', { name: 'Invite' }).click()
}

/** The link of the dialog that shows it. */
async function shownLink(page: Page): Promise<string> {
  const link = (await page.getByRole('dialog').locator('pre').textContent()) ?? ''
  expect(await scene.violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Done' }).click()
  return link.slice(link.indexOf('/invites'))
}

it('an invited person accepts the mailed link, sees what the role permits, and the link works once', async () => {
  const owner = await scene.signedIn('/settings/members')
  await owner.getByText('Nobody is invited at the moment.').waitFor()
  await invite(owner, 'grace@mail.example', 'READ_ONLY')
  await owner.getByText('The link is mailed to grace@mail.example.').waitFor()
  const link = await shownLink(owner)
  await owner.getByRole('cell', { name: 'Sent', exact: true }).waitFor()
  await invite(owner, 'grace@mail.example', 'ADMIN')
  await owner.getByText('grace@mail.example is invited already.').waitFor()
  await owner.getByRole('button', { name: 'Cancel' }).click()
  expect(await scene.violations(owner)).toEqual([])
  const mailed = mailbox.mails.find(({ to }) => to.includes('grace@mail.example'))
  expect(mailed && readable(mailed)).toContain(link)

  const guest = await scene.open(link)
  await guest.getByText('Your role will be: Read only.').waitFor()
  expect(await scene.violations(guest)).toEqual([])
  await guest.getByLabel('Your name').fill('Grace')
  await guest.getByLabel('Password, at least 12 characters').fill('short')
  await guest.getByRole('button', { name: 'Accept and sign in' }).click()
  await guest.getByRole('alert').waitFor()
  await guest.getByLabel('Password, at least 12 characters').fill(password)
  await guest.getByRole('button', { name: 'Accept and sign in' }).click()
  await guest.getByRole('heading', { name: 'Home' }).waitFor()
  await guest.goto(`${scene.server.url}/settings/members`)
  await guest.getByRole('cell', { name: /Grace/ }).waitFor()
  expect(await guest.getByRole('button', { name: 'Invite' }).count()).toBe(0)
  expect(await guest.getByRole('button', { name: 'Remove' }).count()).toBe(0)

  const again = await scene.open(link)
  await again.getByRole('heading', { name: 'This invite does not work' }).waitFor()
  expect(await scene.violations(again)).toEqual([])
  await owner.reload()
  await owner.getByText('Nobody is invited at the moment.').waitFor()
  await owner.getByRole('cell', { name: /Grace/ }).waitFor()
})
