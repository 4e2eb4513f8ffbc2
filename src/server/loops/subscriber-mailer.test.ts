import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createLog } from '#redaction'
import { dayMs, hourMs, minuteMs, randomId } from '#kernel'
import {
  claimDueMails,
  findPublicPage,
  recordMailTry,
  subscribeReader,
  unsubscribe,
  verifySubscription,
} from '#publishing'
import type { Visitor } from '#publishing'
import { useDatabase } from '../../../tests/support/database.ts'
import { firstOf, plainServer, readable, received, startMailbox, tokenIn } from '../../../tests/support/mailbox.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { mailerOf, publicUrl, sendDueMails } from './testing/mailer.ts'

const database = useDatabase()
let service: TestService
let send: Send
let serviceId: string
let page: { readonly id: string; readonly url: string }

const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id
const pages = '/v1/status-pages'
const subscriptionsOf = (id: string) => `${pages}/${id}/subscriptions`

const newPage = async (serviceIds: readonly string[], name = 'Acme') => {
  const url = `acme-${randomId()}`
  const cards = [{ name: 'Card', services: serviceIds.map((id) => ({ id })) }]
  return { id: idOf(await send('POST', pages, { name, url, cards })), url }
}
const newService = async (name: string) => idOf(await send('POST', `${pages}/services`, { name }))

/** Each test has different addresses, because limits count addresses over all pages. */
const anAddress = (name = 'reader') => `${name}-${randomId().slice(0, 8)}@mail.example`
const visitor = () => ({ nowMs: service.clock.now(), clientAddress: randomId() })
const subscribe = async (address: string, { url } = page, as: Visitor = visitor()) => {
  const found = await findPublicPage(service.store, url)
  if (found === null) throw new Error(`There is no page ${url}.`)
  return subscribeReader(service.store, found, { kind: 'mail', field: () => address, chosen: null, language: 'en' }, as)
}

const addVerified = (addresses: readonly string[], statusPageId = page.id) =>
  send('POST', `${subscriptionsOf(statusPageId)}/bulk`, {
    subscriptions: addresses.map((config) => ({ type: 'EMAIL', config })),
    autoVerify: true,
  })

const openIncident = (changes: object = {}, services = [serviceId]) =>
  send('POST', `${pages}/incidents`, {
    name: 'Orders fail',
    severity: 'MAJOR',
    services: services.map((id) => ({ id })),
    incidentUpdates: [{ status: 'INVESTIGATING', description: 'We look <b>into</b> it.', notifySubscribers: true }],
    ...changes,
  })

beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  send = service.as((await service.account()).key)
  serviceId = await newService('Shop')
  page = await newPage([serviceId])
})

