import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { findOwner, updateUserEmail } from '#storage/accounts'
import { useDatabase } from '../../../tests/support/database.ts'
import { DeliveryHarness } from '../../../tests/support/delivery-harness.ts'
import { firstOf, plainServer, readable, startMailbox } from '../../../tests/support/mailbox.ts'
import type { Mailbox } from '../../../tests/support/mailbox.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import { deliveryLoops } from './testing/delivery-loops.ts'

const database = useDatabase()
let service: TestService
let accountId: string
let send: Send
beforeEach(async () => {
  service = new TestService(database.db())
  // The loops work for all accounts, those of the tests before included.
  await service.db.rows('delete from notifications')
  const owner = await service.owner()
  accountId = owner.account.accountId
  send = owner.send
})

const broken = () => startWebReceiver((response) => void response.writeHead(500).end('out of order'))
const working = () => startWebReceiver((response) => void response.end('ok'))
/** The titles of what came another way by mail, as the text of each mail begins. */
const titlesIn = ({ mails }: Mailbox): string[] =>
  mails.map((mail) => /^\[Fallback\] (.*)$/m.exec(readable(mail))?.[1] ?? '')
const recipientsOf = ({ mails }: Mailbox): string[] => mails.flatMap(({ to }) => to)
const mailTo = ({ port }: Mailbox) => ({ url: `smtp://127.0.0.1:${port}`, from: 'Belfry <belfry@mail.example>' })
const harnessWith = (mailbox: Mailbox | null) =>
  new DeliveryHarness(service, send, deliveryLoops(service, mailbox && mailTo(mailbox)))

/** Each person has a different address. */
const ownerAddress = (): string => `owner-${accountId}@mail.example`

async function giveOwnerAddress(email = ownerAddress()): Promise<void> {
  await updateUserEmail(service.db, (await findOwner(service.db, accountId)) ?? '', { email, isVerified: true })
}

const pending = async (): Promise<number> => {
  const [row] = await service.db.rows<{ pending: number }>(
    `select count(*)::int as pending from notifications where account_id = $1 and fallback_due_at is not null`,
    [accountId],
  )
  return row?.pending ?? -1
}

describe('the state of a channel', () => {
  it('is FAILING with the reason at once when a delivery is rejected, and OK when one is sent', async () => {
    let status = 410
    await using hook = await startWebReceiver((response) => void response.writeHead(status).end('gone away'))
    const harness = harnessWith(null)
    const id = await harness.webhook(hook.url)
    expect(await harness.channel(id)).toMatchObject({ deliveryState: 'UNKNOWN', lastDelivery: null, lastError: null })
    const check = await harness.check('db', [id])
    const since = new Date(service.clock.now()).toISOString()
    await harness.run([check], 'failed')
    await harness.deliver()
    expect(await harness.channel(id)).toMatchObject({
      deliveryState: 'FAILING',
      lastDelivery: { at: since, outcome: 'rejected' },
      lastError: 'HTTP 410: gone away',
      failingSince: since,
      consecutiveFailures: 1,
    })
    status = 200
    service.clock.advance(minuteMs)
    await harness.run([check], 'passed')
    await harness.deliver()
    const healthy = { deliveryState: 'OK', lastError: null, failingSince: null, consecutiveFailures: 0 }
    expect(await harness.channel(id)).toMatchObject({ ...healthy, lastDelivery: { outcome: 'sent' } })
    expect(await harness.channel(id)).toMatchObject({ recentOutcomes: ['rejected', 'sent'] })
    const { body } = await send('GET', '/v1/alert-channels')
    expect(body).toMatchObject([healthy])
  })

  it('is not FAILING for one attempt that may pass, and is for the third in a row, counted from the first', async () => {
    await using hook = await broken()
    const harness = harnessWith(null)
    const id = await harness.webhook(hook.url)
    const since = new Date(service.clock.now()).toISOString()
    await harness.run([await harness.check('db', [id])], 'failed')
    const states = []
    for (let tries = 0; tries < 3; tries += 1) {
      await harness.deliver()
      states.push(await harness.channel(id))
      service.clock.advance(20_000)
    }
    expect(states).toMatchObject([
      { deliveryState: 'UNKNOWN', consecutiveFailures: 1, failingSince: since },
      { deliveryState: 'UNKNOWN', consecutiveFailures: 2, failingSince: since },
      { deliveryState: 'FAILING', consecutiveFailures: 3, failingSince: since, lastError: 'HTTP 500: out of order' },
    ])
  })

  it('is reset with another config, and retained with the same one', async () => {
    await using hook = await startWebReceiver((response) => void response.writeHead(410).end())
    const harness = harnessWith(null)
    const id = await harness.webhook(hook.url)
    await harness.run([await harness.check('db', [id])], 'failed')
    await harness.deliver()
    const body = { type: 'WEBHOOK', config: { name: 'hook', url: hook.url } }
    expect((await send('PUT', `/v1/alert-channels/${id}`, body)).body).toMatchObject({ deliveryState: 'FAILING' })
    const other = { type: 'WEBHOOK', config: { name: 'hook', url: `${hook.url}/new` } }
    expect((await send('PUT', `/v1/alert-channels/${id}`, other)).body).toMatchObject({ deliveryState: 'UNKNOWN' })
  })

  it('shows no credential of the channel in its last error', async () => {
    await using hook = await startWebReceiver((response, { path }) => void response.writeHead(410).end(path))
    const harness = harnessWith(null)
    const id = await harness.webhook(`${hook.url}/services/T000-canary-B000-key`)
    await harness.run([await harness.check('db', [id])], 'failed')
    await harness.deliver()
    const { body, text } = await send('GET', `/v1/alert-channels/${id}`)
    expect(JSON.stringify((body as { lastError: string }).lastError)).not.toContain('canary')
    expect(text).toContain('FAILING')
  })
})

