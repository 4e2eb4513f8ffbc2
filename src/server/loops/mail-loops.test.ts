import { expect, it } from 'vitest'
import { minuteMs, randomId, silentLog, TestClock } from '#kernel'
import {
  changeEmailAddress,
  confirmEmailAddress,
  createInvite,
  getEmailAddress,
  getInviteOffer,
  listInvites,
  renewInvite,
} from '#management'
import { addReaders, createStatusPage, requestReaderLink } from '#publishing'
import { insertUser } from '#storage/accounts'
import { anAccount, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { firstOf, plainServer, received, startMailbox } from '../../../tests/support/mailbox.ts'
import { createSelfMetrics } from '../metrics/self-metrics.ts'
import { linkMailerLoop, readerMailerLoop } from './mail-loops.ts'
import { publicUrl, sendDueMails } from './testing/mailer.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())

const toolsTo = (port: number) => ({
  store: store(),
  clock,
  log: silentLog,
  metrics: createSelfMetrics('service'),
  mailTools: { mail: { url: `smtp://127.0.0.1:${port}`, from: 'Belfry <belfry@example.com>' }, publicUrl },
})
const loopTo = (port: number) => linkMailerLoop(toolsTo(port))

const nobody = { userId: null, keyId: null }

async function anInvite() {
  const { accountId } = await anAccount(store(), clock)
  const caller = { accountId, nowMs: clock.now() }
  const email = `${randomId()}@mail.example`
  const { row } = await createInvite(store(), caller, { email, role: 'READ_ONLY', sendMail: true, inviter: nobody })
  return { caller, email, id: row.id }
}

it('an invite is mailed once, with a link that accepts it', async () => {
  await using mailbox = await startMailbox(plainServer)
  const { caller, email } = await anInvite()
  const loop = loopTo(mailbox.port)
  await sendDueMails(loop)
  await sendDueMails(loop)
  expect(received(mailbox)).toEqual([`${email}: You are invited to Account of a test on Belfry`])
  const [, token = ''] = /https:\/\/belfry\.example\/invites#token=([0-9a-f]+)/.exec(firstOf(mailbox)) ?? []
  expect(await getInviteOffer(store(), token, new Date(clock.now()))).toMatchObject({ email, way: 'NEW' })
  expect(await listInvites(store(), caller)).toMatchObject([{ mailStatus: 'SENT' }])
  expect(await database.db().rows('select 1 from member_invites where encrypted_token is not null')).toEqual([])
})

it('a mail that a process claimed and never sent is sent by another with the same link', async () => {
  await using mailbox = await startMailbox(plainServer)
  const { email } = await anInvite()
  // As a process leaves it that is killed while it sends.
  await database
    .db()
    .rows(`update member_invites set lease_token = $1, claimable_at = $2, tries = 1 where email = $3`, [
      randomId(),
      new Date(clock.now() + minuteMs),
      email,
    ])
  const loop = loopTo(mailbox.port)
  await sendDueMails(loop)
  expect(received(mailbox)).toEqual([])
  clock.advance(minuteMs)
  await sendDueMails(loop)
  expect(mailbox.mails).toHaveLength(1)
})

it('a mail that the server does not take is tried again, and a new link replaces the one that waits', async () => {
  const { caller, id } = await anInvite()
  const mailbox = await startMailbox(plainServer)
  const { port } = mailbox
  await mailbox[Symbol.asyncDispose]()
  await sendDueMails(loopTo(port))
  expect(await listInvites(store(), caller)).toMatchObject([
    { mailStatus: 'RETRY', mailResponse: expect.stringContaining('ECONNREFUSED') },
  ])
  await using reachable = await startMailbox(plainServer)
  const { token } = await renewInvite(
    store(),
    { ...caller, nowMs: clock.now() },
    { id, sendMail: true, inviter: nobody },
  )
  await sendDueMails(loopTo(reachable.port))
  clock.advance(60 * minuteMs)
  await sendDueMails(loopTo(reachable.port))
  expect(reachable.mails).toHaveLength(1)
  expect(firstOf(reachable)).toContain(token)
})

/** A person who wants an address. */
async function aChange() {
  const [userId, email] = [randomId(), `${randomId()}@mail.example`]
  await insertUser(database.db(), {
    id: userId,
    name: 'Ada',
    email: `${randomId()}@old.example`,
    createdAt: new Date(clock.now()),
  })
  await changeEmailAddress(store(), { userId, email, sendMail: true, sessionId: null, nowMs: clock.now() })
  return { userId, email }
}

it('a new address gets the link that confirms it, once', async () => {
  await using mailbox = await startMailbox(plainServer)
  const { userId, email } = await aChange()
  const loop = loopTo(mailbox.port)
  await sendDueMails(loop)
  await sendDueMails(loop)
  expect(received(mailbox)).toEqual([`${email}: Confirm your email address on Belfry`])
  expect(await getEmailAddress(store(), userId)).toMatchObject({ pending: { mailStatus: 'SENT' } })
  expect(await database.db().rows('select 1 from address_changes where encrypted_token is not null')).toEqual([])
  const [, token = ''] = /https:\/\/belfry\.example\/email-address#token=([0-9a-f]+)/.exec(firstOf(mailbox)) ?? []
  expect(await confirmEmailAddress(store(), token, new Date(clock.now()))).toBe(email)
})

it('a sign-in link of a private page goes out once, also when the process that claimed it was killed, and not late', async () => {
  await using mailbox = await startMailbox(plainServer)
  const { accountId } = await anAccount(store(), clock)
  const caller = { accountId, nowMs: clock.now() }
  const page = { name: 'Acme', url: `acme-${randomId()}`, cards: [], isPrivate: true }
  const { id } = (await createStatusPage(store(), caller, { body: page, publicUrl })).page
  const email = `${randomId()}@mail.example`
  await addReaders(store(), caller, { statusPageId: id, body: { emails: [email], sendInvitations: false } })
  const request = (clientAddress: string) =>
    requestReaderLink(
      store(),
      { accountId, id },
      { email, isOnOwnDomain: false, language: 'en' },
      { nowMs: clock.now(), clientAddress },
    )
  await request('first')
  await database
    .db()
    .rows(`update page_reader_mails set lease_token = $1, claimable_at = $2, tries = 1 where email = $3`, [
      randomId(),
      new Date(clock.now() + minuteMs),
      email,
    ])
  const loop = readerMailerLoop(toolsTo(mailbox.port))
  await sendDueMails(loop)
  expect(received(mailbox)).toEqual([])
  clock.advance(minuteMs)
  await sendDueMails(loop)
  await sendDueMails(loop)
  expect(received(mailbox)).toEqual([`${email}: Sign in to the status page Acme`])
  expect(firstOf(mailbox)).toMatch(/https:\/\/belfry\.example\/status\/acme-[\w-]+\/sign-in\/[0-9a-f]{48}/)
  expect(await database.db().rows('select 1 from page_reader_mails where encrypted_token is not null')).toEqual([])
  await request('second')
  clock.advance(20 * minuteMs)
  await sendDueMails(loop)
  expect(received(mailbox)).toHaveLength(1)
})