describe('a subscription by mail', () => {
  it('asks for confirmation, mails updates once it is confirmed, and stops after unsubscription', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    const address = anAddress()
    await subscribe(address)
    expect((await send('GET', subscriptionsOf(page.id))).body).toMatchObject([{ address, status: 'PENDING' }])
    await openIncident()
    await sendDueMails(loop)
    expect(received(mailbox)).toEqual([`${address}: Confirm your subscription to Acme`])

    const token = tokenIn(mailbox, 'verify', address)
    expect(firstOf(mailbox)).toContain(`${publicUrl}/status/${page.url}/verify/${token}`)
    expect(await verifySubscription(service.store, token, visitor())).toMatchObject({ id: page.id, url: page.url })
    expect(await verifySubscription(service.store, token, visitor())).toMatchObject({ id: page.id })
    expect((await send('GET', subscriptionsOf(page.id))).body).toMatchObject([{ address, status: 'VERIFIED' }])

    const incident = idOf(await openIncident())
    await sendDueMails(loop)
    expect(received(mailbox)[1]).toBe(`${address}: [INCIDENT] Shop - Orders fail (Investigating)`)
    expect(await unsubscribe(service.store, tokenIn(mailbox, 'unsubscribe', address))).toMatchObject({ id: page.id })
    expect((await send('GET', subscriptionsOf(page.id))).body).toEqual([])
    await send('POST', `${pages}/incidents/${incident}/incident-updates`, {
      status: 'RESOLVED',
      description: 'Over.',
      notifySubscribers: true,
    })
    await sendDueMails(loop)
    expect(mailbox.mails).toHaveLength(2)
  })

  it('is in the language in which the reader subscribed, or else in the first of the page', async () => {
    await using mailbox = await startMailbox(plainServer)
    await send('PUT', `/v1/status-page-displays/${page.id}`, { languages: ['de', 'en'] })
    const [german, english] = [anAddress(), anAddress()]
    await addVerified([german])
    await subscribe(english)
    const loop = mailerOf(service, mailbox)
    await sendDueMails(loop)
    await verifySubscription(service.store, tokenIn(mailbox, 'verify', english), visitor())
    await openIncident()
    await sendDueMails(loop)
    const textOf = (address: string) => {
      const mail = mailbox.mails.findLast(({ to }) => to.includes(address))
      return mail ? readable(mail) : ''
    }
    expect(textOf(english)).toMatch(/Status: +Investigating\n/)
    expect(textOf(german)).toMatch(/Status: +Wird untersucht\n.*Abbestellen: .*<html lang="de">/s)
  })

  it('can be ended from the mail program by one click, and its mail carries no markup of others', async () => {
    await using mailbox = await startMailbox(plainServer)
    const address = anAddress()
    await addVerified([address])
    await openIncident({ name: 'Orders <script>' })
    await sendDueMails(mailerOf(service, mailbox))
    const text = firstOf(mailbox)
    const link = `${publicUrl}/status/${page.url}/unsubscribe/${tokenIn(mailbox, 'unsubscribe', address)}`
    expect(text).toContain(`List-Unsubscribe: <${link}>\n`)
    expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\n')
    expect(text).toContain('We look &lt;b&gt;into&lt;/b&gt; it.')
    expect(text.slice(text.indexOf('<!doctype html>'))).not.toMatch(/<script>|<b>/)
    expect(text).toMatch(/Service: +Shop\n/)
    expect(text).toMatch(/Since: +1 Mar 2026, 12:00 UTC\n/)
    expect(text).toMatch(/Impact: +Major\n/)
    expect(text.split(link).length).toBeGreaterThan(3)
  })

  it('does not flood an address, and never reveals whether it is subscribed', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    const [known, address] = [anAddress('known'), anAddress()]
    await addVerified([known])
    const answers = []
    for (const to of [known, address, address.toUpperCase(), address]) answers.push(await subscribe(to))
    expect(new Set(answers)).toEqual(new Set([undefined]))
    await sendDueMails(loop)
    expect(mailbox.mails).toHaveLength(1)
    for (let tenMinutes = 0; tenMinutes < 30; tenMinutes += 1) {
      service.clock.advance(600_000)
      await subscribe(address)
    }
    await sendDueMails(loop)
    expect(mailbox.mails.length).toBeLessThanOrEqual(6)
    const client = visitor()
    for (let turn = 0; turn < 25; turn += 1) await subscribe(anAddress(), page, client)
    expect(((await send('GET', subscriptionsOf(page.id))).body as object[]).length).toBe(22)
  })

  it('counts the plus-addresses of a mailbox as one person', async () => {
    await using mailbox = await startMailbox(plainServer)
    const [name, host] = anAddress().split('@')
    for (let tag = 0; tag < 40; tag += 1) {
      await subscribe(`${name}+${tag}@${host}`)
      service.clock.advance(600_000)
    }
    await sendDueMails(mailerOf(service, mailbox))
    expect(mailbox.mails.filter(({ to }) => to.some((address) => address.startsWith(`${name}+`)))).toHaveLength(5)
  })

  it('is not confirmed by a link that is older than a day, made up, or replaced by another', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    const address = anAddress()
    const verify = (token: string) => verifySubscription(service.store, token, visitor())
    await subscribe(address)
    await sendDueMails(loop)
    const first = tokenIn(mailbox, 'verify', address)
    service.clock.advance(dayMs)
    expect(await verify(first)).toBeNull()
    await subscribe(address)
    await sendDueMails(loop)
    const second = tokenIn(mailbox, 'verify', address)
    expect([await verify(first), await verify('0'.repeat(48)), await verify('../x')]).toEqual([null, null, null])
    expect(await verify(second)).not.toBeNull()
    const forged = tokenIn(mailbox, 'unsubscribe', address).replace(/.$/, (last) => (last === 'A' ? 'E' : 'A'))
    expect([await unsubscribe(service.store, forged), await unsubscribe(service.store, '')]).toEqual([null, null])
  })

  it('keeps no token that would help somebody who reads the database', async () => {
    await using mailbox = await startMailbox(plainServer)
    const address = anAddress()
    await subscribe(address)
    const pending = await service.db.rows(
      `select * from subscriber_mails mails join status_page_subscribers s on s.id = subscriber_id where s.address = $1`,
      [address],
    )
    await sendDueMails(mailerOf(service, mailbox))
    const after = await service.db.rows(
      `select encrypted_token from subscriber_mails mails join status_page_subscribers s on s.id = subscriber_id where s.address = $1`,
      [address],
    )
    expect(JSON.stringify(pending)).not.toContain(tokenIn(mailbox, 'verify', address))
    expect(after).toEqual([{ encryptedToken: null }])
  })

  it.each([
    'nobody',
    'a@b',
    'a@b.c, d@e.f',
    'Name <a@b.example>',
    'a\r\nBcc: x@y.example',
    'ä@b.example',
    `a@${'b'.repeat(300)}.example`,
  ])('refuses %j', async (address) => {
    await expect(subscribe(address)).rejects.toMatchObject({ code: 'MAIL_ADDRESS_INVALID' })
  })
})

