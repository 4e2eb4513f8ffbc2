import { afterAll, beforeAll, expect, it } from 'vitest'
import { handlers } from './index.ts'
import type { AuditEntryResource, CheckRowResource } from '#contract'
import { TestClock } from '#kernel'
import { anAccount, aTestApi, testStore } from '../../../tests/support/api.ts'
import type { TestAccount } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()
let app: ReturnType<typeof aTestApi>
let account: TestAccount
let group: number
let check: string

const send = (method: 'DELETE' | 'GET' | 'POST' | 'PUT', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${account.key}` }, ...(payload && { payload }) })

beforeAll(async () => {
  app = aTestApi({ db: database.db(), handlers, clock })
  account = await anAccount(testStore(database.db()), clock)
  group = (await send('POST', '/v2/check-groups', { name: 'Shop' })).json().id
  const body = { name: 'Orders', groupId: group, frequency: 10, request: { url: 'https://orders.example/' } }
  check = (await send('POST', '/v1/checks/url', body)).json().id
})
afterAll(() => app.close())

const silence = async (): Promise<CheckRowResource['silence'] | undefined> => {
  const { entries } = (await send('GET', '/v1/check-rows')).json()
  return entries[0]?.silence
}
const groupMute = async (): Promise<string | undefined> =>
  (await send('GET', `/v1/check-groups/${group}`)).json().mutedUntil
const inMinutes = (minutes: number): string => new Date(clock.now() + minutes * 60_000).toISOString()

it('rows say what silences a check the longest, and until when', async () => {
  expect(await silence()).toBe(null)
  await send('POST', `/v1/checks/${check}/snooze`, { minutes: 5 })
  expect(await silence()).toEqual({ reason: 'CHECK_SNOOZED', until: inMinutes(5) })
  await send('POST', `/v1/checks/${check}/mute`, { minutes: 10 })
  expect(await silence()).toEqual({ reason: 'CHECK_MUTED', until: inMinutes(10) })
  await send('POST', `/v1/check-groups/${group}/mute`, { minutes: 20 })
  expect(await silence()).toEqual({ reason: 'GROUP_MUTED', until: inMinutes(20) })
  expect(await groupMute()).toBe(inMinutes(20))
  await send('PUT', `/v1/checks/${check}`, { muted: true })
  expect(await silence()).toEqual({ reason: 'CHECK_MUTED', until: null })
  await send('DELETE', `/v1/checks/${check}/mute`)
  await send('DELETE', `/v1/check-groups/${group}/mute`)
  expect(await groupMute()).toBe(undefined)
  expect(await silence()).toEqual({ reason: 'CHECK_SNOOZED', until: inMinutes(5) })
  await send('DELETE', `/v1/checks/${check}/snooze`)
  expect(await silence()).toBe(null)
})

it('the audit log says what was muted and acknowledged, until when and by whom', async () => {
  const latest = async (): Promise<Partial<AuditEntryResource> | undefined> => {
    const { entries } = (await send('GET', '/v1/audit-log?limit=1')).json()
    return entries[0]
  }
  const said = { action: 'PERFORMED', resource: { type: 'CHECK', id: check, name: 'Orders' } }
  await send('POST', `/v1/checks/${check}/mute`, { minutes: 60 })
  const muted = [{ path: 'mutedUntil', before: null, after: inMinutes(60) }]
  expect(await latest()).toMatchObject({ ...said, operation: 'muteCheck', changes: muted })
  await send('DELETE', `/v1/checks/${check}/mute`)
  const unmuted = [{ path: 'mutedUntil', before: inMinutes(60), after: null }]
  expect(await latest()).toMatchObject({ ...said, operation: 'unmuteCheck', changes: unmuted })
  await database.db().rows(
    `update check_states set status = 'failing', alert_state = jsonb_build_object('status', 'failing',
       'statusSince', 0, 'problemSince', 0) where check_id = $1`,
    [check],
  )
  await send('POST', `/v1/checks/${check}/acknowledge`, { note: 'Looking' })
  expect(await latest()).toMatchObject({
    ...said,
    operation: 'acknowledgeCheck',
    changes: [
      { path: 'acknowledgedBy', before: null, after: expect.any(String) },
      { path: 'acknowledgementNote', before: null, after: 'Looking' },
    ],
  })
})

it('a mute that a change of settings ends is one entry with both', async () => {
  await send('PUT', `/v1/checks/${check}`, { muted: true })
  await send('POST', `/v1/checks/${check}/mute`, { minutes: 60 })
  await send('DELETE', `/v1/checks/${check}/mute`)
  const { entries } = (await send('GET', '/v1/audit-log?limit=1')).json()
  expect(entries[0]).toMatchObject({
    action: 'UPDATED',
    operation: 'unmuteCheck',
    changes: expect.arrayContaining([
      { path: 'muted', before: true, after: false },
      { path: 'mutedUntil', before: inMinutes(60), after: null },
    ]),
  })
})
