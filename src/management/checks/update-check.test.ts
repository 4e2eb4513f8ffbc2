import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckType } from '#contract'
import { hourMs, minuteMs } from '#kernel'
import { redactionMark } from '#redaction'
import type { Caller } from '#kernel'
import { saveTimerPlans } from '#storage/checks'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createGroup } from '../groups/index.ts'
import type { CheckInput } from './check-input.ts'
import { createCheck, getCheck, updateCheck } from './index.ts'
import {
  codeOf,
  everythingOf,
  later,
  newCaller,
  newChannel,
  scheduleOf,
  startMs,
  stateOf,
  storeOn,
} from './testing/configuration.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
const api = { name: 'api', request: { method: 'GET', url: 'https://example.com' }, locations: ['eu-west-1'] }
const period = { period: 5, periodUnit: 'minutes', grace: 30, graceUnit: 'seconds' }

const create = (caller: Caller, checkType: CheckType, body: object) =>
  createCheck(store, caller, { checkType, body: body as CheckInput, autoAssignAlerts: true })

async function withCheck(checkType: CheckType, body: object) {
  const caller = later(await newCaller(store), 0)
  const { check, pingToken } = await create(caller, checkType, body)
  const update = (change: object, as: Caller = later(caller, minuteMs)) =>
    updateCheck(store, as, { id: check.id, checkType, body: change as CheckInput })
  return { caller, id: check.id, check, pingToken, update }
}