describe('what subscribers are mailed', () => {
  it('is the text of an update when it is posted, not after a change, and only when subscribers are to be notified', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    await addVerified([anAddress()])
    const incident = idOf(await openIncident({ incidentUpdates: [{ description: 'Quiet.', status: 'IDENTIFIED' }] }))
    const updates = `${pages}/incidents/${incident}/incident-updates`
    const quiet = idOf(await send('POST', updates, { description: 'Quiet, too.' }))
    await send('PUT', `${updates}/${quiet}`, { description: 'Loud?', notifySubscribers: true })
    await sendDueMails(loop)
    expect(mailbox.mails).toEqual([])
    const loud = idOf(
      await send('POST', updates, { status: 'RESOLVED', description: 'Over.', notifySubscribers: true }),
    )
    await send('PUT', `${updates}/${loud}`, { description: 'Over and out.', notifySubscribers: true })
    await sendDueMails(loop)
    expect(mailbox.mails.map(readable).join()).toContain('Over.')
    expect(received(mailbox)).toEqual([expect.stringContaining('[INCIDENT] Shop - Orders fail (Resolved)')])
  })

  it('is not mailed to those whom it has not reached when its incident is deleted', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    const many = Array.from({ length: 50 }, (_, index) => anAddress(`m${index}`))
    await addVerified(many)
    const wrong = idOf(await openIncident({ name: 'Opened by mistake' }))
    await openIncident({ name: 'Another' })
    await loop.iteration()
    expect((await send('DELETE', `${pages}/incidents/${wrong}`)).status).toBe(204)
    const reached = received(mailbox).filter((mail) => mail.includes('by mistake'))
    await sendDueMails(loop)
    const all = received(mailbox)
    expect(all.filter((mail) => mail.includes('by mistake'))).toEqual(reached)
    expect(reached.length).toBeLessThan(50)
    expect(all.filter((mail) => mail.includes('Another'))).toHaveLength(50)
  })

  it('waits for the moment its update is dated to, and says what it says then', async () => {
    await using mailbox = await startMailbox(plainServer)
    const loop = mailerOf(service, mailbox)
    await addVerified([anAddress()])
    const incident = idOf(await openIncident({ incidentUpdates: [{ status: 'INVESTIGATING', description: 'Now.' }] }))
    const updates = `${pages}/incidents/${incident}/incident-updates`
    const publicIncidentUpdateDate = new Date(service.clock.now() + hourMs).toISOString()
    const later = { publicIncidentUpdateDate, notifySubscribers: true }
    const said = idOf(await send('POST', updates, { ...later, status: 'IDENTIFIED', description: 'A guess.' }))
    const withdrawn = idOf(await send('POST', updates, { ...later, status: 'RESOLVED', description: 'Too early.' }))
    await sendDueMails(loop)
    expect(received(mailbox)).toEqual([])

    await send('PUT', `${updates}/${said}`, { status: 'IDENTIFIED', description: 'The cause.' })
    expect((await send('DELETE', `${updates}/${withdrawn}`)).status).toBe(204)
    service.clock.advance(3_600_001)
    await sendDueMails(loop)
    expect(received(mailbox)).toHaveLength(1)
    expect(firstOf(mailbox)).toContain('The cause.')
  })

  it('names the services that their page shows, and no others', async () => {
    await using mailbox = await startMailbox(plainServer)
    const secret = await newService('Hidden')
    const other = await newPage([secret], 'Inside')
    const nothing = await newPage([await newService('Elsewhere')])
    const [a, b] = [anAddress('a'), anAddress('b')]
    await addVerified([a])
    await addVerified([a, b], other.id)
    await addVerified([anAddress()], nothing.id)
    await openIncident({}, [serviceId, secret])
    await sendDueMails(mailerOf(service, mailbox))
    expect(received(mailbox)).toEqual(
      [
        `${a}: [INCIDENT] Hidden - Orders fail (Investigating)`,
        `${a}: [INCIDENT] Shop - Orders fail (Investigating)`,
        `${b}: [INCIDENT] Hidden - Orders fail (Investigating)`,
      ].toSorted(),
    )
  })

  it('goes to those who were verified before it was said', async () => {
    await using mailbox = await startMailbox(plainServer)
    const [early, late] = [anAddress('early'), anAddress('late')]
    await addVerified([early])
    await openIncident()
    service.clock.advance(1)
    await addVerified([late])
    await sendDueMails(mailerOf(service, mailbox))
    expect(mailbox.mails.map(({ to }) => to)).toEqual([[early]])
  })

  it('is sent once to each of many by several servers, and other pages do not wait for them', async () => {
    await using mailbox = await startMailbox(plainServer)
    const many = Array.from({ length: 300 }, (_, index) => anAddress(`m${index}`))
    for (let from = 0; from < 300; from += 100) await addVerified(many.slice(from, from + 100))
    await openIncident()
    const small = await newPage([await newService('Small')])
    const one = anAddress('one')
    await addVerified([one], small.id)
    const [smallService] = [await newService('Mail')]
    const second = await newPage([smallService])
    await addVerified([one], second.id)
    await openIncident({ name: 'Small matter' }, [smallService])
    const loops = [mailerOf(service, mailbox), mailerOf(service, mailbox), mailerOf(service, mailbox)]
    // Two turns, because while one of them makes the first mails the others may find nothing to do.
    for (const _turn of [1, 2]) await Promise.all(loops.map((loop) => loop.iteration()))
    expect(mailbox.mails.map(({ to }) => to.join())).toContain(one)
    await Promise.all(loops.map(sendDueMails))
    const sent = mailbox.mails.map(({ to }) => to.join())
    expect(sent.toSorted()).toEqual([...many, one].toSorted())
  })
})

