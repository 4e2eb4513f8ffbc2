import { expect, it } from 'vitest'
import { AuditRecord } from './audited-store.ts'
import type { Database } from '../database/database.ts'
import type { Store } from '../database/store.ts'
import { TestClock } from '#kernel'
import { anAccount, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()
const clock = new TestClock()

it('the work of recording a change is proportional to the rows it changes', async () => {
  const store = testStore(database.db())
  const { accountId } = await anAccount(store, clock)
  const few = await rowsRead(store, accountId, 500)
  // Nobody but the transaction itself sees its rows, so that to the planner the table is empty.
  await database.db().query('analyze captured_changes')
  const many = await rowsRead(store, accountId, 4000)
  expect(many / 4000).toBeLessThan((few / 500) * 2)
})

/** How many captured rows the database reads to record the creation of so many variables in one transaction. */
async function rowsRead({ db, encryption }: Store, accountId: string, count: number): Promise<number> {
  let read = 0
  const counting: Database = {
    ...db,
    transaction: (work, options) =>
      db.transaction(async (tx) => {
        const result = await work(tx)
        read = Number((await tx.rows(readOfCaptured))[0]?.['read'])
        return result
      }, options),
  }
  const record = new AuditRecord({
    operation: 'createVariable',
    actor: { type: 'COMMAND_LINE', id: null, userId: null },
    address: '',
    userAgent: '',
    accountId,
    subject: { type: 'VARIABLE', id: null },
    now: () => new Date(clock.now()),
  })
  await record.of({ db: counting, encryption }).db.transaction((tx) => tx.rows(newVariables, [accountId, count]))
  return read
}

const readOfCaptured = `select seq_tup_read + coalesce(idx_tup_fetch, 0) as read from pg_stat_xact_user_tables
  where relname = 'captured_changes'`
const newVariables = `insert into variables (account_id, key, encrypted_value, locked, secret, created_at)
  select $1, 'KEY_' || $2::integer || '_' || n, '', false, false, now() from generate_series(1, $2::integer) as n`
