import { beforeAll, expect, it } from 'vitest'
import { planDueReports } from '#analytics'
import { dayMs, minuteMs, randomId, silentLog } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { firstOf, plainServer, readable, received, startMailbox } from '../../../tests/support/mailbox.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { reportMailerLoop } from './mail-loops.ts'
import { publicUrl, sendDueMails } from './testing/mailer.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const path = '/v1/scheduled-reports'
const weekly = { name: 'Shop', frequency: 'WEEKLY', weekday: 1, time: '08:00', timeZone: 'Europe/Berlin' } as const

const mailerTo = (port: number) =>
  reportMailerLoop({
    store: service.store,
    clock: service.clock,
    log: silentLog,
    metrics: createSelfMetrics('service'),
    mailTools: { mail: { url: `smtp://127.0.0.1:${port}`, from: 'Belfry <belfry@example.com>' }, publicUrl },
  })

interface Report {
  readonly id: string
  readonly nextAt: string
  readonly recipients: readonly { readonly email: string; readonly state: string; readonly lastMail: object | null }[]
}

/** The answer of an operation that returns a scheduled report has this shape. */
const reportIn = ({ body }: { readonly body: unknown }): Report => body as Report
const statesOf = ({ recipients }: Report): Record<string, string> =>
  Object.fromEntries(recipients.map(({ email, state }) => [email, state]))

/** An account with a member who has an address. */
async function anAccount(): Promise<{ accountId: string; send: Send; member: string }> {
  const { account, send } = await service.owner()
  const member = `${randomId()}@mail.example`
  await database
    .db()
    .rows(`update users set email = $2 where id in (select user_id from memberships where account_id = $1)`, [
      account.accountId,
      member,
    ])
  return { accountId: account.accountId, send, member }
}

const listed = async (send: Send): Promise<Report> => {
  const { body } = await send('GET', path)
  const [report] = body as Report[]
  if (report === undefined) throw new Error('There is no report.')
  return report
}

const linkIn = (source: string, kind: string): string =>
  new RegExp(`https://belfry\\.example(/pages/reports/${kind}/[\\w-]+)`).exec(source)?.[1] ?? ''

async function advanceTo(at: string): Promise<void> {
  service.clock.advance(Date.parse(at) - service.clock.now())
  await planDueReports(service.store, service.clock.now())
}

it('a report is mailed to members at its time, and to others once they confirmed, until they unsubscribe', async () => {
  await using mailbox = await startMailbox(plainServer)
  const mailer = mailerTo(mailbox.port)
  const { send, member, accountId } = await anAccount()
  const checkId = await service.check(accountId, { name: 'Sign in' })
  for (const outcome of ['passed', 'failed'] as const)
    await service.result(accountId, checkId, { outcome, responseTimeMs: 50, measured: [50] })
  const guest = `${randomId()}@mail.example`
  const made = reportIn(await send('POST', path, { ...weekly, recipients: [member.toUpperCase(), guest] }))
  expect(made.nextAt).toBe('2026-03-02T07:00:00.000Z')
  expect(statesOf(made)).toEqual({ [member]: 'CONFIRMED', [guest]: 'PENDING' })
  await sendDueMails(mailer)
  expect(received(mailbox)).toEqual([`${guest}: Do you want the report Shop by email?`])

  const reader = service.as(null)
  const confirm = linkIn(firstOf(mailbox), 'confirm')
  expect((await reader('GET', confirm)).text).toContain(`to ${guest}?`)
  expect(statesOf(await listed(send))[guest]).toBe('PENDING')
  expect((await reader('POST', confirm)).status).toBe(200)
  expect(statesOf(await listed(send))[guest]).toBe('CONFIRMED')

  await advanceTo(made.nextAt)
  await Promise.all([1, 2, 3].map(() => planDueReports(service.store, service.clock.now())))
  await sendDueMails(mailer)
  const reports = mailbox.mails.slice(1)
  expect(reports.map(({ to }) => to.join())).toHaveLength(2)
  const [first] = reports
  const source = first === undefined ? '' : readable(first)
  expect(source).toContain('Subject: Weekly report of Account of a test: Shop, 50.00% available')
  expect(source).toContain('Availability:       50.00%')
  expect(source).toContain('Sign in Availability: 50.00%')
  expect(source).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  expect(await listed(send)).toMatchObject({ nextAt: '2026-03-09T07:00:00.000Z', lastSentAt: made.nextAt })

  const mailToGuest = reports.find(({ to }) => to.includes(guest))
  const unsubscribe = linkIn(mailToGuest === undefined ? '' : readable(mailToGuest), 'unsubscribe')
  const oneClick = service.as(null, {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'cross-site',
  })
  expect((await oneClick('POST', unsubscribe, 'List-Unsubscribe=One-Click')).text).toContain('Unsubscribed')
  expect(statesOf(await listed(send))[guest]).toBe('UNSUBSCRIBED')
  expect((await send('POST', `${path}/${made.id}/send`)).body).toEqual({ mails: 1 })
  await sendDueMails(mailer)
  for (const wrong of [confirm.replace('confirm', 'unsubscribe'), `${confirm}x`])
    expect((await reader('GET', wrong)).status).toBe(404)
})

