import { createServer } from 'node:net'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import type { AlertFacts } from '#contract'
import { firstOf, plainServer, portOf, startMailbox as startServer } from '../../../tests/support/mailbox.ts'
import { facts, notificationOf, toolsWith } from '../../../tests/support/notification.ts'
import { alertMessage } from '../alert-message.ts'
import { deliver } from '../index.ts'
import type { ChannelTools } from '../index.ts'
import { mailHtml, mailText } from './mail-message.ts'

const user = { username: 'belfry', password: 'p%4s/word-of-mail' }

const onAuth: SMTPServerOptions['onAuth'] = (auth, _session, done) =>
  auth.username === user.username && auth.password === user.password
    ? done(null, { user: auth.username })
    : done(new Error(`Wrong password ${auth.password}`))

const startMailbox = (options: SMTPServerOptions) => startServer({ onAuth, ...options })
const message = (changes: Partial<AlertFacts> = {}) =>
  alertMessage(notificationOf('EMAIL', { address: '' }, { facts: { ...facts, ...changes } }))
const refusing = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode })

function send(
  url: string,
  address = 'Ops@example.com, second@example.org',
  more: Partial<ChannelTools> = {},
  changes: Partial<AlertFacts> = {},
) {
  const mail = { url, from: 'Belfry <belfry@example.com>' }
  const notification = notificationOf(
    'EMAIL',
    { address },
    { facts: { ...facts, ...changes }, variables: { ONCALL: 'oncall@example.net' } },
  )
  return deliver(notification, toolsWith({ mail, ...more }))
}

