import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs, minuteMs } from '#kernel'
import { plainServer, readable, startMailbox } from '../support/mailbox.ts'
import type { Mailbox } from '../support/mailbox.ts'
import { FlakyTarget } from '../support/flaky-target.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'

const dataDir = await initialisedDataDir()
const target = new FlakyTarget()
let mailbox: Mailbox
let server: ServerProcess
let start: () => Promise<ServerProcess>

beforeAll(async () => {
  mailbox = await startMailbox(plainServer)
  const port = await freePort()
  await target.up()
  const environment = {
    BELFRY_SMTP_URL: `smtp://127.0.0.1:${mailbox.port}`,
    BELFRY_MAIL_FROM: 'belfry@example.com',
    BELFRY_PUBLIC_URL: `http://127.0.0.1:${port}`,
  }
  start = () => startServerProcess({ dataDir, port, environment })
  server = await start()
})

afterAll(async () => {
  await server.stop()
  await mailbox[Symbol.asyncDispose]()
  await target.down()
  removeDataDir(dataDir)
})

const idOf = ({ body }: { body: unknown }): string => (body as { id: string }).id

/** A mail that is sent twice because of a kill has the same id both times. */
const mailIds = (): Set<string | undefined> =>
  new Set(mailbox.mails.map(({ source }) => /^Message-ID: (\S+)/im.exec(source)?.[1]))

const statusOf = async (checkId: string) =>
  (await server.call('GET', `/v1/check-statuses/${checkId}`)).body as {
    readonly hasFailures: boolean
    readonly acknowledgedBy: string | null
  }

async function killAndStart(): Promise<void> {
  await server.kill()
  server = await start()
}

it('mails an outage from inside a maintenance window once at its end, over kill -9, and takes the acknowledgement of its link', async () => {
  await server.call('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address: 'ops@example.com' } })
  const checkId = idOf(
    await server.call('POST', '/v1/checks/tcp', {
      name: 'Shop',
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1'],
      retryStrategy: null,
      useGlobalAlertSettings: false,
      alertSettings: { reminders: { amount: 5, interval: 1 } },
      request: { hostname: '127.0.0.1', port: target.port },
    }),
  )
  const windowId = idOf(
    await server.call('POST', '/v1/maintenance-windows', {
      name: 'Upgrade',
      startsAt: new Date(Date.now() - minuteMs).toISOString(),
      endsAt: new Date(Date.now() + hourMs).toISOString(),
      silenceAllAlerts: true,
    }),
  )
  await target.down()
  await eventually('the failure', async () => (await statusOf(checkId)).hasFailures)
  await killAndStart()
  expect(mailbox.mails).toEqual([])

  expect((await server.call('DELETE', `/v1/maintenance-windows/${windowId}`)).status).toBe(204)
  await killAndStart()
  const mail = await eventually('the mail', async () => mailbox.mails[0])
  expect(mailIds().size).toBe(1)
  const { body: log } = await server.call('GET', '/v1/alert-notifications')
  expect(log).toMatchObject([{ alertType: 'ALERT_FAILURE' }])

  const link = /Acknowledge: (\S+)/.exec(readable(mail))?.[1] ?? ''
  for (let opened = 0; opened < 2; opened += 1) expect((await fetch(link)).status).toBe(200)
  expect(await statusOf(checkId)).toMatchObject({ acknowledgedBy: null })
  const press = async () =>
    (await fetch(link, { method: 'POST', body: new URLSearchParams({ action: 'acknowledge' }) })).text()
  expect(await press()).toContain('Acknowledged. Reminders stop')
  await killAndStart()
  expect(await press()).toContain('Already acknowledged by a link sent over the EMAIL channel')
  expect((await statusOf(checkId)).acknowledgedBy).toContain('a link sent over the EMAIL channel')

  await target.up()
  await eventually('the recovery', async () => !(await statusOf(checkId)).hasFailures)
  await eventually('the mail of the recovery', async () => mailIds().size === 2)
  expect(mailbox.mails.at(-1)?.source).toContain('has recovered')
})
