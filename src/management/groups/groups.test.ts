import { beforeAll, describe, expect, test } from 'vitest'
import { neverSet } from '#contract'
import type { CheckType } from '#contract'
import { minuteMs } from '#kernel'
import { redactionMark } from '#redaction'
import type { Caller } from '#kernel'
import { deleteCheck as deleteCheckRow, saveTimerPlans } from '#storage/checks'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { untilLocksAreAwaited } from '../../../tests/support/lock-waits.ts'
import { createCheck, updateCheck } from '../checks/index.ts'
import type { CheckInput } from '../checks/index.ts'
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
} from '../checks/testing/configuration.ts'
import { createGroup, deleteGroup, getGroup, listGroups, updateGroup } from './index.ts'
import type { GroupInput } from './index.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const tcp = { name: 'db', request: { hostname: 'db.example.com', port: 5432 }, locations: ['eu-west-1'] }
const heartbeat = { period: 5, periodUnit: 'minutes', grace: 0, graceUnit: 'seconds' }

const create = (caller: Caller, body: GroupInput, generation: 1 | 2 = 2) =>
  createGroup(store, caller, { generation, body, autoAssignAlerts: true })
const member = async (caller: Caller, groupId: number, type: CheckType = 'TCP', body: object = tcp) =>
  (
    await createCheck(store, caller, {
      checkType: type,
      body: { ...body, groupId } as CheckInput,
      autoAssignAlerts: true,
    })
  ).check.id

