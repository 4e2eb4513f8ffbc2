import { expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { checkPooling } from './check-pooling.ts'
import type { Database } from './database.ts'

const { db } = useDatabase({ empty: true })

it('connections of their own are what the service needs, again and again', async () => {
  for (let start = 0; start < 5; start += 1) await expect(checkPooling(db())).resolves.toBeUndefined()
})

it('a pooler that gives one connection of the server to several is refused with what to change', async () => {
  await db().session(async (shared) => {
    const pooled: Database = {
      ...db(),
      session: (work) => work(shared),
      transaction: (work) => work({ ...shared, isTransaction: true }),
    }
    await expect(checkPooling(pooled)).rejects.toMatchObject({
      code: 'POOLED_BY_TRANSACTION',
      message: expect.stringContaining('pool_mode = session'),
    })
  })
})
