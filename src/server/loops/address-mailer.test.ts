import { expect, it } from 'vitest'
import { minuteMs, randomId, silentLog, TestClock } from '#kernel'
import { changeEmailAddress, confirmEmailAddress, getEmailAddress } from '#management'
import { insertUser } from '#storage'
import { testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { firstOf, plainServer, received, startMailbox } from '../../../tests/support/mailbox.ts'
import { createSelfMetrics } from '../self-metrics.ts'
import { addressMailerLoop } from './address-mailer.ts'
import { publicUrl, sendDueMails } from './testing/mailer.ts'

const database = useDatabase()
const clock = new TestClock()
const store = () => testStore(database.db())

const loopTo = (port: number) =>
  addressMailerLoop({
    store: store(),
    clock,
    log: silentLog,
    metrics: createSelfMetrics('service'),
    mailTools: { mail: { url: `smtp://127.0.0.1:${port}`, from: 'Belfry <belfry@example.com>' }, publicUrl },
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

it('a mail that the server does not take is tried again', async () => {
  const { userId } = await aChange()
  const mailbox = await startMailbox(plainServer)
  const { port } = mailbox
  await mailbox[Symbol.asyncDispose]()
  await sendDueMails(loopTo(port))
  expect(await getEmailAddress(store(), userId)).toMatchObject({
    pending: { mailStatus: 'RETRY', mailResponse: expect.stringContaining('ECONNREFUSED') },
  })
  await using reachable = await startMailbox(plainServer)
  clock.advance(minuteMs)
  await sendDueMails(loopTo(reachable.port))
  expect(reachable.mails).toHaveLength(1)
})
