import { invariant } from '#kernel'
import type { Database, Transaction } from '#storage/database'

class Undone extends Error {}

/** The result of work whose transaction is rolled back. */
export async function dryTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  let found: { readonly result: T } | undefined
  try {
    await db.transaction(async (tx) => {
      found = { result: await work(tx) }
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  invariant(found, 'work that is undone has ended')
  return found.result
}
