import { statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createClient } from '#client'
import { FlakyTarget } from '../support/flaky-target.ts'
import {
  eventually,
  freePort,
  journeyKey,
  newDataDir,
  removeDataDir,
  startServerProcess,
} from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = newDataDir()
const target = new FlakyTarget()
let server: ServerProcess
let receiver: WebReceiver
let port: number

beforeAll(async () => {
  port = await freePort()
  await target.up()
  receiver = await startWebReceiver((response) => response.end('thanks'))
  server = await startServerProcess({ dataDir, port })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  await target.down()
  removeDataDir(dataDir)
})

it('carries a check from the API to one failure alert and one recovery', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: journeyKey })
  await client.call('createAlertChannel', {
    body: { type: 'WEBHOOK', config: { name: 'receiver', url: receiver.url } },
  })
  const { id } = await client.call('createTcpCheck', {
    body: {
      name: 'Flaky target',
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1'],
      retryStrategy: null,
      request: { hostname: '127.0.0.1', port: target.port },
    },
  })

  const statusIs = async (hasFailures: boolean) => {
    const status = await server.call('GET', `/v1/check-statuses/${id}`)
    return (status.body as { hasFailures?: boolean }).hasFailures === hasFailures && status
  }
  await eventually('a passing run', async () => {
    const results = await server.call('GET', `/v2/check-results/${id}`)
    return (results.body as { length: number }).length > 0 && statusIs(false)
  })
  expect(receiver.requests).toHaveLength(0)

  await target.down()
  await eventually('the failure', () => statusIs(true))
  await eventually('the alert', async () => receiver.requests.length === 1)
  expect(JSON.parse(receiver.requests[0]?.body ?? '{}')).toMatchObject({ alertType: 'ALERT_FAILURE' })

  await target.up()
  await eventually('the recovery', () => statusIs(false))
  await eventually('the recovery alert', async () => receiver.requests.length === 2)
  expect(JSON.parse(receiver.requests[1]?.body ?? '{}')).toMatchObject({ alertType: 'ALERT_RECOVERY' })

  const log = await server.call('GET', '/v1/alert-notifications')
  expect(log.body).toMatchObject([
    { status: 'SUCCESS', notificationResult: expect.stringContaining('thanks') },
    { status: 'SUCCESS' },
  ])
  const health = await server.call('GET', '/health')
  expect(health).toMatchObject({ status: 200, body: { status: 'ok', reasons: [] } })
})

it('keeps what it made secret readable by its owner only', () => {
  expect(statSync(join(dataDir, 'secret-key')).mode & 0o777).toBe(0o600)
  expect(server.output()).not.toContain('journey_journey')
})

it('goes on where it was when it is started again', async () => {
  expect(await server.stop()).toBe(0)
  server = await startServerProcess({ dataDir, port })
  const checks = await server.call('GET', '/v1/checks')
  expect(checks.body).toMatchObject([{ name: 'Flaky target' }])
})
