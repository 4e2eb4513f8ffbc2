import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '#contract'
import type { OperationId } from '#contract'
import { createApi, handlers } from '#api'
import { createLog } from '#redaction'
import { SystemClock } from '#kernel'
import { writePreview } from '#pages'
import { everyRepository, noRecords, testRenderer, testOutlet, testStore } from '../support/api.ts'
import { useDatabase } from '../support/database.ts'
import { testArtifacts } from '../support/test-artifacts.ts'
import { exampleCall } from './example-call.ts'
import { injectOperation } from './inject-operation.ts'
import type { OperationCall } from './inject-operation.ts'
import { seedAccount } from './seeded-account.ts'
import type { SeededAccount } from './seeded-account.ts'

const database = useDatabase()
const clock = new SystemClock()
const lines: string[] = []
let files: ReturnType<typeof testArtifacts>
let app: ReturnType<typeof createApi>
let url: string
let seed: SeededAccount

beforeAll(async () => {
  const store = testStore(database.db())
  files = testArtifacts(store, clock)
  app = createApi({
    repositoryGrants: everyRepository,
    store,
    clock,
    log: createLog('debug', { write: (line) => void lines.push(line) }),
    serviceName: 'service',
    publicUrl: 'http://localhost:3000',
    handlers,
    artifacts: files.tools,
    channels: testOutlet(clock),
    lookUpRecords: noRecords,
    renderDashboard: testRenderer(store, clock),
    writePreview,
    defaultLimit: { requests: 100_000, seconds: 60 },
  })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  seed = await seedAccount({ app, store, clock })
})
afterAll(async () => {
  await app.close()
  files.remove()
})

/** Found again by its form wherever it comes out. */
const planted = /hidden-[\w-]*4f9c2a71/g
const secret = (name: string): string => `hidden-${name}-4f9c2a71`

const call = async (id: OperationId, more: Partial<OperationCall> = {}) => {
  const answer = await injectOperation(app, operations[id], { ...exampleCall(id, seed), key: seed.key, ...more })
  expect({ id, status: answer.statusCode, body: answer.statusCode < 300 ? '' : answer.body }).toMatchObject({
    body: '',
  })
  return answer
}
const made = async (id: OperationId, body: object): Promise<Record<string, unknown>> =>
  Object((await call(id, { body })).json())

const pairs = (name: string) => [
  { key: 'Authorization', value: secret(`${name}-authorization`), locked: false },
  { key: 'Api-Key', value: secret(`${name}-api-key`), locked: false },
  { key: 'X-Locked', value: secret(`${name}-locked`), locked: true },
]
const parameters = (name: string) => [
  { key: 'api_key', value: secret(`${name}-parameter`), locked: false },
  { key: 'sig', value: secret(`${name}-signature`), locked: false },
]
const variables = (name: string) => [
  { key: 'LOCKED', value: secret(`${name}-locked-variable`), locked: true },
  { key: 'SECRET', value: secret(`${name}-secret-variable`), secret: true },
  { key: 'SHOP_TOKEN', value: secret(`${name}-named-variable`) },
]
const request = (name: string) => ({
  method: 'GET',
  url: `https://${secret(`${name}-user`)}@shop.example/?page=1&token=${secret(`${name}-query`)}`,
  headers: pairs(name),
  queryParameters: parameters(name),
  basicAuth: { username: 'user', password: secret(`${name}-basic`) },
})
const script = (name: string): string => `const apiKey = '${secret(name)}'\n`
const note = (name: string): string => `Ask https://ops.example/?sig=${secret(name)}`

/** One of each kind of resource that people write credentials into, and what was generated for them. */
async function plantEverywhere(): Promise<string[]> {
  const check = Object(exampleCall('createApiCheck', seed).body)
  const first = { ...check, environmentVariables: variables('check'), localSetupScript: script('setup') }
  const { id } = await made('createApiCheck', { ...first, request: request('first') })
  await call('updateApiCheck', { params: { id: String(id) }, body: { request: request('second') } })
  await made('createCheckGroupV2', {
    name: 'Group',
    environmentVariables: variables('group'),
    apiCheckDefaults: { ...request('group'), method: undefined },
  })
  const hook = {
    name: 'Hook',
    method: 'POST',
    webhookSecret: secret('webhook'),
    template: `{"token":"${secret('template')}"}`,
  }
  const sent = {
    headers: [...pairs('hook'), { key: 'X-Team', value: secret('header'), locked: false }],
    queryParameters: [...parameters('hook'), { key: 'team', value: secret('any-parameter'), locked: false }],
  }
  await made('createAlertChannel', {
    type: 'WEBHOOK',
    config: { ...hook, ...sent, url: `https://hooks.example/${secret('hook')}` },
  })
  await made('createAlertChannel', {
    type: 'SLACK',
    config: { name: 'Chat', url: `https://hooks.slack.com/services/${secret('chat')}`, channel: '#ops' },
  })
  await made('createAlertChannel', {
    type: 'OPSGENIE',
    config: { name: 'Ops', apiKey: secret('opsgenie'), region: 'EU', priority: 'P1' },
  })
  await made('createVariable', { key: 'PLAIN', value: secret('plain') })
  await made('createVariable', { key: 'SECRET', value: secret('variable'), secret: true })
  await made('createSnippet', { name: 'planted', script: script('snippet') })
  const proxyUrl = `http://${secret('proxy')}@proxy.example:3128`
  const { id: locationId } = await made('createPrivateLocation', {
    name: 'Office',
    slugName: 'office-planted',
    proxyUrl,
  })
  const maintenance = Object(exampleCall('createMaintenanceWindow', seed).body)
  await made('createMaintenanceWindow', { ...maintenance, description: note('maintenance') })
  await made('saveView', { name: 'Planted', query: `q=a&token=${secret('view')}` })
  await made('setPassword', { password: 'another horse battery', currentPassword: seed.signIn.password }).catch(
    () => null,
  )
  await call('createClientCertificate')
  await call('createCheckTrigger', { params: { checkId: String(id) } })
  const generated = [
    await made('createApiKey', { name: 'Key', role: 'READ_ONLY' }),
    Object((await call('createPrivateLocationKey', { params: { id: String(locationId) } })).json()),
  ]
  return [
    ...generated.flatMap(({ key, rawKey }) => [key, rawKey]),
    seed.key,
    'PRIVATE KEY',
    'another horse battery',
  ].flatMap((text) => (typeof text === 'string' ? text : []))
}

