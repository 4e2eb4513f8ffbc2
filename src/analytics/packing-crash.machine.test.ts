import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { listCheckResults } from '#storage/runs'
import { useDatabase } from '../../tests/support/database.ts'
import { aResultHistory, storedSizes } from '../../tests/support/result-history.ts'
import type { ResultHistory } from '../../tests/support/result-history.ts'
import { packResults } from './pack-results.ts'

const database = useDatabase()
const script = join(import.meta.dirname, '../../tests/support/pack-and-die.ts')

async function packAndDie(lastStatement: number): Promise<unknown> {
  const values = [database.connectionString(), String(lastStatement)]
  const child = spawn(process.execPath, [script, ...values], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  return signal
}

async function everything({ accountId, checkIds, service }: ResultHistory): Promise<unknown> {
  const filter = {
    accountId,
    fromId: null,
    beforeId: null,
    queues: null,
    checkType: null,
    hasFailures: null,
    resultType: null,
  }
  const lists: unknown[] = []
  for (const checkId of checkIds)
    lists.push(
      await listCheckResults(service.db, { ...filter, checkId }, { limit: 10_000, offset: 0, withDetail: true }),
    )
  return lists
}

it.each([
  ['in partitions of hours', 3],
  ['without partitions', 5],
])('results %s are neither lost nor doubled when packing is killed at any statement', async (_, seed) => {
  const history = await aResultHistory(database.db(), seed)
  const [before, stored] = [await everything(history), await storedSizes(database.db())]
  for (const lastStatement of [3, 6, 9, 11, 13, 17]) {
    expect(await packAndDie(lastStatement)).toBe('SIGKILL')
    expect(await everything(history)).toEqual(before)
  }
  while ((await packResults(history.service.store)).isMore);
  expect(await everything(history)).toEqual(before)
  const after = await storedSizes(database.db())
  expect(after.packed, 'there was something to pack').toBeGreaterThan(100)
  expect(after.rows + after.packed).toBe(stored.rows)
})
