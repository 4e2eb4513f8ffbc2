import { afterAll, expect, it } from 'vitest'
import { createClient } from '#client'
import { FlakyTarget } from '../support/flaky-target.ts'
import { useServer } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const target = new FlakyTarget()
await target.up()
const receiver = await startWebReceiver((response) => response.end('thanks'))
const server = useServer()

afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  await target.down()
})

it('carries a check from the API to one failure alert and one recovery', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: server.key })
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
  const hasFailures = async () => Object((await server.call('GET', `/v1/check-statuses/${id}`)).body).hasFailures
  const alerts = () => receiver.requests.map(({ body }) => JSON.parse(body).alertType)

  await server.advance(10_000)
  expect((await server.call('GET', `/v1/check-results/${id}`)).body).toContainEqual(
    expect.objectContaining({ hasFailures: false, runLocation: 'eu-west-1' }),
  )
  expect(await hasFailures()).toBe(false)
  expect(alerts()).toEqual([])

  await target.down()
  await server.advance(10_000)
  expect(await hasFailures()).toBe(true)
  expect(alerts()).toEqual(['ALERT_FAILURE'])

  await target.up()
  await server.advance(10_000)
  expect(await hasFailures()).toBe(false)
  expect(alerts()).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY'])

  await server.advance(20_000)
  expect(alerts()).toHaveLength(2)
  const log = await server.call('GET', '/v1/alert-notifications')
  expect(log.body).toMatchObject([
    { status: 'SUCCESS', notificationResult: expect.stringContaining('thanks') },
    { status: 'SUCCESS' },
  ])
  const health = await server.call('GET', '/health')
  expect(health).toMatchObject({ status: 200, body: { status: 'ok', reasons: [] } })
  expect(server.lines.join('\n')).not.toContain(server.key)
})

it('shows the message of a check that is made to fail on purpose, within ten seconds, and counts nothing of it', async () => {
  const [{ id }] = Object((await server.call('GET', '/v1/checks')).body)
  const counted = async () => {
    const read = async (path: string) => Object((await server.call('GET', path)).body)
    const results: { hasFailures: boolean }[] = await read(`/v1/check-results/${id}?limit=100`)
    const failed = results.filter(({ hasFailures }) => hasFailures).length
    const { hasFailures } = await read(`/v1/check-statuses/${id}`)
    return { failed, hasFailures, alerts: await read('/v1/check-alerts'), sent: await read('/v1/alert-notifications') }
  }
  const before = await counted()
  const sentBefore = receiver.requests.length
  const { body: started } = await server.call('POST', `/v1/checks/${id}/drill`)
  expect(started).toMatchObject({ status: 'RUNNING', deliveries: [] })
  await server.advance(5_000)
  const drill = await server.call('GET', `/v1/checks/${id}/drill/${Object(started).id}`)
  expect(drill.body).toMatchObject({ status: 'SENT', deliveries: [{ name: 'receiver', outcome: 'sent' }] })
  const [message, ...others] = receiver.requests.slice(sentBefore).map(({ body }) => JSON.parse(body))
  expect(others).toEqual([])
  expect(message).toMatchObject({
    isDrill: true,
    alertTitle: '[Drill] Check "Flaky target" has failed',
    alertType: 'ALERT_FAILURE',
    checkId: id,
    reason: expect.stringMatching(
      /^Expected the response time in milliseconds to be less than "0", but it was "\d+"\.$/,
    ),
    checkErrorMessage: expect.stringContaining('This is a drill'),
    tags: ['drill'],
    actionLinks: { acknowledge: expect.any(String) },
  })
  const page = await fetch(message.actionLinks.acknowledge)
  expect(await page.text()).toContain('This was a drill')
  await server.advance(10_000)
  expect(await counted()).toEqual(before)
})

it('goes on where it was when it is started again', async () => {
  await server.stop()
  await server.start()
  const checks = await server.call('GET', '/v1/checks')
  expect(checks.body).toMatchObject([{ name: 'Flaky target' }])
})