describe('updateCheck', () => {
  test('an absent field keeps its value and no default is restored', async () => {
    const { check, update } = await withCheck('TCP', {
      ...tcp,
      activated: false,
      muted: true,
      frequency: 5,
      frequencyOffset: 7,
      doubleCheck: false,
      useGlobalAlertSettings: false,
      degradedResponseTime: 1,
      maxResponseTime: 2,
      tags: ['a'],
      retryStrategy: { type: 'LINEAR', maxRetries: 4 },
      alertSettings: { escalationType: 'TIME_BASED' },
    })
    const renamed = await update({ name: 'renamed' })
    expect(renamed.check).toEqual({ ...check, name: 'renamed', version: 2, updatedAt: new Date(startMs + minuteMs) })
  })

  test('null clears', async () => {
    const { update } = await withCheck('API', {
      ...api,
      description: 'd',
      groupOrder: 3,
      runtimeId: '2026.04',
      retryStrategy: { type: 'FIXED' },
      alertSettings: { escalationType: 'TIME_BASED' },
      intent: { goal: 'g' },
      environmentVariables: [{ key: 'A', value: 'b' }],
      request: { ...api.request, basicAuth: { username: 'u', password: 'p' } },
    })
    const { check } = await update({
      description: null,
      groupOrder: null,
      runtimeId: null,
      retryStrategy: null,
      alertSettings: null,
      intent: null,
      environmentVariables: null,
      locations: null,
      degradedResponseTime: null,
      request: { ...api.request, basicAuth: null },
    })
    expect(check).toMatchObject({
      groupOrder: null,
      locations: [],
      settings: {
        description: null,
        runtimeId: null,
        retryStrategy: null,
        alertSettings: { escalationType: 'RUN_BASED' },
        intent: null,
        environmentVariables: [],
        degradedResponseTime: null,
        maxResponseTime: 20_000,
        request: { basicAuth: null },
      },
    })
  })

  test('objects are replaced completely, and omitted parts get the default of a new check', async () => {
    const { update } = await withCheck('API', {
      ...api,
      request: { ...api.request, skipSSL: true, headers: [{ key: 'a', value: 'b' }] },
      alertSettings: { reminders: { amount: 2, interval: 10 } },
      retryStrategy: { type: 'LINEAR', baseBackoffSeconds: 7 },
    })
    const { check } = await update({
      request: { method: 'put', url: 'https://example.org' },
      alertSettings: { reminders: { amount: 1 } },
      retryStrategy: { maxRetries: 5 },
    })
    expect(check.settings).toMatchObject({
      request: { method: 'PUT', url: 'https://example.org', skipSSL: false, headers: [] },
      alertSettings: { reminders: { amount: 1, interval: 5 } },
      retryStrategy: { type: 'FIXED', baseBackoffSeconds: 60, maxRetries: 5 },
    })
  })

  test('the rules are validated on the outcome and a rejection writes nothing', async () => {
    const { caller, update } = await withCheck('TCP', tcp)
    const before = await everythingOf(store, caller)
    expect(await codeOf(update({ name: 'x', maxResponseTime: 2999 }))).toBe('RESPONSE_TIME_LIMITS_INVALID')
    expect(await codeOf(update({ name: 'x', groupId: 999_999 }))).toBe('GROUP_UNKNOWN')
    const unknown = {
      name: 'x',
      activated: false,
      alertChannelSubscriptions: [{ alertChannelId: 1_000_000, activated: true }],
    }
    expect(await codeOf(update(unknown))).toBe('ALERT_CHANNEL_UNKNOWN')
    expect(await everythingOf(store, caller)).toBe(before)
  })

  test('another frequency drops an offset that belonged to the old one', async () => {
    const { update } = await withCheck('TCP', { ...tcp, frequency: 0, frequencyOffset: 30 })
    expect((await update({ frequency: 1 })).check.frequencyOffset).toBeNull()
    expect(await codeOf(update({ frequency: 0 }))).toBe('FREQUENCY_OFFSET_INVALID')
    expect((await update({ frequency: 0, frequencyOffset: 10 })).check).toMatchObject({
      frequency: 0,
      frequencyOffset: 10,
    })
  })

  test('another frequency keeps an offset that still fits, and null clears it', async () => {
    const { update } = await withCheck('TCP', { ...tcp, frequency: 5, frequencyOffset: 40 })
    expect((await update({ frequency: 10 })).check).toMatchObject({ frequency: 10, frequencyOffset: 40 })
    expect((await update({ frequency: 2 })).check.frequencyOffset).toBeNull()
    expect((await update({ frequencyOffset: 20 })).check.frequencyOffset).toBe(20)
    expect((await update({ frequencyOffset: null })).check.frequencyOffset).toBeNull()
  })

  test('masked values that are sent back keep the stored ones', async () => {
    const { caller, id, update } = await withCheck('API', {
      ...api,
      environmentVariables: [
        { key: 'LOCKED', value: 'one', locked: true },
        { key: 'SECRET', value: 'two', secret: true },
        { key: 'PLAIN', value: 'three' },
      ],
      request: {
        ...api.request,
        headers: [
          { key: 'a', value: 'first', locked: true },
          { key: 'a', value: 'second', locked: true },
        ],
        basicAuth: { username: 'u', password: 'p' },
      },
    })
    await update({
      environmentVariables: [
        { key: 'SECRET', value: null },
        { key: 'LOCKED', value: redactionMark, locked: true },
        { key: 'PLAIN', value: redactionMark },
      ],
      request: {
        ...api.request,
        headers: [
          { key: 'a', value: redactionMark, locked: true },
          { key: 'a', value: redactionMark, locked: true },
          { key: 'b', value: redactionMark, locked: true },
        ],
        basicAuth: { username: 'other', password: redactionMark },
      },
    })
    const { check } = await getCheck(store, caller, { id })
    expect(check.settings.environmentVariables).toEqual([
      { key: 'SECRET', value: 'two', locked: false, secret: true },
      { key: 'LOCKED', value: 'one', locked: true, secret: false },
      { key: 'PLAIN', value: redactionMark, locked: false, secret: false },
    ])
    expect(check.settings.request).toMatchObject({
      headers: [{ value: 'first' }, { value: 'second' }, { value: redactionMark }],
      basicAuth: { username: 'other', password: 'p' },
    })
  })

  test('a name does not move the schedule, a frequency moves it to a slot, and coming back runs at once', async () => {
    const { id, update, caller } = await withCheck('TCP', tcp)
    await update({ name: 'renamed', locations: ['us-east-1', 'eu-west-1'], runParallel: true })
    expect(await scheduleOf(store, id)).toMatchObject({
      checkName: 'renamed',
      locations: ['us-east-1', 'eu-west-1'],
      runParallel: true,
      nextRunAt: new Date(startMs),
    })
    await update({ frequency: 60 })
    const moved = (await scheduleOf(store, id))?.nextRunAt?.getTime() ?? 0
    expect(moved).toBeGreaterThan(startMs + minuteMs)
    expect(moved).toBeLessThanOrEqual(startMs + 61 * minuteMs)
    await update({ activated: false })
    expect((await scheduleOf(store, id))?.nextRunAt).toBeNull()
    await update({ activated: true }, later(caller, 5 * minuteMs))
    expect((await scheduleOf(store, id))?.nextRunAt).toEqual(new Date(startMs + 5 * minuteMs))
  })

  test('pausing cancels the pending reminder', async () => {
    const { id, update } = await withCheck('TCP', tcp)
    await store.db.query('update check_states set reminder_at = $2 where check_id = $1', [id, new Date(startMs)])
    await update({ name: 'renamed' })
    expect((await stateOf(store, id))?.reminderAt).toEqual(new Date(startMs))
    await update({ activated: false })
    expect((await stateOf(store, id))?.reminderAt).toBeNull()
  })

  test('a heartbeat keeps its token, and reactivating or another period restarts a running timer', async () => {
    const { caller, id, pingToken, update } = await withCheck('HEARTBEAT', { name: 'job', heartbeat: period })
    const ping = new Date(startMs)
    await saveTimerPlans(store.db, [{ checkId: id, activated: true, resetAt: ping, failingAt: ping }])
    const timer = async () =>
      (await store.db.rows('select activated, reset_at, failing_at from heartbeat_timers where check_id = $1', [id]))[0]
    expect((await update({ name: 'renamed' })).pingToken).toBe(pingToken)
    expect(await timer()).toMatchObject({ resetAt: ping, failingAt: new Date(startMs + 5.5 * minuteMs) })
    await update({ heartbeat: { ...period, period: 10 } })
    expect(await timer()).toMatchObject({
      resetAt: new Date(startMs + minuteMs),
      failingAt: new Date(startMs + 11.5 * minuteMs),
    })
    await update({ activated: false })
    expect(await timer()).toMatchObject({ activated: false, failingAt: null })
    await update({ activated: true }, later(caller, hourMs))
    expect(await timer()).toMatchObject({ activated: true, resetAt: new Date(startMs + hourMs) })
  })

  test('subscriptions given replace the old ones, absent ones stay', async () => {
    const { caller, update } = await withCheck('TCP', tcp)
    const [first, second] = [await newChannel(store, caller), await newChannel(store, caller)]
    const requested = [
      { alertChannelId: second, activated: false },
      { alertChannelId: first, activated: true },
    ]
    const given = await update({ alertChannelSubscriptions: requested })
    expect(given.subscriptions).toEqual([
      { channelId: first, activated: true },
      { channelId: second, activated: false },
    ])
    expect((await update({ name: 'renamed' })).subscriptions).toEqual(given.subscriptions)
    expect((await update({ alertChannelSubscriptions: [] })).subscriptions).toEqual([])
  })

  test('joining and leaving a group moves the schedule with it', async () => {
    const { caller, id, update } = await withCheck('TCP', tcp)
    const body = { name: 'g', locations: ['us-east-1' as const], activated: false }
    const { group } = await createGroup(store, caller, { generation: 2, body, autoAssignAlerts: true })
    await update({ groupId: group.id })
    expect(await scheduleOf(store, id)).toMatchObject({ locations: ['us-east-1'], nextRunAt: null })
    await update({ groupId: null }, later(caller, 2 * minuteMs))
    expect(await scheduleOf(store, id)).toMatchObject({
      locations: ['eu-west-1'],
      nextRunAt: new Date(startMs + 2 * minuteMs),
    })
  })

  test('two updates at once both count', async () => {
    const { caller, id, update } = await withCheck('TCP', tcp)
    const changes = [{ name: 'renamed' }, { muted: true }, { tags: ['a'] }, { description: 'd' }, { frequency: 30 }]
    await Promise.all(changes.map((change) => update(change)))
    const { check } = await getCheck(store, caller, { id })
    expect(check).toMatchObject({ name: 'renamed', muted: true, tags: ['a'], frequency: 30, version: 6 })
    expect(check.settings.description).toBe('d')
  })

  test('a check of another account, another type or with a malformed id is rejected', async () => {
    const { caller, id, update } = await withCheck('TCP', tcp)
    const before = await everythingOf(store, caller)
    expect(await codeOf(update({ name: 'x' }, await newCaller(store)))).toBe('CHECK_NOT_FOUND')
    expect(await codeOf(updateCheck(store, caller, { id, checkType: 'DNS', body: {} }))).toBe('CHECK_TYPE_MISMATCH')
    expect(await codeOf(updateCheck(store, caller, { id: 'x', checkType: 'TCP', body: {} }))).toBe('CHECK_NOT_FOUND')
    expect(await everythingOf(store, caller)).toBe(before)
  })
})