describe('groups', () => {
  test('a group is denied a runtime that one of its multi-step checks cannot run with', async () => {
    const caller = await newCaller(store)
    const { id } = (await create(caller, { name: 'g' })).group
    const script = { name: 'steps', script: 'await work()' }
    await member(caller, id)
    const edit = (body: GroupInput) => updateGroup(store, caller, { id, body })
    expect((await edit({ runtimeId: '2023.02' })).group.settings.runtimeId).toBe('2023.02')
    expect(await codeOf(member(caller, id, 'MULTI_STEP', script))).toBe('RUNTIME_NOT_SUPPORTED')
    await member(caller, id, 'MULTI_STEP', { ...script, runtimeId: '2024.09' })
    await edit({ runtimeId: '2022.10' })
    await edit({ runtimeId: '2024.02' })
    await member(caller, id, 'MULTI_STEP', script)
    expect(await codeOf(edit({ runtimeId: '2023.02' }))).toBe('RUNTIME_NOT_SUPPORTED')
    expect((await getGroup(store, caller, { id })).group.settings.runtimeId).toBe('2024.02')
    expect((await edit({ runtimeId: '2023.09' })).group.settings.runtimeId).toBe('2023.09')
  })

  test('a group can be changed while one of its checks is being deleted', async () => {
    const caller = await newCaller(store)
    const { id } = (await create(caller, { name: 'g' })).group
    const checkId = await member(caller, id)
    const mayDelete = Promise.withResolvers<void>()
    const hasDeleted = Promise.withResolvers<void>()
    const deleting = database.db().transaction(async (tx) => {
      await deleteCheckRow(tx, caller.accountId, checkId)
      hasDeleted.resolve()
      await mayDelete.promise
    })
    await hasDeleted.promise
    const updating = updateGroup(store, caller, { id, body: { name: 'h', activated: false } })
    await untilLocksAreAwaited(database.db())
    mayDelete.resolve()
    await deleting
    expect((await updating).group.name).toBe('h')
  })

  test('a new group of the second version overrides nothing, one of the first does', async () => {
    const caller = await newCaller(store)
    expect((await create(caller, { name: 'g' })).group.settings).toMatchObject({
      concurrency: 3,
      runParallel: null,
      alertSettings: null,
      useGlobalAlertSettings: null,
      retryStrategy: 'FALLBACK',
      doubleCheck: false,
      apiCheckDefaults: { url: '', headers: [], queryParameters: [], assertions: [], basicAuth: null },
    })
    expect((await create(caller, { name: 'g' }, 1)).group).toMatchObject({
      generation: 1,
      settings: { runParallel: false, useGlobalAlertSettings: true, alertSettings: { escalationType: 'RUN_BASED' } },
    })
  })

  test('a group of the first version knows whether somebody has said that its checks use their own retries', async () => {
    const caller = await newCaller(store)
    const { group } = await create(caller, { name: 'g' }, 1)
    const retries = async (body: GroupInput) => {
      const { settings } = (await updateGroup(store, caller, { id: group.id, body })).group
      return [settings.retryStrategy, settings.isRetryStrategyUnset]
    }
    expect(await retries({ name: 'h' })).toEqual(['FALLBACK', true])
    expect(await retries({ retryStrategy: 'FALLBACK' })).toEqual(['FALLBACK', false])
    expect(await retries({ retryStrategy: neverSet })).toEqual(['FALLBACK', true])
    expect(await retries({ retryStrategy: null })).toEqual([null, false])
    expect((await create(caller, { name: 'g' })).group.settings.isRetryStrategyUnset).toBeFalsy()
  })

  test('an absent field keeps its value and null clears it', async () => {
    const caller = await newCaller(store)
    const { group } = await create(caller, {
      name: 'g',
      activated: false,
      concurrency: 7,
      runParallel: true,
      retryStrategy: { type: 'LINEAR' },
      alertSettings: { escalationType: 'TIME_BASED' },
      environmentVariables: [{ key: 'A', value: 'secret-in-clear', secret: true }],
      apiCheckDefaults: {
        url: 'https://x',
        headers: [{ key: 'a', value: 'locked-in-clear', locked: true }, { key: '' }],
      },
    })
    const edit = (body: GroupInput) => updateGroup(store, later(caller, minuteMs), { id: group.id, body })
    const renamed = await edit({ name: 'renamed' })
    expect(renamed.group).toEqual({ ...group, name: 'renamed', version: 2, updatedAt: new Date(startMs + minuteMs) })
    expect(await getGroup(store, caller, { id: group.id })).toEqual(renamed)
    expect(await everythingOf(store, caller)).not.toMatch(/-in-clear/)
    const cleared = await edit({
      runParallel: null,
      retryStrategy: null,
      alertSettings: null,
      environmentVariables: [{ key: 'A', value: null, secret: true }],
      apiCheckDefaults: { url: null, headers: [{ key: 'a', value: redactionMark, locked: true }] },
    })
    expect(cleared.group.settings).toMatchObject({
      concurrency: 7,
      runParallel: null,
      retryStrategy: null,
      alertSettings: null,
      environmentVariables: [{ key: 'A', value: 'secret-in-clear', secret: true }],
      apiCheckDefaults: { url: '', headers: [{ key: 'a', value: 'locked-in-clear', locked: true }] },
    })
  })

  test('an edit moves the schedules, timers and reminders of all members', async () => {
    const caller = await newCaller(store)
    const { group } = await create(caller, { name: 'g' })
    const running = await member(caller, group.id)
    const paused = await member(caller, group.id, 'TCP', { ...tcp, activated: false })
    const job = await member(caller, group.id, 'HEARTBEAT', { name: 'job', heartbeat })
    const ping = new Date(startMs)
    await saveTimerPlans(store.db, [{ checkId: job, activated: true, resetAt: ping, failingAt: ping }])
    await store.db.query('update check_states set reminder_at = $2 where check_id = $1', [running, ping])
    const timer = async () =>
      (
        await store.db.rows('select activated, reset_at, failing_at from heartbeat_timers where check_id = $1', [job])
      )[0]
    const edit = (body: GroupInput, ms: number) => updateGroup(store, later(caller, ms), { id: group.id, body })

    await edit({ locations: ['us-east-1', 'us-west-1'], runParallel: true }, minuteMs)
    const overridden = { locations: ['us-east-1', 'us-west-1'], runParallel: true }
    expect(await scheduleOf(store, running)).toMatchObject({ ...overridden, nextRunAt: new Date(startMs) })
    expect(await scheduleOf(store, paused)).toMatchObject({ ...overridden, nextRunAt: null })
    expect(await stateOf(store, running)).toEqual({ reminderAt: ping })

    await edit({ activated: false }, 2 * minuteMs)
    expect(await scheduleOf(store, running)).toMatchObject({ nextRunAt: null })
    expect(await stateOf(store, running)).toEqual({ reminderAt: null })
    expect(await timer()).toEqual({ activated: false, resetAt: ping, failingAt: null })

    await edit({ activated: true, locations: [], runParallel: null }, 3 * minuteMs)
    const resumed = new Date(startMs + 3 * minuteMs)
    expect(await scheduleOf(store, running)).toMatchObject({
      locations: ['eu-west-1'],
      runParallel: false,
      nextRunAt: resumed,
    })
    expect(await scheduleOf(store, paused)).toMatchObject({ nextRunAt: null })
    expect(await timer()).toEqual({ activated: true, resetAt: resumed, failingAt: new Date(startMs + 8 * minuteMs) })
  })

  test('a group of the first version gives its locations to all members, and none takes theirs away', async () => {
    const caller = await newCaller(store)
    const { group } = await create(caller, { name: 'g' }, 1)
    const id = await member(caller, group.id, 'TCP', { ...tcp, runParallel: true })
    const own = { locations: ['eu-west-1'], runParallel: false, nextRunAt: new Date(startMs) }
    expect(await scheduleOf(store, id)).toMatchObject(own)
    await updateGroup(store, later(caller, minuteMs), { id: group.id, body: { locations: ['us-east-1'] } })
    expect(await scheduleOf(store, id)).toMatchObject({ locations: ['us-east-1'], runParallel: false })
  })

  test('a member that changes while its group changes ends with the plan of both', async () => {
    const caller = await newCaller(store)
    const { group } = await create(caller, { name: 'g' })
    const ids = await Promise.all(Array.from({ length: 4 }, () => member(caller, group.id)))
    await Promise.all([
      updateGroup(store, caller, { id: group.id, body: { locations: ['us-east-1'] } }),
      ...ids.map((id) => updateCheck(store, caller, { id, checkType: 'TCP', body: { frequency: 30 } })),
      ...ids.map(() => member(caller, group.id, 'TCP', { ...tcp, frequency: 30 })),
    ])
    const rows = await store.db.rows<{ locations: string[]; frequency: number }>(
      'select locations, frequency from check_schedules where account_id = $1',
      [caller.accountId],
    )
    expect(rows).toEqual(Array.from({ length: 8 }, () => ({ locations: ['us-east-1'], frequency: 30 })))
  })

  test('subscribes like a check', async () => {
    const caller = await newCaller(store)
    const channel = await newChannel(store, caller)
    const { group, subscriptions } = await create(caller, { name: 'g' })
    expect(subscriptions).toEqual([{ channelId: channel, activated: true }])
    const edit = (id: number) =>
      updateGroup(store, caller, {
        id: group.id,
        body: { name: 'x', alertChannelSubscriptions: [{ alertChannelId: id }] },
      })
    expect((await edit(channel)).subscriptions).toEqual([{ channelId: channel, activated: true }])
    const otherAccount = await newChannel(store, await newCaller(store))
    expect(await codeOf(edit(otherAccount))).toBe('ALERT_CHANNEL_UNKNOWN')
  })

  test.each<[string, GroupInput, string]>([
    ['a snippet that is not there', { setupSnippetId: 999_999 }, 'SNIPPET_UNKNOWN'],
    ['a private location', { privateLocations: ['office'] }, 'PRIVATE_LOCATION_UNKNOWN'],
    ['a broken template', { apiCheckDefaults: { url: '{{#if}}' } }, 'TEMPLATE_INVALID'],
    [
      'an assertion against the grammar',
      { apiCheckDefaults: { assertions: [{ source: 'STATUS_CODE', comparison: 'EQUALS', target: 'two hundred' }] } },
      'ASSERTION_INVALID',
    ],
    [
      'a channel that is not there',
      { alertChannelSubscriptions: [{ alertChannelId: 999_999 }] },
      'ALERT_CHANNEL_UNKNOWN',
    ],
  ])('rejects %s and writes nothing', async (_what, body, code) => {
    const caller = await newCaller(store)
    expect(await codeOf(create(caller, { name: 'g', ...body }))).toBe(code)
    expect(await everythingOf(store, caller)).toBe('')
    const { group } = await create(caller, { name: 'g' })
    const before = await everythingOf(store, caller)
    expect(await codeOf(updateGroup(store, caller, { id: group.id, body: { name: 'x', ...body } }))).toBe(code)
    expect(await everythingOf(store, caller)).toBe(before)
  })

  test('is deleted only when it has no checks', async () => {
    const caller = await newCaller(store)
    await newChannel(store, caller)
    const { group } = await create(caller, { name: 'g' })
    const id = await member(caller, group.id)
    expect(await codeOf(deleteGroup(store, caller, { id: group.id }))).toBe('CHECK_GROUP_IN_USE')
    await updateCheck(store, caller, { id, checkType: 'TCP', body: { groupId: null } })
    await deleteGroup(store, caller, { id: group.id })
    expect(await codeOf(getGroup(store, caller, { id: group.id }))).toBe('CHECK_GROUP_NOT_FOUND')
  })

  test('lists by name and tag, oldest first, with the total of all', async () => {
    const caller = await newCaller(store)
    const ids: number[] = []
    for (const tag of ['a', 'b', 'a']) ids.push((await create(caller, { name: `group ${tag}`, tags: [tag] })).group.id)
    const found = async (names: string[], tags: string[]) =>
      (await listGroups(store, caller, { filter: { names, tags }, limit: 10, offset: 0 })).items.map(
        ({ group }) => group.id,
      )
    expect(await found([], [])).toEqual(ids)
    expect(await found(['group b'], [])).toEqual([ids[1]])
    expect(await found([], ['a'])).toEqual([ids[0], ids[2]])
    const page = await listGroups(store, caller, { filter: { names: [], tags: [] }, limit: 2, offset: 4 })
    expect(page).toEqual({ items: [], offset: 4, total: 3 })
  })

  test('a group of another account is not found', async () => {
    const [caller, otherAccount] = [await newCaller(store), await newCaller(store)]
    const { group } = await create(caller, { name: 'g' })
    const edit = updateGroup(store, otherAccount, { id: group.id, body: { name: 'x' } })
    expect(await codeOf(edit)).toBe('CHECK_GROUP_NOT_FOUND')
    expect(await codeOf(getGroup(store, otherAccount, { id: group.id }))).toBe('CHECK_GROUP_NOT_FOUND')
    expect(await codeOf(deleteGroup(store, otherAccount, { id: group.id }))).toBe('CHECK_GROUP_NOT_FOUND')
    expect((await getGroup(store, caller, { id: group.id })).group.name).toBe('g')
  })
})
