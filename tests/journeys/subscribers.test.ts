import { afterAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { plainServer, readable, received, startMailbox, tokenIn } from '../support/mailbox.ts'
import { useServer } from '../support/test-server.ts'

/** How many recipients the mail server still takes before it keeps the next ones waiting. */
let places = Number.POSITIVE_INFINITY
const isFull = Promise.withResolvers<void>()
const mailbox = await startMailbox({
  ...plainServer,
  onRcptTo(_address, _session, done) {
    places -= 1
    if (places >= 0) done()
    else isFull.resolve()
  },
})
const server = useServer({
  environment: () => ({
    BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    BELFRY_MAIL_FROM: 'belfry@example.com',
  }),
})
afterAll(() => mailbox[Symbol.asyncDispose]())

it('a visitor subscribes on the page, confirms by mail, is mailed, and leaves; a crash loses no mail', async () => {
  const { create } = await server.account()
  const openIncident = (name: string) =>
    create('/v1/status-pages/incidents', {
      name,
      severity: 'MAJOR',
      services: [{ id: serviceId }],
      incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look.', notifySubscribers: true }],
    })
  const form = (path: string, fields: Record<string, string> = {}) =>
    fetch(`${server.url}/status/acme${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    })
  const { id: serviceId } = await create('/v1/status-pages/services', { name: 'Shop' })
  const cards = [{ name: 'Card', services: [{ id: serviceId }] }]
  const { id: pageId } = await create('/v1/status-pages', { name: 'Acme', url: 'acme', cards })
  const visitor = 'visitor@mail.example'
  expect((await form('/subscribe', { address: visitor })).status).toBe(200)
  await server.settled()
  expect(mailbox.mails).toHaveLength(1)
  expect((await form(`/verify/${tokenIn(mailbox, 'verify', visitor)}`)).status).toBe(200)
  await openIncident('First')
  await server.settled()
  expect(mailbox.mails).toHaveLength(2)
  expect(received(mailbox)).toContain(`${visitor}: [INCIDENT] Shop - First (Investigating)`)
  expect((await form(`/unsubscribe/${tokenIn(mailbox, 'unsubscribe', visitor)}`)).status).toBe(200)

  const many = Array.from({ length: 60 }, (_, index) => `reader${index}@mail.example`)
  await create(`/v1/status-pages/${String(pageId)}/subscriptions/bulk`, {
    subscriptions: many.map((config) => ({ type: 'EMAIL', config })),
    autoVerify: true,
  })
  places = 25
  await openIncident('Second')
  await isFull.promise
  await server.crash()
  const secondMails = () => mailbox.mails.filter((mail) => readable(mail).includes('Second'))
  expect(secondMails().length).toBeLessThan(many.length)
  places = Number.POSITIVE_INFINITY
  await server.start()
  await server.advance(minuteMs)

  const readers = new Set(secondMails().map(({ to }) => to.join()))
  expect([...readers].toSorted()).toEqual(many.toSorted())
  // What was handed over at the moment of the crash may come twice, under the same message id.
  const ids = new Set(secondMails().map(({ source }) => /^Message-ID: (\S+)/m.exec(source)?.[1]))
  expect(ids.size).toBe(many.length)
  expect(secondMails().length).toBeLessThanOrEqual(many.length + 20)
})
