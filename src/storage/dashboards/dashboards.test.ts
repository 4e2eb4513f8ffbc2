import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { randomId, TestClock } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { anAccount, testStore } from '../../../tests/support/api.ts'
import { insertDashboardIncident } from './dashboard-incidents.ts'

const database = useDatabase()
const migration = readFileSync(new URL('../migrations/0012-dashboards.sql', import.meta.url), 'utf8')

it('incidents written before there were dashboards stay, can be changed, and belong to no new dashboard', async () => {
  const db = database.db()
  await db.query('alter table dashboard_incidents drop constraint dashboard_incidents_dashboard')
  await db.query('drop table dashboard_keys, dashboards')
  const { accountId } = await anAccount(testStore(db), new TestClock())
  for (const dashboardId of [41, 2_147_483_647])
    await insertDashboardIncident(db, {
      accountId,
      id: randomId(),
      dashboardId,
      name: 'Old',
      impact: 'MINOR',
      startedAt: null,
      stoppedAt: null,
      createdAt: new Date(),
      updatedAt: null,
    })
  await db.query(migration)
  const made = await db.rows<{ id: number }>(
    `insert into dashboards (account_id, dashboard_id, is_private, settings, created_at)
     values ($1, 'first', false, '{}', now()) returning id`,
    [accountId],
  )
  expect(made).toEqual([{ id: 42 }])
  const changed = await db.rows(`update dashboard_incidents set name = 'Changed' where account_id = $1 returning id`, [
    accountId,
  ])
  expect(changed).toHaveLength(2)
})
