import { beforeEach, expect, it } from 'vitest'
import { handlers } from './index.ts'
import type { InstallationFinding } from '../request-context.ts'
import { privateLocationQueue } from '#contract'
import type { ServiceHealthResource } from '#contract'
import { hourMs, randomId, TestClock } from '#kernel'
import { createKey } from '#management'
import { findFirstAccountId } from '#storage/accounts'
import { noteServed, noteUnserved, saveAgent } from '#storage/agents'
import { recordChannelAttempt } from '#storage/alerts'
import { aTestApi, anAccount, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
const detail = { code: 'BROWSER_REASON', text: '/srv is full', values: { reason: '/srv is full' } }
const known = { state: 'OK' as const, meaning: 'What it is.', advice: 'What to do.', messages: [], details: [detail] }
const installation: readonly InstallationFinding[] = [
  { ...known, name: 'disk', message: 'The database accepts writes.', namesResources: false },
  { ...known, name: 'alert channels', message: 'Failing alert channels: 7.', namesResources: true },
]
let app: ReturnType<typeof aTestApi>
let first: string
let account: TestAccount
beforeEach(async () => {
  app = aTestApi({
    db: database.db(),
    clock,
    handlers,
    installationHealth: async () => installation,
  })
  await anAccount(testStore(database.db()), clock)
  first = (await findFirstAccountId(database.db())) ?? ''
  account = await anAccount(testStore(database.db()), clock)
})

const send = (key: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${key}` }, ...(payload && { payload }) })
const healthOf = async (key: string): Promise<ServiceHealthResource> => {
  const answer = await send(key, 'GET', '/v1/service-health')
  expect(answer.statusCode).toBe(200)
  return answer.json()
}
const finding = ({ findings }: ServiceHealthResource, name: string) => findings.filter((found) => found.name === name)

it('names failing channels, locations without agents and owners without address of the own account only', async () => {
  const channel = { type: 'EMAIL', config: { address: 'ops@mail.example' } }
  const channelId: number = (await send(account.key, 'POST', '/v1/alert-channels', channel)).json().id
  const attempt = { accountId: account.accountId, channelId, response: 'No such user', isOver: true } as const
  const failedAt = new Date(clock.now())
  await recordChannelAttempt(database.db(), { ...attempt, at: failedAt, outcome: 'rejected' })
  const location = { name: 'Office', slugName: 'office' }
  const locationId: string = (await send(account.key, 'POST', '/v1/private-locations', location)).json().id
  await saveAgent(
    database.db(),
    {
      queue: privateLocationQueue(account.accountId, 'office'),
      id: randomId(),
      accountId: account.accountId,
      locationId,
      name: 'agent',
      version: '1.0.0',
      protocol: 1,
      capabilities: { checkTypes: [], runtimes: [], features: [] },
      places: 1,
      running: 0,
    },
    failedAt,
  )
  await noteServed(database.db(), { accountId: account.accountId, id: locationId }, new Date(clock.now()))
  expect(finding(await healthOf(account.key), 'privateLocation')).toMatchObject([{ state: 'OK', resource: null }])
  clock.advance(hourMs)
  await noteUnserved(database.db(), { now: new Date(clock.now()), seenAfter: failedAt })
  const found = await healthOf(account.key)
  expect(found.status).toBe('DEGRADED')
  expect(finding(found, 'failingChannel')).toMatchObject([
    {
      scope: 'ACCOUNT',
      state: 'DEGRADED',
      message: expect.stringContaining('ops@mail.example is failing: No such user'),
      messages: [{ code: 'CHANNEL_FAILS', values: { channel: 'ops@mail.example', error: 'No such user' } }],
      since: failedAt.toISOString(),
      resource: { type: 'ALERT_CHANNEL', id: String(channelId), name: 'ops@mail.example' },
    },
  ])
  expect(finding(found, 'privateLocation')).toMatchObject([
    { state: 'DEGRADED', since: failedAt.toISOString(), resource: { type: 'PRIVATE_LOCATION', id: locationId } },
  ])
  expect(finding(found, 'owner')).toMatchObject([{ state: 'DEGRADED' }])
  const other = await anAccount(testStore(database.db()), clock)
  await database
    .db()
    .rows(
      `update users set email = id || '@mail.example' where id in (select user_id from memberships where account_id = $1)`,
      [other.accountId],
    )
  const calm = await healthOf(other.key)
  expect(calm).toMatchObject({ status: 'OK' })
  expect(calm.findings.map(({ name, state }) => [name, state])).toEqual(
    ['failingChannel', 'privateLocation', 'owner', 'disk'].map((name) => [name, 'OK']),
  )
  await recordChannelAttempt(database.db(), { ...attempt, at: new Date(clock.now()), outcome: 'sent' })
  expect(finding(await healthOf(account.key), 'failingChannel')).toMatchObject([{ state: 'OK', resource: null }])
})

it('shows what may name other accounts to admins of the first account alone', async () => {
  expect(finding(await healthOf(account.key), 'disk')).toMatchObject([
    { scope: 'INSTALLATION', advice: 'What to do.', details: [] },
  ])
  expect(finding(await healthOf(account.key), 'alert channels')).toEqual([])
  const admin = { kind: 'service', accountId: first, name: 'admin', role: 'ADMIN' } as const
  const { key } = await createKey(testStore(database.db()), admin, new Date(clock.now()))
  expect(finding(await healthOf(key), 'alert channels')).toMatchObject([{ details: [detail] }])
})

it.each(['READ_ONLY', 'READ_RUN', 'READ_WRITE'] as const)('a key with the role %s is answered 403', async (role) => {
  expect((await send(await account.keyWithRole(role), 'GET', '/v1/service-health')).statusCode).toBe(403)
})
