import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import type { CheckType } from '#contract'
import type { Store } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { createGroup } from '../groups/index.ts'
import type { CheckInput } from './check-input.ts'
import { createCheck } from './index.ts'
import { newCaller, scheduleOf, storeOn } from './testing/configuration.ts'

const database = useDatabase()
let store: Store
beforeAll(() => {
  store = storeOn(database.db())
})

const testFile = { script: 'await work()' }

test.each<[type: CheckType, file: string, own: object]>([
  ['BROWSER', '0044-plan-browser-checks.sql', testFile],
  ['MULTI_STEP', '0045-plan-multi-step-checks.sql', testFile],
  ['PLAYWRIGHT', '0047-run-playwright-suites.sql', { codeBundlePath: 'bundles/1' }],
])(
  'the migration makes stored %s checks due within their interval, and no paused one',
  async (checkType, file, own) => {
    const migration = readFileSync(new URL(`../../storage/migrations/${file}`, import.meta.url), 'utf8')
    const caller = await newCaller(store)
    const body = { name: 'paused', activated: false }
    const { group: paused } = await createGroup(store, caller, { generation: 1, body, autoAssignAlerts: true })
    const idOf = async (fields: object): Promise<string> => {
      const given = { name: 'spec', ...own, frequency: 10, locations: ['eu-west-1'], ...fields }
      const { check } = await createCheck(store, caller, {
        checkType,
        body: given as CheckInput,
        autoAssignAlerts: true,
      })
      return check.id
    }
    const ids = [await idOf({}), await idOf({ activated: false }), await idOf({ groupId: paused.id })]
    await database.db().query('update check_schedules set next_run_at = null')
    await database.db().query(migration)
    const latest = Date.now() + 600_000
    const [planned, ...others] = await Promise.all(
      ids.map(async (id) => (await scheduleOf(store, id))?.nextRunAt?.getTime() ?? null),
    )
    expect(planned).toBeLessThanOrEqual(latest)
    expect(others).toEqual([null, null])
  },
)
