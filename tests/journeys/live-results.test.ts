import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connectAsync } from 'mqtt'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { minuteMs, randomId } from '#kernel'
import { cancelAbandonedSessions } from '#runs'
import { useServers } from '../support/test-server.ts'
import type { ServedAccount } from '../support/test-server.ts'

const slow = Promise.withResolvers<void>()
const target = createServer((request, response) => {
  if (request.url === '/hang') return slow.resolve()
  response.writeHead(request.url === '/broken' ? 500 : 200, { 'content-type': 'text/plain' }).end('hello')
})
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const { port } = target.address() as AddressInfo
const servers = useServers(['first', 'second'])
const { first, second } = servers

const clients: MqttClient[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  target.closeAllConnections()
})
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

/** As the command line tool connects. */
async function connect(accountId: string, password: string, { url } = second): Promise<MqttClient> {
  const address = `${url.replace('http', 'ws')}/mqtt?authenticationScheme=userApiKey`
  const client = await connectAsync(address, { username: accountId, password, reconnectPeriod: 100 }, false)
  clients.push(client)
  return client
}

const closing = (client: MqttClient): Promise<void> => new Promise((resolve) => client.once('close', resolve))

const filterOf = (accountId: string, suiteId: string) => `account/${accountId}/ad-hoc-check-results/${suiteId}/+/+/+`

interface Message {
  readonly subtopic: string
  readonly sequenceId: string
  readonly payload: unknown
}

/** Follows a live run; `until` resolves with all messages once as many runs have ended. */
async function follow({ accountId, key }: ServedAccount, suiteId: string) {
  const client = await connect(accountId, key)
  const messages: Message[] = []
  let onMessage = (): void => {}
  client.on('message', (topic, text) => {
    const [, , , , sequenceId = '', , subtopic = ''] = topic.split('/')
    messages.push({ subtopic, sequenceId, payload: JSON.parse(text.toString()) })
    onMessage()
  })
  await client.subscribeAsync(filterOf(accountId, suiteId))
  const isEnd = ({ subtopic, payload }: Message) => subtopic === 'error' || Object(payload).resultType === 'FINAL'
  const until = (runs: number): Promise<Message[]> =>
    new Promise((resolve) => {
      onMessage = () => {
        if (messages.filter(isEnd).length === runs) resolve(messages)
      }
      onMessage()
    })
  return { client, until }
}

const job = (logicalId: string, path: string, changes: object = {}) => ({
  logicalId,
  name: `Shop ${logicalId}`,
  checkType: 'API',
  groupId: null,
  environmentVariables: [],
  request: {
    method: 'GET',
    url: `http://127.0.0.1:${port}${path}`,
    assertions: [{ source: 'STATUS_CODE', property: '', comparison: 'EQUALS', target: '200', regex: null }],
  },
  ...changes,
})

const run = (suiteId: string, jobs: readonly object[], changes: object = {}) => ({
  name: 'Shop',
  runLocation: { type: 'PUBLIC', region: 'eu-west-1' },
  checkRunJobs: jobs.map((one) => ({ testRetryStrategy: null, ...one, sourceInfo: { checkRunSuiteId: suiteId } })),
  ...changes,
})

const onceMore = { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 }

it('sends each result of checks that are not saved to their client, whatever process made it', async () => {
  const account = await first.account()
  const suiteId = randomId()
  const { until } = await follow(account, suiteId)
  const { sequenceIds, testSessionId } = await first
    .as(account.key)
    .create(
      '/v1/test-sessions/run',
      run(suiteId, [
        job('passing', '/'),
        job('degraded', '/', { degradedResponseTime: 0, maxResponseTime: 20_000 }),
        job('failing', '/broken', { testRetryStrategy: onceMore }),
      ]),
    )
  const messages = await until(3)
  const of = (logicalId: string) => messages.filter(({ sequenceId }) => sequenceId === Object(sequenceIds)[logicalId])
  const final = (result: object) => ({ subtopic: 'result', payload: { resultType: 'FINAL', result } })
  const start = { subtopic: 'run-start', payload: {} }
  expect(of('passing')).toMatchObject([start, final({ name: 'Shop passing', hasFailures: false, isDegraded: false })])
  expect(of('degraded')).toMatchObject([start, final({ hasFailures: false, isDegraded: true })])
  const failing = { hasFailures: true, isCancelled: false, checkType: 'API' }
  const attempt = { subtopic: 'result', payload: { resultType: 'ATTEMPT', result: failing } }
  expect(of('failing')).toMatchObject([start, attempt, final(failing)])

  const { result, testResultId } = Object(of('failing')[2]?.payload)
  const { region, logPath, checkRunDataPath } = result.assets
  const { call } = second.as(account.key)
  const read = async (path: string) => (await call('GET', path)).body
  expect(await read(`/next/assets/log/${region}/${encodeURIComponent(logPath)}`)).toEqual({
    setup: [],
    request: [],
    teardown: [],
  })
  expect(await read(`/next/assets/check-run-data/${region}/${encodeURIComponent(checkRunDataPath)}`)).toMatchObject({
    requestError: null,
    request: { method: 'GET', data: '' },
    response: { status: 500, body: 'hello' },
    assertions: [{ source: 'STATUS_CODE', actual: '500' }],
  })
  expect(
    await read(`/next/test-sessions/${String(testSessionId)}/results/${String(testResultId)}/links`),
  ).toMatchObject({
    testResultLink: expect.stringContaining(`/test-sessions/${String(testSessionId)}/results/${String(testResultId)}`),
  })
  const other = await first.account()
  expect((await other.call('GET', `/next/assets/log/${region}/${logPath}`)).status).toBe(404)
})