it('a mail that a killed process claimed is sent by another, with the figures of its sending and the same id', async () => {
  await using mailbox = await startMailbox(plainServer)
  const { send, member, accountId } = await anAccount()
  const { id } = reportIn(await send('POST', path, { ...weekly, recipients: [member] }))
  await send('POST', `${path}/${id}/send`)
  await database
    .db()
    .rows(`update scheduled_report_mails set lease_token = $1, claimable_at = $2, tries = 1 where account_id = $3`, [
      randomId(),
      new Date(service.clock.now() + minuteMs),
      accountId,
    ])
  const mailer = mailerTo(mailbox.port)
  await sendDueMails(mailer)
  expect(mailbox.mails).toHaveLength(0)
  service.clock.advance(minuteMs)
  await sendDueMails(mailer)
  await sendDueMails(mailer)
  expect(received(mailbox)).toEqual([`${member}: Weekly report of Account of a test: Shop, no results`])
})

it('what was missed while the service was stopped is sent once, about the time it was due', async () => {
  const { send, member, accountId } = await anAccount()
  const { nextAt } = reportIn(await send('POST', path, { ...weekly, recipients: [member] }))
  service.clock.advance(Date.parse(nextAt) - service.clock.now() + 30 * dayMs)
  for (const _again of [1, 2]) await planDueReports(service.store, service.clock.now())
  const issues = await database
    .db()
    .rows<{ to: string }>(`select figures ->> 'to' as to from scheduled_report_issues where account_id = $1`, [
      accountId,
    ])
  const monday = new Date(nextAt)
  monday.setUTCHours(0, 0, 0, 0)
  expect(issues.map(({ to }) => Date.parse(to))).toEqual([monday.getTime() - 60 * minuteMs])
})

it('a report that cannot be made does not keep those of other accounts from being sent', async () => {
  const [broken, whole] = [await anAccount(), await anAccount()]
  await broken.send('POST', path, { ...weekly, time: '07:00', recipients: [broken.member] })
  const zone = `update scheduled_reports set time_zone = $2 where account_id = $1`
  await database.db().rows(zone, [broken.accountId, 'Mars/Olympus'])
  const { nextAt } = reportIn(await whole.send('POST', path, { ...weekly, recipients: [whole.member] }))
  await expect(advanceTo(nextAt)).rejects.toThrow(/Mars.Olympus/i)
  expect(await listed(whole.send)).toMatchObject({ lastSentAt: nextAt })
  await database.db().rows(zone, [broken.accountId, 'UTC'])
})

it('recipients that stay keep their state, removed ones get nothing, and a member who leaves is one no more', async () => {
  const { send, member, accountId } = await anAccount()
  const [one, other] = [`${randomId()}@mail.example`, `${randomId()}@mail.example`]
  const { id } = reportIn(await send('POST', path, { ...weekly, recipients: [member, one] }))
  const [recipient] = await database
    .db()
    .rows<{ id: string }>(`select id from scheduled_report_recipients where account_id = $1 and email = $2`, [
      accountId,
      one,
    ])
  await database
    .db()
    .rows(`update scheduled_report_recipients set unsubscribed_at = now() where id = $1`, [recipient?.id])
  const changed = reportIn(await send('PUT', `${path}/${id}`, { name: 'New', recipients: [member, one, other] }))
  expect(statesOf(changed)).toEqual({ [member]: 'CONFIRMED', [one]: 'UNSUBSCRIBED', [other]: 'PENDING' })
  await database.db().rows(`delete from memberships where account_id = $1`, [accountId])
  const left = await database
    .db()
    .rows(`select id from scheduled_report_recipients where account_id = $1 and user_id is not null`, [accountId])
  expect(left).toEqual([])
})

it('a report that cannot be is refused with what to change', async () => {
  const { send, member } = await anAccount()
  const recipients = [member]
  for (const wrong of [
    { ...weekly, recipients: [] },
    { ...weekly, recipients: ['nobody'] },
    { ...weekly, recipients, time: '24:00' },
    { ...weekly, recipients, timeZone: 'Mars/Olympus' },
    { ...weekly, recipients, weekday: 8 },
    { ...weekly, recipients, frequency: 'DAILY' },
  ])
    expect((await send('POST', path, wrong)).status).toBe(400)
  expect((await send('PUT', `${path}/${randomId()}`, { name: 'x' })).status).toBe(404)
  expect((await send('POST', `${path}/x/send`)).status).toBe(404)
  const preview = await send('POST', `${path}/preview`, { ...weekly, weekday: undefined, time: undefined })
  expect(preview).toMatchObject({ status: 200, body: { subject: expect.stringContaining('Shop, no results') } })
})
