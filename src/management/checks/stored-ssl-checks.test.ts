import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createGroup } from '../groups/index.ts'
import type { CheckInput } from './check-input.ts'
import { createCheck } from './index.ts'
import { newCaller, scheduleOf, storeOn } from './testing/configuration.ts'

const migration = readFileSync(new URL('../../storage/migrations/0040-ssl-checks-run.sql', import.meta.url), 'utf8')
const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

test('the migration makes stored SSL checks due within their interval, and no paused one', async () => {
  const caller = { ...(await newCaller(store)), isDropIn: true }
  const body = { name: 'paused', activated: false }
  const { group: paused } = await createGroup(store, caller, { generation: 1, body, autoAssignAlerts: true })
  const idOf = async (fields: object): Promise<string> => {
    const body = { name: 'ssl', request: { sslConfig: { hostname: 'a.example' } }, locations: ['eu-west-1'], ...fields }
    return (await createCheck(store, caller, { checkType: 'SSL', body: body as CheckInput, autoAssignAlerts: true }))
      .check.id
  }
  const ids = [
    await idOf({}),
    await idOf({ frequency: 0, frequencyOffset: 10 }),
    await idOf({ activated: false }),
    await idOf({ groupId: paused.id }),
  ]
  await database.db().query('update check_schedules set next_run_at = null')
  await database.db().query(migration)
  const latest = [600, 10].map((seconds) => Date.now() + seconds * 1000)
  const times = await Promise.all(ids.map(async (id) => (await scheduleOf(store, id))?.nextRunAt ?? null))
  for (const [index, limit] of latest.entries()) expect(times[index]?.getTime()).toBeLessThanOrEqual(limit)
  expect(times.map((time) => time !== null)).toEqual([true, true, false, false])
})
