import { beforeEach, describe, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { findOwner, updateUserEmail } from '#storage/accounts'
import { useDatabase } from '../../../tests/support/database.ts'
import { DeliveryHarness } from '../../../tests/support/delivery-harness.ts'
import { plainServer, startMailbox } from '../../../tests/support/mailbox.ts'
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
const inMinutes = (minutes: number): string => new Date(service.clock.now() + minutes * minuteMs).toISOString()

/** Calls the API and expects it to succeed. */
async function call(method: Parameters<Send>[0], path: string, body?: object): Promise<void> {
  const answer = await send(method, path, body)
  expect({ status: answer.status, text: answer.text }).toEqual({
    status: expect.toSatisfy((status: number) => status < 300),
    text: answer.text,
  })
}

const pending = async (): Promise<number> => {
  const [row] = await service.db.rows<{ pending: number }>(
    `select count(*)::int as pending from notifications where account_id = $1 and fallback_due_at is not null`,
    [accountId],
  )
  return row?.pending ?? -1
}

/** A desk whose account has an owner with an address, and how many mails he got. */
async function mailedHarness() {
  const mailbox = await startMailbox(plainServer)
  const owner = (await findOwner(service.db, accountId)) ?? ''
  await updateUserEmail(service.db, owner, { email: `owner-${accountId}@mail.example`, isVerified: true })
  const mail = { url: `smtp://127.0.0.1:${mailbox.port}`, from: 'Belfry <belfry@mail.example>' }
  const harness = new DeliveryHarness(service, send, deliveryLoops(service, mail))
  return { harness, mailbox }
}

describe('an alert that its channel did not deliver is not sent over a fallback', () => {
  const since: Record<string, (checkId: string) => Promise<void>> = {
    'muted its check': (id) => call('POST', `/v1/checks/${id}/mute`, { minutes: 600 }),
    'muted its check for good': (id) => call('PUT', `/v1/checks/tcp/${id}`, { muted: true }),
    'snoozed it': (id) => call('POST', `/v1/checks/${id}/snooze`, { minutes: 600 }),
    'acknowledged it': (id) => call('POST', `/v1/checks/${id}/acknowledge`, {}),
    'deactivated its check': (id) => call('PUT', `/v1/checks/tcp/${id}`, { activated: false }),
    'deleted its check': (id) => call('DELETE', `/v1/checks/${id}`),
    'begun a window that silences it': () =>
      call('POST', '/v1/maintenance-windows', {
        name: 'upgrade',
        silenceAllAlerts: true,
        startsAt: inMinutes(-1),
        endsAt: inMinutes(600),
      }),
  }

  it.each(Object.keys(since))('once somebody has %s', async (what) => {
    await using hook = await broken()
    const { harness, mailbox } = await mailedHarness()
    await using _ = mailbox
    const check = await harness.check('db', [await harness.webhook(hook.url)])
    await harness.run([check], 'failed')
    await harness.giveUp()
    await since[what]?.(check)
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect(mailbox.mails).toEqual([])
  })

  it('while a snooze lasts, and is when it ends', async () => {
    await using hook = await broken()
    const { harness, mailbox } = await mailedHarness()
    await using _ = mailbox
    const check = await harness.check('db', [await harness.webhook(hook.url)])
    await harness.run([check], 'failed')
    await harness.giveUp()
    await call('POST', `/v1/checks/${check}/snooze`, { minutes: 70 })
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 0, pending: 1 })
    service.clock.advance(15 * minuteMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 1, pending: 0 })
  })

  it('while its own channel is paused, and is when the pause is over', async () => {
    await using hook = await broken()
    const { harness, mailbox } = await mailedHarness()
    await using _ = mailbox
    const id = await harness.webhook(hook.url)
    await harness.run([await harness.check('db', [id])], 'failed')
    await harness.giveUp()
    const pausedUntil = inMinutes(70)
    await call('PUT', `/v1/alert-channels/${id}`, {
      type: 'WEBHOOK',
      config: { name: 'hook', url: hook.url },
      pausedUntil,
    })
    service.clock.advance(hourMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 0, pending: 1 })
    service.clock.advance(15 * minuteMs)
    await harness.fallBack()
    expect({ mailsCount: mailbox.mails.length, pending: await pending() }).toEqual({ mailsCount: 1, pending: 0 })
  })
})

it('what somebody acknowledged after it failed another way as well goes no further, and the others in its message do', async () => {
  await using hook = await broken()
  await using first = await broken()
  await using second = await working()
  const harness = new DeliveryHarness(service, send, deliveryLoops(service))
  const id = await harness.webhook(hook.url)
  const [known, unknown] = [await harness.check('known', [id]), await harness.check('unknown', [id])]
  await harness.webhook(first.url, 'first')
  await harness.run([known, unknown], 'failed')
  await harness.giveUp()
  service.clock.advance(hourMs)
  await harness.fallBack()
  await harness.giveUp()
  expect(first.requests.length).toBeGreaterThan(0)
  await harness.webhook(second.url, 'second')
  await call('POST', `/v1/checks/${known}/acknowledge`, {})
  service.clock.advance(10 * minuteMs)
  await harness.fallBack()
  const titles = second.requests.map(({ body }) => (JSON.parse(body) as { alertTitle: string }).alertTitle)
  expect(titles).toEqual(['[Fallback] Check "unknown" has failed'])
  expect(await pending()).toBe(0)
})

describe('an alert that its channel did not deliver goes over no channel', () => {
  /** Fails a check of a broken channel, with another channel in its account, and says what that was sent. */
  async function sentOver(
    prepare: (harness: DeliveryHarness, other: { url: string; id: number }) => Promise<number[]>,
  ) {
    await using hook = await broken()
    await using other = await working()
    const harness = new DeliveryHarness(service, send, deliveryLoops(service))
    const failing = await harness.webhook(hook.url)
    const id = await harness.webhook(other.url, 'other')
    const more = await prepare(harness, { url: other.url, id })
    const check = await harness.check('db', [failing])
    for (const channelId of more)
      await call('PUT', `/v1/alert-channels/${channelId}/subscriptions`, { checkId: check, activated: false })
    await harness.run([check], 'failed')
    await harness.giveUp()
    service.clock.advance(hourMs)
    await harness.fallBack()
    return other.requests.length
  }
  const change = (url: string, id: number, body: object) =>
    call('PUT', `/v1/alert-channels/${id}`, { type: 'WEBHOOK', config: { name: 'other', url }, ...body })

  it('that is paused', async () => {
    expect(
      await sentOver(async (_harness, { url, id }) => (await change(url, id, { pausedUntil: inMinutes(600) }), [])),
    ).toBe(0)
  })

  it('that opens incidents which no recovery of the check would close', async () => {
    const config = (url: string) => ({ name: 'tool', url, webhookType: 'WEBHOOK_INCIDENTIO' })
    expect(await sentOver(async (_harness, { url, id }) => (await change(url, id, { config: config(url) }), []))).toBe(
      0,
    )
  })

  it('to which its check is subscribed inactively', async () => {
    expect(await sentOver(async (_harness, { id }) => [id])).toBe(0)
  })

  it('to which all subscriptions are inactive', async () => {
    const prepare = async (harness: DeliveryHarness, { id }: { id: number }) => {
      const somebody = await harness.check('somebody else', [])
      await call('PUT', `/v1/alert-channels/${id}/subscriptions`, { checkId: somebody, activated: false })
      return []
    }
    expect(await sentOver(prepare)).toBe(0)
  })

  it('and over one that is neither of these', async () => {
    expect(await sentOver(async () => [])).toBe(1)
  })
})
