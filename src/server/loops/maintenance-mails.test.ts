import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advanceMaintenanceWindows } from '#management'
import { dayMs, hourMs, minuteMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { plainServer, readable, startMailbox } from '../../../tests/support/mailbox.ts'
import type { Mailbox } from '../../../tests/support/mailbox.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { mailerOf, sendDueMails } from './testing/mailer.ts'

const database = useDatabase()
let service: TestService
let send: Send
let serviceId: string
let statusPageId: string
/** Windows of earlier tests are still active: each test reads the mails to its own address. */
let address: string

const idOf = ({ body }: TestAnswer): string => String((body as { id: string | number }).id)
const at = (ms: number): string => new Date(service.clock.now() + ms).toISOString()

beforeAll(() => {
  service = new TestService(database.db())
})
beforeEach(async () => {
  address = `reader-${randomId()}@mail.example`
  send = service.as((await service.account()).key)
  serviceId = idOf(await send('POST', '/v1/status-pages/services', { name: 'Shop' }))
  const cards = [{ name: 'Card', services: [{ id: serviceId }] }]
  statusPageId = idOf(await send('POST', '/v1/status-pages', { name: 'Acme', url: `acme-${randomId()}`, cards }))
  await send('POST', `/v1/status-pages/${statusPageId}/subscriptions/bulk`, {
    subscriptions: [{ type: 'EMAIL', config: address }],
    autoVerify: true,
  })
})

const plan = (changes: object = {}, visibility: object = {}) =>
  send('POST', '/v1/maintenance-windows', {
    name: 'Upgrade',
    description: 'A new database.',
    startsAt: at(3 * hourMs),
    endsAt: at(4 * hourMs),
    statusPageVisibility: {
      enabled: true,
      notifyOnStart: true,
      notifyOnEnd: true,
      reminderMinutesBefore: [60, 120],
      statusPageIds: [statusPageId],
      serviceIds: [serviceId],
      ...visibility,
    },
    ...changes,
  })

const maintenanceOf = async (windowId: string): Promise<string> => {
  const { body } = await send('GET', `/v1/maintenance-windows/${windowId}/maintenances`)
  return `/v1/maintenance-windows/${windowId}/maintenances/${(body as { id: string }[])[0]?.id ?? ''}`
}

/** Lets time pass in steps; two servers look at each, and both mail. */
async function pass(ms: number, mailbox: Mailbox, step = 30 * minuteMs): Promise<void> {
  for (let passed = 0; passed < ms; passed += step) {
    service.clock.advance(step)
    const look = () => advanceMaintenanceWindows(service.store, service.clock.now(), 100)
    await Promise.all([look(), look()])
    await Promise.all([mailerOf(service, mailbox), mailerOf(service, mailbox)].map(sendDueMails))
  }
}

const ownMails = ({ mails }: Mailbox) => mails.filter(({ to }) => to.includes(address))
const subjects = (mailbox: Mailbox): string[] =>
  ownMails(mailbox).map((mail) => /^Subject: (.*)$/m.exec(readable(mail))?.[1] ?? '')
const subject = (state: string): string => `[MAINTENANCE] Shop - Upgrade (${state})`

describe('subscribers of a page that shows a maintenance', () => {
  it('are reminded, and notified of its start and its end, each once', async () => {
    await using mailbox = await startMailbox(plainServer)
    await plan()
    await pass(30 * minuteMs, mailbox)
    expect(ownMails(mailbox)).toEqual([])
    await pass(5 * hourMs, mailbox)
    expect(subjects(mailbox)).toEqual([subject('Upcoming'), subject('Upcoming'), subject('Started'), subject('Ended')])
    const [first = ''] = ownMails(mailbox).map(readable)
    expect(first).toMatch(
      /Service: +Shop\nStatus: +Scheduled\nStart: +1 Mar 2026, 15:00 UTC\nEnd: +1 Mar 2026, 16:00 UTC/,
    )
    expect(first).toContain('A new database.')
  })

  it('are notified of every occurrence of a window that repeats', async () => {
    await using mailbox = await startMailbox(plainServer)
    await plan({ repeatUnit: 'DAY', repeatInterval: 1 }, { reminderMinutesBefore: [60] })
    await pass(48 * hourMs, mailbox)
    const one = [subject('Upcoming'), subject('Started'), subject('Ended')]
    expect(subjects(mailbox)).toEqual([...one, ...one])
  })

  it('are reminded of the new time when it moves, and not of what is cancelled or deleted', async () => {
    await using mailbox = await startMailbox(plainServer)
    const moved = await maintenanceOf(idOf(await plan({ name: 'Moved' }, { notifyOnStart: false, notifyOnEnd: false })))
    const cancelled = await maintenanceOf(idOf(await plan()))
    const deleted = idOf(await plan())
    await pass(hourMs, mailbox)
    expect(ownMails(mailbox)).toHaveLength(3)
    await send('PATCH', moved, { startsAt: at(dayMs), endsAt: at(25 * hourMs) })
    await send('POST', `${cancelled}/updates`, { status: 'CANCELLED', description: 'Not today.' })
    await send('DELETE', `/v1/maintenance-windows/${deleted}`)
    await pass(26 * hourMs, mailbox)
    const reminder = '[MAINTENANCE] Shop - Moved (Upcoming)'
    expect(subjects(mailbox).slice(3)).toEqual([reminder, reminder])
  })

  it('are sent the text of an update, instead of the start that it causes', async () => {
    await using mailbox = await startMailbox(plainServer)
    const maintenance = await maintenanceOf(idOf(await plan()))
    const update = (body: object) => send('POST', `${maintenance}/updates`, body)
    await update({ status: 'SCHEDULED', description: 'Quiet.' })
    await update({ status: 'IN_PROGRESS', description: 'We begin <early>.', notifySubscribers: true })
    await sendDueMails(mailerOf(service, mailbox))
    expect(subjects(mailbox)).toEqual([subject('In progress')])
    expect(ownMails(mailbox).map(readable).join()).toContain('We begin &lt;early&gt;.')
  })

  it('are not notified of a window that is hidden, on other pages, or without notifications', async () => {
    await using mailbox = await startMailbox(plainServer)
    const other = idOf(await send('POST', '/v1/status-pages', { name: 'Other', url: randomId(), cards: [] }))
    await plan({}, { enabled: false })
    await plan({}, { statusPageIds: [other] })
    await plan({}, { notifyOnStart: false, notifyOnEnd: false, reminderMinutesBefore: [] })
    await pass(5 * hourMs, mailbox)
    expect(ownMails(mailbox)).toEqual([])
  })

  it('are notified without the names of services when the window hides them', async () => {
    await using mailbox = await startMailbox(plainServer)
    await plan({}, { showAffectedServices: false, statusPageIds: [], notifyOnEnd: false, reminderMinutesBefore: [] })
    await pass(4 * hourMs, mailbox)
    expect(subjects(mailbox)).toEqual(['[MAINTENANCE] Upgrade (Started)'])
    expect(ownMails(mailbox).map(readable).join()).not.toContain('Shop')
  })

  it('get one reminder when the servers were away while several came due, and none once it has begun', async () => {
    await using mailbox = await startMailbox(plainServer)
    await plan({}, { notifyOnEnd: false })
    await pass(2.5 * hourMs, mailbox, 2.5 * hourMs)
    expect(subjects(mailbox)).toEqual([subject('Upcoming')])
    await plan({ name: 'Late' }, { notifyOnEnd: false, serviceIds: [], statusPageIds: [], affectAllServices: true })
    await pass(3.5 * hourMs, mailbox, 3.5 * hourMs)
    expect(subjects(mailbox).slice(1)).toEqual(['[MAINTENANCE] Shop - Late (Started)'])
  })
})
