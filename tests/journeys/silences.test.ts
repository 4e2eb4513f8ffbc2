import { afterAll, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { FlakyTarget } from '../support/flaky-target.ts'
import { plainServer, readable, startMailbox } from '../support/mailbox.ts'
import { useServer } from '../support/test-server.ts'

const target = new FlakyTarget()
await target.up()
const mailbox = await startMailbox(plainServer)
const publicUrl = 'https://belfry.example'
const server = useServer({
  environment: () => ({
    BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    BELFRY_MAIL_FROM: 'belfry@example.com',
    BELFRY_PUBLIC_URL: publicUrl,
  }),
})
afterAll(async () => {
  await mailbox[Symbol.asyncDispose]()
  await target.down()
})

/** A mail that is sent twice because of a crash has the same id both times. */
const mailIds = (): Set<string | undefined> =>
  new Set(mailbox.mails.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]))

async function crashAndStart(): Promise<void> {
  await server.crash()
  await server.start()
}

it('mails an outage from inside a maintenance window once at its end, over crashes, and takes the acknowledgement of its link', async () => {
  const { call, create } = await server.account()
  const statusOf = async (checkId: unknown) => (await call('GET', `/v1/check-statuses/${String(checkId)}`)).body
  await create('/v1/alert-channels', { type: 'EMAIL', config: { address: 'ops@example.com' } })
  const { id: checkId } = await create('/v1/checks/tcp', {
    name: 'Shop',
    frequency: 0,
    frequencyOffset: 10,
    locations: ['eu-west-1'],
    retryStrategy: null,
    useGlobalAlertSettings: false,
    alertSettings: { reminders: { amount: 5, interval: 1 } },
    request: { hostname: '127.0.0.1', port: target.port },
  })
  const { id: windowId } = await create('/v1/maintenance-windows', {
    name: 'Upgrade',
    startsAt: new Date(server.clock.now() - minuteMs).toISOString(),
    endsAt: new Date(server.clock.now() + hourMs).toISOString(),
    silenceAllAlerts: true,
  })
  await target.down()
  await server.advance(10_000)
  expect(await statusOf(checkId)).toMatchObject({ hasFailures: true })
  await crashAndStart()
  await server.advance(10_000)
  expect(mailbox.mails).toEqual([])

  expect((await call('DELETE', `/v1/maintenance-windows/${String(windowId)}`)).status).toBe(204)
  await crashAndStart()
  await server.advance(10_000)
  const [mail] = mailbox.mails
  if (mail === undefined) throw new Error('No mail was sent.')
  expect(mailIds().size).toBe(1)
  expect((await call('GET', '/v1/alert-notifications')).body).toMatchObject([{ alertType: 'ALERT_FAILURE' }])

  const link = (/Acknowledge: (\S+)/.exec(readable(mail))?.[1] ?? '').replace(publicUrl, '')
  for (let opened = 0; opened < 2; opened += 1) expect((await fetch(server.url + link)).status).toBe(200)
  expect(await statusOf(checkId)).toMatchObject({ acknowledgedBy: null })
  const body = new URLSearchParams({ action: 'acknowledge' })
  const press = async () => (await fetch(server.url + link, { method: 'POST', body })).text()
  expect(await press()).toContain('Acknowledged. Reminders stop')
  await crashAndStart()
  expect(await press()).toContain('Already acknowledged by a link sent over the EMAIL channel')
  const acknowledgedBy = expect.stringContaining('a link sent over the EMAIL channel')
  expect(await statusOf(checkId)).toMatchObject({ acknowledgedBy })
  await server.advance(2 * minuteMs)
  expect(mailIds().size).toBe(1)

  await target.up()
  await server.advance(10_000)
  expect(await statusOf(checkId)).toMatchObject({ hasFailures: false })
  expect(mailIds().size).toBe(2)
  expect(mailbox.mails.at(-1)?.source).toContain('has recovered')
})
