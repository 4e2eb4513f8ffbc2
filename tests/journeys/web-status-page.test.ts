import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { plainServer, startMailbox, tokenIn } from '../support/mailbox.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { useWebScene } from '../support/web-scene.ts'

const copies = mkdtempSync(join(tmpdir(), 'belfry-copies-'))
let mailbox: Mailbox
beforeAll(async () => {
  mailbox = await startMailbox(plainServer)
})
const scene = useWebScene({
  environment: () => ({
    BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    BELFRY_MAIL_FROM: 'belfry@example.com',
    BELFRY_SNAPSHOTS_DIR: copies,
  }),
})
/** A site of somebody else that shows the banner, and a plain server of the copied files. */
const site = createServer((request, response) => {
  if (request.url === '/shop') {
    const script = `<script src="${scene.server.url}/status/acme/banner.js" async></script>`
    return response.writeHead(200, { 'content-type': 'text/html' }).end(`<h1>Shop</h1>${script}`)
  }
  try {
    return response.end(readFileSync(join(copies, new URL(request.url ?? '', 'http://site').pathname)))
  } catch {
    return response.writeHead(404).end()
  }
})
let siteUrl = ''
beforeAll(async () => {
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  siteUrl = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
})
afterAll(async () => {
  site.closeAllConnections()
  site.close()
  await mailbox[Symbol.asyncDispose]()
  rmSync(copies, { recursive: true, force: true })
})

/** As a screen reader finds them: what the banner consists of is closed to the site. */
async function namesOfLinks(page: Page): Promise<unknown[]> {
  const debug = await page.context().newCDPSession(page)
  const { nodes } = await debug.send('Accessibility.getFullAXTree')
  return nodes.filter(({ role }) => role?.value === 'link').map(({ name }): unknown => name?.value)
}

it('a status page is built, published, subscribed to and embedded, and its copy is read while the service is off', async () => {
  const editor = await scene.signedIn('/status-pages/new')
  await editor.getByLabel('Name').fill('Acme')
  await editor.getByRole('button', { name: 'Create' }).click()
  await editor.getByRole('button', { name: 'Group', exact: true }).click()
  await editor.getByLabel('Name of group, number 1').fill('Shop')
  for (const [place, name] of ['Checkout', 'Search'].entries()) {
    await editor.getByRole('button', { name: 'Component', exact: true }).click()
    await editor.getByLabel(`Name of component, number ${place + 2}`).fill(name)
  }
  await editor.frameLocator('iframe').getByText('Search').waitFor()
  await editor.getByRole('button', { name: 'Move Search, number 3' }).press('ArrowUp')
  await editor.getByRole('button', { name: 'Save' }).click()
  await editor.getByText('Status page saved').waitFor()

  const reader = await scene.open('/status/acme')
  expect(await reader.getByText(/^(Search|Checkout)$/).allTextContents()).toEqual(['Search', 'Checkout'])
  await reader.getByRole('link', { name: 'Get updates' }).first().click()
  await reader.getByLabel('Email address').fill('reader@mail.example')
  await reader.getByRole('button', { name: 'Subscribe' }).click()
  await scene.server.settled()
  await reader.goto(`${scene.server.url}/status/acme/verify/${tokenIn(mailbox, 'verify', 'reader@mail.example')}`)
  await reader.getByRole('button').first().click()

  await scene.visit(editor, '/incidents/new')
  await editor.getByLabel('Name').fill('Nothing is found')
  await editor.getByLabel('What users should know').fill('Searches are empty.')
  await editor.getByLabel('Where').selectOption('Components of Acme')
  await editor.getByLabel('Impact: Search').selectOption('MAJOR_OUTAGE')
  await editor.getByRole('button', { name: 'Open incident' }).click()
  await editor.getByRole('heading', { name: 'Nothing is found' }).waitFor()
  await scene.advance(minuteMs)
  expect(mailbox.mails.map(({ to }) => to.join())).toEqual(['reader@mail.example', 'reader@mail.example'])

  const shopper = await reader.context().newPage()
  await shopper.goto(`${siteUrl}/shop`)
  await shopper.locator('body > div').waitFor()
  expect(await namesOfLinks(shopper)).toEqual([expect.stringContaining('Search is down')])
  expect(await scene.violations(reader)).toEqual([])
  await editor.close()
  await scene.server.stop()
  await shopper.goto(`${siteUrl}/acme/index.html`)
  await shopper.getByRole('heading', { name: 'Search is down' }).waitFor()
  await shopper.getByText('Searches are empty.').first().waitFor()
})