describe('an alert that its channel does not deliver', () => {
  it('is mailed to the owner after an hour, once, and says which channel has been failing since when', async () => {
    await using hook = await broken()
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const id = await harness.webhook(hook.url, 'Pager')
    const since = new Date(service.clock.now()).toISOString()
    await harness.run([await harness.check('Shop database', [id])], 'failed')
    await harness.giveUp()
    service.clock.advance(57 * minuteMs)
    await harness.fallBack()
    expect(mailbox.mails).toEqual([])
    service.clock.advance(minuteMs)
    await harness.fallBack()
    expect(recipientsOf(mailbox)).toEqual([ownerAddress()])
    expect(titlesIn(mailbox)).toEqual(['Check "Shop database" has failed'])
    const text = firstOf(mailbox)
    expect(text).toContain(
      `Alert channel ${id} (Webhook "Pager") has been failing since ${since}: HTTP 500: out of order`,
    )
    expect(text).toContain('Refused.')
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect(mailbox.mails).toHaveLength(1)
    expect(await pending()).toBe(0)
  })

  it('goes another way at its first failed attempt once the channel has failed for an hour', async () => {
    await using hook = await broken()
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const id = await harness.webhook(hook.url)
    const [first, second] = [await harness.check('first', [id]), await harness.check('second', [id])]
    await harness.run([first], 'failed')
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    service.clock.advance(10 * minuteMs)
    await harness.run([second], 'failed')
    await harness.deliver()
    await harness.fallBack()
    expect(titlesIn(mailbox)).toEqual(['Check "first" has failed', 'Check "second" has failed'])
    service.clock.advance(minuteMs)
    await harness.giveUp()
    await harness.fallBack()
    expect(mailbox.mails).toHaveLength(2)
  })

  it('goes nowhere else when another channel of the check delivered it', async () => {
    await using hook = await broken()
    await using other = await working()
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const channels = [await harness.webhook(hook.url), await harness.webhook(other.url)]
    await harness.run([await harness.check('db', channels)], 'failed')
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect({
      mailsCount: mailbox.mails.length,
      requestsCount: other.requests.length,
      pending: await pending(),
    }).toEqual({ mailsCount: 0, requestsCount: 1, pending: 0 })
  })

  it('is not sent over a fallback when its channel delivered a newer alert of the check meanwhile', async () => {
    let status = 500
    await using hook = await startWebReceiver((response) => void response.writeHead(status).end())
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const check = await harness.check('db', [await harness.webhook(hook.url)])
    await harness.run([check], 'failed')
    await harness.giveUp()
    status = 200
    await harness.run([check], 'passed')
    await harness.deliver()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 0, pending: 0 })
  })

  it('still reaches somebody when its channel works again and said nothing of the check since', async () => {
    let status = 500
    await using hook = await startWebReceiver((response) => void response.writeHead(status).end())
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const id = await harness.webhook(hook.url)
    const [lost, other] = [await harness.check('lost', [id]), await harness.check('other', [id])]
    await harness.run([lost], 'failed')
    await harness.giveUp()
    status = 200
    await harness.run([other], 'failed')
    await harness.deliver()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect(titlesIn(mailbox)).toEqual(['Check "lost" has failed'])
    expect(firstOf(mailbox)).toContain('did not deliver it but has recovered since')
  })

  it('shares one message with all others of the account, at most one a minute', async () => {
    await using hook = await broken()
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const id = await harness.webhook(hook.url)
    const checks = []
    for (let index = 0; index < 30; index += 1) checks.push(await harness.check(`check ${index}`, [id]))
    await harness.run(checks, 'failed')
    for (let round = 0; round < 20; round += 1) await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect(mailbox.mails).toHaveLength(1)
    const [mail] = mailbox.mails
    expect(mail && readable(mail)).toContain('(and 29 more)')
    expect(mail && readable(mail)).toContain('- and 9 more')
    expect(await pending()).toBe(0)

    const late = await harness.check('late', [id])
    await harness.run([late], 'failed')
    await harness.deliver()
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 1, pending: 1 })
    service.clock.advance(minuteMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 2, pending: 0 })
  })

  it('goes over a working channel of the account when the owner has no address', async () => {
    await using hook = await broken()
    await using other = await working()
    const harness = harnessWith(null)
    const [failing, healthy] = [await harness.webhook(hook.url), await harness.webhook(other.url)]
    await harness.check('somebody else', [healthy])
    await harness.run([await harness.check('db', [failing])], 'failed')
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    const bodies = other.requests.map(({ body }) => JSON.parse(body))
    expect(bodies).toMatchObject([{ alertTitle: '[Fallback] Check "db" has failed', checkName: 'db' }])
  })

  it('is never mailed to the address that owners have who gave none', async () => {
    await using hook = await broken()
    await using mailbox = await startMailbox(plainServer)
    const harness = harnessWith(mailbox)
    await harness.run([await harness.check('db', [await harness.webhook(hook.url)])], 'failed')
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 0, pending: 1 })
    await giveOwnerAddress()
    service.clock.advance(10 * minuteMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 1, pending: 0 })
  })

  it('goes on to the next way when the first one fails too', async () => {
    await using hook = await broken()
    await using other = await working()
    await using mailbox = await startMailbox({
      ...plainServer,
      onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
    })
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const id = await harness.webhook(hook.url)
    await harness.webhook(other.url)
    await harness.run([await harness.check('db', [id])], 'failed')
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect(other.requests).toHaveLength(0)
    service.clock.advance(minuteMs)
    await harness.fallBack()
    expect(other.requests.map(({ body }) => JSON.parse(body).alertTitle)).toEqual(['[Fallback] Check "db" has failed'])
    expect(await pending()).toBe(0)
  })

  it('is given up after a day without a fallback', async () => {
    await using hook = await broken()
    const harness = harnessWith(null)
    await harness.run([await harness.check('db', [await harness.webhook(hook.url)])], 'failed')
    await harness.giveUp()
    for (let hours = 0; hours < 26; hours += 1) {
      service.clock.advance(hourMs)
      await harness.fallBack()
    }
    expect(await pending()).toBe(0)
  })

  it('is not pending any more when its channel was deleted', async () => {
    await using hook = await broken()
    await using mailbox = await startMailbox(plainServer)
    await giveOwnerAddress()
    const harness = harnessWith(mailbox)
    const id = await harness.webhook(hook.url)
    await harness.run([await harness.check('db', [id])], 'failed')
    await send('DELETE', `/v1/alert-channels/${id}`)
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 0, pending: 0 })
  })
})
