import { describe, expect, it } from 'vitest'
import { TestClock } from '#kernel'
import { plainServer, readable, startMailbox } from '../../tests/support/mailbox.ts'
import type { PlainMail } from '#contract'
import { createMailPool, deliverPlainMail } from './index.ts'
import { plainMailHtml, plainMailText } from './plain-mail.ts'

const mail: PlainMail = {
  id: '7.reader',
  threadId: 'incident-1',
  to: 'reader@mail.example',
  subject: '[INCIDENT] Shop - Orders fail (Investigating)',
  title: 'Orders fail',
  badge: { word: 'Investigating', colour: '#cf222e' },
  paragraphs: [],
  markdown: 'We are **looking** into it.\nMore <soon>, see https://shop.example/a.',
  facts: [
    ['Service', 'Shop & <Store>'],
    ['Started', '2026-03-01 12:00 UTC'],
  ],
  button: { label: 'Open the status page', url: 'https://belfry.example/status/acme' },
  footer: 'You get this because you subscribed to the status page "Acme".',
  unsubscribeUrl: 'https://belfry.example/status/acme/unsubscribe/token-of-the-reader',
}

const tools = (url: string | null) => ({
  mail: url === null ? null : { url, from: 'Belfry <belfry@example.com>' },
  publicUrl: 'https://belfry.example',
  clock: new TestClock('2026-03-01T12:00:00.000Z'),
})

describe('a mail to a subscriber', () => {
  it('looks as recorded, as text and as HTML', async () => {
    await expect(plainMailText(mail)).toMatchFileSnapshot('../../tests/golden/channels/plain-mail.txt')
    await expect(plainMailHtml(mail)).toMatchFileSnapshot('../../tests/golden/channels/plain-mail.html')
  })

  it('keeps headers of others out of its own', async () => {
    await using mailbox = await startMailbox(plainServer)
    const subject = 'Orders\r\nBcc: victim@mail.example'
    const delivery = await deliverPlainMail({ ...mail, subject }, tools(`smtp://127.0.0.1:${mailbox.port}`))
    expect(delivery.outcome).toBe('sent')
    const [received] = mailbox.mails
    expect(received?.to).toEqual(['reader@mail.example'])
    expect(received && readable(received)).toMatch(/^Subject: Orders Bcc: victim@mail.example$/m)
    expect(received?.source).not.toMatch(/^Bcc:/im)
  })

  it('goes over connections that others used before, which end by themselves', async () => {
    const connections = { made: 0, open: 0, most: 0 }
    const ended = Promise.withResolvers<void>()
    await using mailbox = await startMailbox({
      ...plainServer,
      onConnect: (_session, done) => {
        connections.made += 1
        connections.open += 1
        connections.most = Math.max(connections.most, connections.open)
        done()
      },
      onClose: () => {
        connections.open -= 1
        if (connections.open === 0) ended.resolve()
      },
    })
    const url = `smtp://127.0.0.1:${mailbox.port}`
    const shared = tools(url)
    const pool = createMailPool(url, 3)
    const pooled = { ...shared, mail: shared.mail && { ...shared.mail, pool } }
    for (let turn = 0; turn < 4; turn += 1) {
      const mails = Array.from({ length: 5 }, (_, index) => ({ ...mail, id: `${turn}.${index}` }))
      const outcomes = await Promise.all(mails.map((one) => deliverPlainMail(one, pooled)))
      expect(outcomes.map(({ outcome }) => outcome)).toEqual(mails.map(() => 'sent'))
    }
    await ended.promise
    expect(connections).toEqual({ made: 3, open: 0, most: 3 })
    expect(mailbox.mails).toHaveLength(20)
  })

  it('is rejected for good when the server says so, without what must stay secret', async () => {
    const onRcptTo = (_address: unknown, _session: unknown, done: (error: Error) => void) =>
      done(Object.assign(new Error(`No such reader, password p4ssword! ${mail.unsubscribeUrl}`), { responseCode: 550 }))
    await using mailbox = await startMailbox({
      ...plainServer,
      onRcptTo,
      onAuth: (_auth, _s, done) => done(null, { user: 'x' }),
      allowInsecureAuth: true,
    })
    const delivery = await deliverPlainMail(mail, tools(`smtp://belfry:p4ssword!@127.0.0.1:${mailbox.port}`))
    expect(delivery.outcome).toBe('rejected')
    expect(delivery.response).toContain('No such reader')
    expect(delivery.response).not.toMatch(/p4ssword!|token-of-the-reader/)
  })

  it('is rejected with a clear message without a mail server, and retried while the server is unavailable', async () => {
    expect(await deliverPlainMail(mail, tools(null))).toMatchObject({
      outcome: 'rejected',
      response: expect.stringContaining('Email is not configured'),
    })
    const port = await startMailbox(plainServer).then(async (mailbox) => {
      await mailbox[Symbol.asyncDispose]()
      return mailbox.port
    })
    expect(await deliverPlainMail(mail, tools(`smtp://127.0.0.1:${port}`))).toMatchObject({ outcome: 'retry' })
  })
})