/** What a stream of events brings until it says that a resource was changed last. */
async function eventsDuring(work: () => Promise<void>): Promise<string> {
  const ended = new AbortController()
  const headers = { authorization: `Bearer ${seed.key}` }
  const answer = await fetch(`${url}/v1/events`, { headers, signal: ended.signal })
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  const read = async (until: string): Promise<void> => {
    while (!received.includes(until)) {
      const { value, done } = (await reader?.read()) ?? { done: true }
      if (done) throw new Error('The stream ended')
      received += value
    }
  }
  await read('event: reset')
  await work()
  await read('event: client-certificates')
  ended.abort()
  return received
}

it('a credential in any resource is in no log line, audit entry, export or event', async () => {
  let generated: string[] = []
  const events = await eventsDuring(async () => {
    generated = await plantEverywhere()
  })
  const stored = await database
    .db()
    .rows<{ text: string }>('select t::text as text from audit_log t where account_id = $1', [seed.accountId])
  const limit = { limit: 100 }
  const outputs = {
    stored: stored.map(({ text }) => text).join('\n'),
    audit: (await call('listAuditLog', { query: limit })).body,
    csv: (await call('exportAuditLogCsv')).body,
    jsonl: (await call('exportAuditLogLines')).body,
    results: (await call('exportCheckResults')).body,
    events,
    log: lines.join(''),
  }
  expect(outputs.stored).toContain('*********')
  expect(outputs.csv).toContain('*********')
  for (const [name, output] of Object.entries(outputs)) {
    expect([name, output.match(planted) ?? []]).toEqual([name, []])
    expect([name, generated.filter((text) => output.includes(text))]).toEqual([name, []])
  }
})

it('entries that an earlier release wrote are exported without credentials', async () => {
  const changes = [
    { path: 'request.url', before: null, after: `https://${secret('old')}@shop.example/` },
    { path: 'config.apiKey', before: secret('old-field'), after: 'x' },
  ]
  await database
    .db()
    .rows('update audit_log set changes = $1, user_agent = $2 where account_id = $3', [
      JSON.stringify(changes),
      `tool?token=${secret('old-agent')}`,
      seed.accountId,
    ])
  for (const id of ['listAuditLog', 'exportAuditLogCsv', 'exportAuditLogLines'] as const)
    expect([id, (await call(id)).body.match(planted) ?? []]).toEqual([id, []])
})

it('a change of a credential is seen as a change', async () => {
  const withToken = (token: string) => ({ request: { method: 'GET', url: `https://${token}@shop.example/` } })
  const { id } = await made('createApiCheck', { name: 'Shop', ...withToken(secret('one')) })
  await call('updateApiCheck', { params: { id: String(id) }, body: withToken(secret('two')) })
  const [entry] = await database
    .db()
    .rows<{ changes: unknown }>(
      `select changes from audit_log where account_id = $1 and resource_id = $2 and action = 'UPDATED'`,
      [seed.accountId, String(id)],
    )
  const shown = 'https://*********@shop.example/'
  expect(entry?.changes).toContainEqual({ path: 'request.url', before: shown, after: shown })
})

it('a log line holds no credential, in whatever field it is', () => {
  lines.length = 0
  const log = createLog('info', { write: (line) => void lines.push(line) })
  log.child({ apiKey: secret('child') }).warn(
    {
      error: `connect to postgres://app:${secret('database')}@db.example failed`,
      response: `401 for https://hooks.example/?sig=${secret('response')}`,
      headers: { 'Api-Key': secret('header') },
      pairs: pairs('logged'),
      nested: { deep: { password: secret('deep') } },
    },
    'A line',
  )
  expect(lines.join('')).toContain('*********')
  expect(lines.join('').match(planted) ?? []).toEqual([])
})