it('does not send attempts again to a client that comes back', async () => {
  const account = await first.account()
  const suiteId = randomId()
  const { client, until } = await follow(account, suiteId)
  const jobs = [job('failing', '/broken', { testRetryStrategy: onceMore })]
  await first.as(account.key).create('/v1/test-sessions/run', run(suiteId, jobs))
  expect(typesOf(await until(1))).toEqual(['run-start', 'ATTEMPT', 'FINAL'])
  await client.endAsync(true)
  await expect.poll(() => watchedUntil(suiteId)).toBeLessThan(first.clock.now() + minuteMs / 2)
  const again = await follow(account, suiteId)
  expect(typesOf(await again.until(1))).toEqual(['run-start', 'FINAL'])
})

const typesOf = (messages: readonly Message[]) =>
  messages.map(({ subtopic, payload }) => Object(payload).resultType ?? subtopic)

describe('a client', () => {
  it.each([
    ['with a wrong key', async ({ accountId }: ServedAccount) => connect(accountId, 'bfu_wrong')],
    ['of another account', async ({ key }: ServedAccount) => connect((await first.account()).accountId, key)],
    ['without a password', async ({ accountId }: ServedAccount) => connect(accountId, '')],
  ])('%s is refused', async (_who, connecting) => {
    await expect(connecting(await first.account())).rejects.toMatchObject({ code: 5 })
  })

  it.each([
    ['another account', (_own: string, other: string) => filterOf(other, randomId())],
    ['all sessions', (own: string) => `account/${own}/ad-hoc-check-results/+/+/+/+`],
    ['everything', () => '#'],
  ])('may not follow %s', async (_what, filter) => {
    const account = await first.account()
    const client = await connect(account.accountId, account.key)
    const other = await first.account()
    await expect(client.subscribeAsync(filter(account.accountId, other.accountId))).rejects.toThrow('Unspecified error')
  })

  it.each([
    ['publishes', (client: MqttClient) => client.publish('account/x', 'y')],
    ['sends more than a packet may have', (client: MqttClient) => client.subscribe('x'.repeat(20_000))],
  ])('that %s is disconnected', async (_what, act) => {
    const account = await first.account()
    const client = await connect(account.accountId, account.key)
    const closed = closing(client)
    act(client)
    await closed
    expect(client.connected).toBe(false)
  })

  it('whose key is revoked is disconnected', async () => {
    const account = await first.account()
    const { key, id } = await account.create('/v1/api-keys', { name: 'CI', role: 'READ_WRITE' })
    const client = await connect(account.accountId, String(key))
    const closed = closing(client)
    expect((await account.call('DELETE', `/v1/api-keys/${String(id)}`)).status).toBe(204)
    await second.advance(1_000)
    await closed
  })
})

describe('a run that nobody waits for any more', () => {
  it('ends as cancelled when its client cancels the session', async () => {
    const account = await first.account()
    const suiteId = randomId()
    const { until } = await follow(account, suiteId)
    const { testSessionId } = await account.create('/v1/test-sessions/run', run(suiteId, [job('hanging', '/hang')]))
    await slow.promise
    expect((await account.call('POST', `/v1/test-sessions/${String(testSessionId)}/cancel`)).status).toBe(204)
    const messages = await until(1)
    expect(messages.at(-1)?.payload).toMatchObject({
      resultType: 'FINAL',
      result: { isCancelled: true, hasFailures: false },
    })
  })

  it('is cancelled with its client, where the session is not kept', async () => {
    const account = await first.account()
    const suiteId = randomId()
    const { client } = await follow(account, suiteId)
    const answer = await account.create(
      '/v1/test-sessions/run',
      run(suiteId, [job('hanging', '/hang')], { shouldRecord: false }),
    )
    expect(answer).not.toHaveProperty('testSessionId')
    expect((await account.call('GET', '/v1/test-sessions')).body).toMatchObject({ length: 0 })
    await client.endAsync(true)
    const tasks = () => first.db.rows('select from run_tasks where account_id = $1', [account.accountId])
    await expect.poll(() => watchedUntil(suiteId)).toBeLessThan(first.clock.now() + minuteMs / 2)
    expect(await tasks()).toHaveLength(1)
    expect(await cancelAbandonedSessions(first.store, first.clock.now())).toBe(0)
    expect(await cancelAbandonedSessions(first.store, first.clock.now() + minuteMs)).toBe(1)
    expect(await tasks()).toHaveLength(0)
  })
})

async function watchedUntil(suiteId: string): Promise<number> {
  const rows = await first.db.rows<{ watchedUntil: Date }>('select watched_until from live_runs where suite_id = $1', [
    suiteId,
  ])
  return rows[0]?.watchedUntil.getTime() ?? Infinity
}