describe('delivery', () => {
  it('is tried again by another server when one dies with the mail in hand, under the same message id', async () => {
    await using mailbox = await startMailbox(plainServer)
    await addVerified([anAddress()])
    await openIncident()
    const claim = { nowMs: service.clock.now(), limit: 10, leaseMs: minuteMs, publicUrl }
    const [claimed] = await claimDueMails(service.store, claim)
    const loop = mailerOf(service, mailbox)
    await sendDueMails(loop)
    expect(mailbox.mails).toEqual([])
    service.clock.advance(minuteMs)
    await sendDueMails(loop)
    expect(mailbox.mails).toHaveLength(1)
    expect(mailbox.mails[0]?.source).toContain(`<${String(claimed?.mail.id)}@belfry.example>`)
    const late = { outcome: 'sent', response: 'late' } as const
    expect(claimed && (await recordMailTry(service.store, claimed, late, service.clock.now()))).toMatchObject({
      isRecorded: false,
    })
  })

  it('waits longer after each try while the mail server says later, and gives up in the end', async () => {
    let answers = 0
    const later = Object.assign(new Error('Try again later'), { responseCode: 451 })
    await using mailbox = await startMailbox({
      ...plainServer,
      onRcptTo: (_address, _session, done) => {
        answers += 1
        done(later)
      },
    })
    const loop = mailerOf(service, mailbox)
    await addVerified([anAddress()])
    await openIncident()
    for (const minutes of [0, 0.5, 1, 2, 4, 8, 16, 32, 60, 60]) {
      service.clock.advance(minutes * minuteMs)
      await sendDueMails(loop)
    }
    expect(answers).toBe(8)
    const rows = await service.db.rows(
      `select mails.status, tries, response from subscriber_mails mails
       join subscriber_messages messages on messages.id = message_id where status_page_id = $1`,
      [page.id],
    )
    expect(rows).toEqual([{ status: 'REJECTED', tries: 8, response: expect.stringContaining('Try again later') }])
  })

  describe('that cannot be delivered', () => {
    const rejection = (answer: string): Error =>
      Object.assign(new Error(answer.slice(4)), { responseCode: Number(answer.slice(0, 3)) })
    type Stage = 'onRcptTo' | 'onMailFrom'

    /** Mails once a day so often; answers who is left. */
    async function mailDaily(answers: readonly string[], stage: Stage = 'onRcptTo'): Promise<unknown> {
      let answer = ''
      await using mailbox = await startMailbox({
        ...plainServer,
        [stage]: (_address: unknown, _session: unknown, done: (error?: Error) => void) =>
          answer === '' ? done() : done(rejection(answer)),
      })
      const loop = mailerOf(service, mailbox)
      await addVerified([anAddress('gone')])
      for (answer of answers) {
        await openIncident()
        await sendDueMails(loop)
        service.clock.advance(13 * hourMs)
      }
      return (await send('GET', subscriptionsOf(page.id))).body
    }
    const gone = '550 5.1.1 No such user here'

    it('ends the subscription when its mailbox does not exist, at the third time and after a day', async () => {
      expect(await mailDaily([gone, gone])).toHaveLength(1)
      page = await newPage([serviceId])
      expect(await mailDaily([gone, gone, gone])).toEqual([])
      page = await newPage([serviceId])
      expect(await mailDaily(['550 User unknown', '551 Not local', '553 Mailbox name not allowed'])).toEqual([])
    })

    it('keeps it when a mail arrives in between', async () => {
      expect(await mailDaily([gone, gone, '', gone, gone])).toHaveLength(1)
    })

    it.each([
      '450 4.2.1 Mailbox busy',
      '550 5.7.1 Relaying denied',
      '550 Relaying denied',
      '554 5.7.1 Blocked by a list',
      '550 5.1.8 Bad sender',
      '552 5.2.2 Mailbox full',
    ])('keeps it when the recipient is refused for another reason: %s', async (answer) => {
      expect(await mailDaily([answer, answer, answer, answer])).toHaveLength(1)
    })

    it('keeps it when the sender is rejected', async () => {
      expect(await mailDaily([gone, gone, gone, gone], 'onMailFrom')).toHaveLength(1)
    })

    it('keeps it when many mails bounce within a day', async () => {
      await using mailbox = await startMailbox({
        ...plainServer,
        onRcptTo: (_to, _session, done) => done(rejection(gone)),
      })
      const loop = mailerOf(service, mailbox)
      await addVerified([anAddress('gone')])
      for (let incidents = 0; incidents < 4; incidents += 1) {
        await openIncident()
        await sendDueMails(loop)
      }
      expect((await send('GET', subscriptionsOf(page.id))).body).toHaveLength(1)
      service.clock.advance(dayMs)
      await openIncident()
      await sendDueMails(loop)
      expect((await send('GET', subscriptionsOf(page.id))).body).toEqual([])
    })

    it('waits for a subscription that is being deleted without holding up its deletion', async () => {
      await addVerified([anAddress('gone')])
      await openIncident()
      const nowMs = service.clock.now()
      const [pending] = await claimDueMails(service.store, { nowMs, limit: 1, leaseMs: minuteMs, publicUrl })
      const bounced = { outcome: 'rejected', response: gone, isMailboxGone: true } as const
      const subscriber = `from status_page_subscribers where id = '${String(pending?.subscriberId)}'`
      const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%bounces%'`
      let recording: Promise<unknown> | undefined
      await service.db.transaction(async (tx) => {
        await tx.rows(`select ${subscriber} for update`)
        recording ??= pending && recordMailTry(service.store, pending, bounced, nowMs)
        await expect.poll(() => service.db.rows(waiting)).toHaveLength(1)
        await tx.rows(`delete ${subscriber}`)
      })
      expect(await recording).toEqual({ isRecorded: false, isEnded: false })
    })
  })

  it('without a mail server is rejected with a message that says what to do, logged and counted', async () => {
    const lines: string[] = []
    const log = createLog('warn', { write: (line: string) => void lines.push(line) })
    const loop = mailerOf(service, null, log)
    await addVerified([anAddress(), anAddress()])
    await openIncident()
    await sendDueMails(loop)
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { mails: 2, response: expect.stringContaining('Set BELFRY_SMTP_URL') },
    ])
    expect(await loop.metrics.registry.metrics()).toContain('{channel_type="SUBSCRIBER",outcome="rejected"} 2')
  })
})
