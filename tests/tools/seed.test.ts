import { expect, it } from 'vitest'
import { publicCheckTypes } from '#contract'
import { seed } from '../../tools/seed/main.ts'
import { useDatabase } from '../support/database.ts'
import { testStore } from '../support/api.ts'

const database = useDatabase()
/** Heartbeats have pings instead of results. */
const typesThatRun = publicCheckTypes.filter((type) => type !== 'HEARTBEAT').toSorted()

it('the demonstration account has a day of runs, outages, alerts and incidents that belong together', async () => {
  const store = testStore(database.db())
  await seed(store, { days: 1, port: 3000 })
  const count = async (from: string): Promise<number> => {
    const [row] = await store.db.rows<{ count: number }>(`select count(*)::int as count from ${from}`)
    return row?.count ?? 0
  }
  expect(await count('check_results')).toBeGreaterThan(2000)
  expect(await count(`check_results where outcome = 'failed'`)).toBeGreaterThan(10)
  expect(await count('check_alerts')).toBeGreaterThan(0)
  expect(await count(`notifications where claimable_at is not null`)).toBe(0)
  expect(await count('error_groups')).toBeGreaterThan(0)
  expect(await count('incidents')).toBeGreaterThan(0)
  expect(await count('check_rollups')).toBeGreaterThan(0)
  expect(await count(`notifications where silence is not null`)).toBeGreaterThan(0)
  const types = await store.db.rows<{ type: string }>('select distinct check_type as type from check_results')
  expect(types.map(({ type }) => type).toSorted()).toEqual(typesThatRun)
  expect(await count(`check_states where status = 'failing'`)).toBeGreaterThan(2)
  expect(await count(`check_states where status = 'degraded'`)).toBeGreaterThan(0)
  await expect(seed(store, { days: 1, port: 3000 })).rejects.toThrow('has an account already')
})
