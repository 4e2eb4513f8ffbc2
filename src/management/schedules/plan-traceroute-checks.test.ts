import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { CheckType } from '#contract'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import type { CheckInput } from '../checks/check-input.ts'
import { createCheck } from '../checks/index.ts'
import { newCaller, scheduleOf, storeOn } from '../checks/testing/configuration.ts'
import { createGroup } from '../groups/index.ts'

const migration = new URL('../../storage/migrations/0042-plan-traceroute-checks.sql', import.meta.url)
const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const input = (body: object): CheckInput => body as CheckInput

describe('the migration that plans stored TRACEROUTE checks', () => {
  test('makes active ones due within their interval, and neither paused nor other ones', async () => {
    const caller = { ...(await newCaller(store)), isDropIn: true }
    const body = { name: 'paused', activated: false }
    const { group } = await createGroup(store, caller, { generation: 2, body, autoAssignAlerts: false })
    const create = async (checkType: CheckType, body: object): Promise<string> => {
      const created = await createCheck(store, caller, { checkType, body: input(body), autoAssignAlerts: false })
      return created.check.id
    }
    const route = { name: 'route', request: { url: 'a.example' }, frequency: 10 }
    const active = await create('TRACEROUTE', route)
    const fast = await create('TRACEROUTE', { ...route, frequency: 0, frequencyOffset: 20 })
    const paused = await create('TRACEROUTE', { ...route, activated: false })
    const grouped = await create('TRACEROUTE', { ...route, groupId: group.id })
    const suite = await create('PLAYWRIGHT', { name: 'suite', codeBundlePath: 'bundle' })
    await database.db().rows('update check_schedules set next_run_at = null where account_id = $1', [caller.accountId])
    await database.db().rows(readFileSync(migration, 'utf8'))
    const now = Date.now()
    const due = async (id: string): Promise<number | null> => {
      const schedule = await scheduleOf(store, id)
      return schedule?.nextRunAt ? schedule.nextRunAt.getTime() - now : null
    }
    expect(await due(active)).toBeLessThanOrEqual(10 * 60_000)
    expect(await due(fast)).toBeLessThanOrEqual(20_000)
    expect([await due(paused), await due(grouped), await due(suite)]).toEqual([null, null, null])
  })
})
