import { afterAll, beforeAll, expect, it } from 'vitest'
import { plainServer, readable, received, startMailbox, tokenIn } from '../support/mailbox.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'

const dataDir = await initialisedDataDir()
const pauseMs = 100
let mailbox: Mailbox
let server: ServerProcess
let start: () => Promise<ServerProcess>

beforeAll(async () => {
  const onRcptTo = (_address: unknown, _session: unknown, done: () => void) => void setTimeout(done, pauseMs)
  mailbox = await startMailbox({ ...plainServer, onRcptTo })
  const port = await freePort()
  const environment = { BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`, BELFRY_MAIL_FROM: 'belfry@example.com' }
  start = () => startServerProcess({ dataDir, port, environment })
  server = await start()
})

afterAll(async () => {
  await server.stop()
  await mailbox[Symbol.asyncDispose]()
  removeDataDir(dataDir)
})

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id

const openIncident = (name: string, serviceId: string) =>
  server.call('POST', '/v1/status-pages/incidents', {
    name,
    severity: 'MAJOR',
    services: [{ id: serviceId }],
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look.', notifySubscribers: true }],
  })

const form = (path: string, fields: Record<string, string> = {}) =>
  fetch(`${server.url}/status/acme${path}`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

it('a visitor subscribes on the page, confirms by mail, is mailed, and leaves; a crash loses no mail', async () => {
  const serviceId = idOf(await server.call('POST', '/v1/status-pages/services', { name: 'Shop' }))
  const cards = [{ name: 'Card', services: [{ id: serviceId }] }]
  const pageId = idOf(await server.call('POST', '/v1/status-pages', { name: 'Acme', url: 'acme', cards }))
  const visitor = 'visitor@mail.example'
  expect((await form('/subscribe', { address: visitor })).status).toBe(200)
  await eventually('the question by mail', async () => mailbox.mails.length === 1)
  expect((await form(`/verify/${tokenIn(mailbox, 'verify', visitor)}`)).status).toBe(200)
  await openIncident('First', serviceId)
  await eventually('the first mail', async () => mailbox.mails.length === 2)
  expect(received(mailbox)).toContain(`${visitor}: [INCIDENT] Shop - First (Investigating)`)
  expect((await form(`/unsubscribe/${tokenIn(mailbox, 'unsubscribe', visitor)}`)).status).toBe(200)

  const many = Array.from({ length: 60 }, (_, index) => `reader${index}@mail.example`)
  await server.call('POST', `/v1/status-pages/${pageId}/subscriptions/bulk`, {
    subscriptions: many.map((config) => ({ type: 'EMAIL', config })),
    autoVerify: true,
  })
  await openIncident('Second', serviceId)
  await eventually('some of the mails', async () => mailbox.mails.length > 15)
  await server.kill()
  server = await start()
  const secondMails = () => mailbox.mails.filter((mail) => readable(mail).includes('Second'))
  const readers = () => new Set(secondMails().map(({ to }) => to.join()))
  await eventually('every subscriber to get the mail', async () => readers().size === many.length, 90_000)

  expect([...readers()].toSorted()).toEqual(many.toSorted())
  // What was handed over at the moment of the kill may come twice, under the same message id.
  const ids = new Set(secondMails().map(({ source }) => /^Message-ID: (\S+)/m.exec(source)?.[1]))
  expect(ids.size).toBe(many.length)
  expect(secondMails().length).toBeLessThanOrEqual(many.length + 20)
})
