import { packResults } from '#analytics'
import { createEncryption } from '#kernel'
import { openDatabase } from '#storage/database'
import type { Database } from '#storage/database'

// Packs results in a separate process that kills itself before its last statement, or when nothing is left to do.
const [connectionString = '', lastStatement = ''] = process.argv.slice(2)

let left = Number(lastStatement)
const dieAtLast = (): void => {
  left -= 1
  if (left <= 0) process.kill(process.pid, 'SIGKILL')
}

const db = openDatabase({ connectionString, maxConnections: 1 })
const dying: Pick<Database, 'transaction'> = {
  transaction: (work, options) =>
    db.transaction(async (tx) => {
      const result = await work({
        ...tx,
        isTransaction: true,
        rows: (...statement) => {
          dieAtLast()
          return tx.rows(...statement)
        },
      })
      // Before the commit.
      dieAtLast()
      return result
    }, options),
}
const store = { db: { ...db, ...dying }, encryption: createEncryption('a secret key for tests only') }
while ((await packResults(store)).isMore);
process.kill(process.pid, 'SIGKILL')