describe('an email', () => {
  it('reaches every address, with text and HTML, an id of its own and its thread', async () => {
    await using mailbox = await startMailbox(plainServer)
    const delivery = await send(`smtp://127.0.0.1:${mailbox.port}`, 'ops@example.com, {{ONCALL}}')
    expect(delivery).toMatchObject({ outcome: 'sent', response: expect.stringMatching(/^250 /) })
    const [mail] = mailbox.mails
    expect(mail).toMatchObject({ from: 'belfry@example.com', to: ['ops@example.com', 'oncall@example.net'] })
    const boundary = /boundary="([^"]+)"/.exec(mail?.source ?? '')?.[1] ?? ''
    const stable = (mail?.source ?? '').replaceAll(boundary, 'BOUNDARY').replaceAll('\r\n', '\n')
    await expect(stable).toMatchFileSnapshot('../../../tests/golden/channels/mail.eml')
  })

  it('says of a drill in its subject and its text that it is one, in a thread of its own', async () => {
    await using mailbox = await startMailbox(plainServer)
    const changes = { drillId: 'the-drill', alertTitle: '[Drill] Shop has failed' }
    await send(`smtp://127.0.0.1:${mailbox.port}`, 'ops@example.com', {}, changes)
    const source = firstOf(mailbox)
    expect(source).toContain('Subject: [Belfry] [Drill] Shop has failed')
    expect(source).toContain(
      'This is a drill: the check was made to fail on purpose. It creates no result, alert or incident.',
    )
    expect(source).toContain('<check-the-drill@')
  })

  it('looks as recorded, as text and as HTML', async () => {
    await expect(mailText(message())).toMatchFileSnapshot('../../../tests/golden/channels/mail.txt')
    await expect(mailHtml(message())).toMatchFileSnapshot('../../../tests/golden/channels/mail.html')
  })

  it('signs in, encrypts when the server can, and does without when it cannot', async () => {
    const credentials = `${user.username}:${encodeURIComponent(user.password)}`
    await using encrypted = await startMailbox({ authOptional: false })
    const query = '?requireTLS=true&tls.rejectUnauthorized=false'
    expect(await send(`smtp://${credentials}@127.0.0.1:${encrypted.port}/${query}`)).toMatchObject({ outcome: 'sent' })
    expect(encrypted.mails[0]).toMatchObject({ secure: true })
    await using open = await startMailbox({ ...plainServer, authOptional: false, allowInsecureAuth: true })
    expect(await send(`smtp://${credentials}@127.0.0.1:${open.port}`)).toMatchObject({ outcome: 'sent' })
    expect(open.mails[0]).toMatchObject({ secure: false })
    await using smtps = await startMailbox({ secure: true })
    expect(await send(`smtps://127.0.0.1:${smtps.port}/?tls.rejectUnauthorized=false`)).toMatchObject({
      outcome: 'sent',
    })
  })

  it('does not trust an unknown certificate and tries again later', async () => {
    await using mailbox = await startMailbox({})
    const delivery = await send(`smtp://127.0.0.1:${mailbox.port}`)
    expect(delivery).toMatchObject({ outcome: 'retry', response: expect.stringMatching(/certificate/i) })
    expect(mailbox.mails).toHaveLength(0)
  })

  it('is rejected by a wrong password, which is not repeated', async () => {
    await using mailbox = await startMailbox({ ...plainServer, authOptional: false, allowInsecureAuth: true })
    const delivery = await send(`smtp://belfry:hunter-two@127.0.0.1:${mailbox.port}`)
    expect(delivery).toMatchObject({ outcome: 'rejected', response: expect.stringContaining('535') })
    expect(delivery.response).not.toContain('hunter-two')
  })

  it('is tried again after 4xx and rejected after 5xx, wherever in the dialogue it comes', async () => {
    const outcomes: Record<string, string> = {}
    for (const code of [421, 450, 452, 500, 550, 554]) {
      await using atSender = await startMailbox({
        ...plainServer,
        onMailFrom: (_a, _s, done) => done(refusing(code, 'no')),
      })
      await using atRecipient = await startMailbox({
        ...plainServer,
        onRcptTo: (_a, _s, done) => done(refusing(code, 'no')),
      })
      await using atData = await startMailbox({
        ...plainServer,
        onData: (stream, _session, done) => {
          stream.resume()
          stream.on('end', () => done(refusing(code, 'no')))
        },
      })
      for (const [place, { port }] of Object.entries({ atSender, atRecipient, atData })) {
        outcomes[`${code} ${place}`] = (await send(`smtp://127.0.0.1:${port}`)).outcome
      }
    }
    expect(outcomes).toEqual(
      Object.fromEntries(Object.keys(outcomes).map((name) => [name, name.startsWith('4') ? 'retry' : 'rejected'])),
    )
    expect(Object.keys(outcomes)).toHaveLength(18)
  })

  it('counts as sent when one of several addresses was accepted, and names the others', async () => {
    await using mailbox = await startMailbox({
      ...plainServer,
      onRcptTo: ({ address }, _session, done) => done(address.startsWith('second') ? refusing(550, 'no') : null),
    })
    expect(await send(`smtp://127.0.0.1:${mailbox.port}`)).toMatchObject({
      outcome: 'sent',
      response: expect.stringContaining('rejected: second@example.org'),
    })
  })

  it('is retried when the mail server is unreachable or the service stops', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const port = portOf(server.address())
    const stopping = new AbortController()
    server.once('connection', (socket) => {
      stopping.abort()
      socket.destroy()
    })
    expect(await send(`smtp://127.0.0.1:${port}`, 'a@b.example', { signal: stopping.signal })).toMatchObject({
      outcome: 'retry',
    })
    await new Promise((resolve) => server.close(resolve))
    expect(await send(`smtp://127.0.0.1:${port}`)).toMatchObject({ outcome: 'retry' })
  })

  it('never throws, even when the setting is no URL', async () => {
    expect(await send('not a url')).toMatchObject({ outcome: 'retry' })
  })

  it('is rejected with advice when mail is not set up or an address is none', async () => {
    expect(await send('', 'a@b.example', { mail: null })).toEqual({
      outcome: 'rejected',
      response: 'Email is not configured. Set BELFRY_SMTP_URL and BELFRY_MAIL_FROM and restart the service.',
    })
    for (const address of ['{{NOBODY}}', 'a@b.example, x', 'a b@c.example', '"x" <a@b.example>', 'a@b.example,']) {
      expect({ address, outcome: (await send('smtp://127.0.0.1:1', address)).outcome }).toEqual({
        address,
        outcome: 'rejected',
      })
    }
  })

  it('takes no header, address or markup from facts', async () => {
    await using mailbox = await startMailbox(plainServer)
    const hostile = 'x\r\nBcc: evil@example.com\r\n\r\n<img src=x onerror=alert(1)>'
    await send(
      `smtp://127.0.0.1:${mailbox.port}`,
      'a@b.example',
      {},
      { alertTitle: hostile, checkName: hostile, tags: [hostile] },
    )
    const [mail] = mailbox.mails
    expect(mail?.to).toEqual(['a@b.example'])
    expect(mail?.source.split('\r\n\r\n')[0]).not.toMatch(/^bcc:/im)
    const html = mailHtml(
      message({
        alertTitle: hostile,
        checkErrorMessage: hostile,
        checkDescription: hostile,
        resultLink: 'javascript:alert(1)',
        tags: ['"><script>'],
      }),
    )
    expect(html).not.toMatch(/<img|<script|javascript:/)
  })
})
