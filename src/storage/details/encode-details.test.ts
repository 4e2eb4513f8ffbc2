import { expect, it } from 'vitest'
import { hourMs, randomId } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { checkResultRow } from '../../../tests/support/check-result-row.ts'
import { findCheckResult, insertCheckResults } from '../runs/check-results.ts'
import type { NewCheckResult } from '../runs/check-results.ts'

const database = useDatabase()
const startMs = Date.UTC(2026, 0, 5, 10)

const owner = () => ({ accountId: randomId(), checkId: randomId() })
const detailOf = (served: number): NewCheckResult['detail'] => ({
  response: { body: 'A body that stays the same for a while. '.repeat(10), served },
  reasons: [],
})

interface Stored {
  readonly form: string
  readonly size: number | null
  readonly baseId: string | null
}

async function storedForm({ accountId, id }: NewCheckResult): Promise<Stored | undefined> {
  const [row] = await database.db().rows<{ [K in keyof Stored]: Stored[K] }>(
    `select case when detail is null then 'bytes' else 'JSON' end as form, octet_length(detail_bytes) as size, base_id
     from check_results where account_id = $1 and id = $2`,
    [accountId, id],
  )
  return row
}

async function expectReadable(results: readonly NewCheckResult[]): Promise<void> {
  for (const result of results) {
    const found = await findCheckResult(database.db(), result.accountId, result.checkId, result.id)
    expect(found?.detail).toEqual(result.detail)
  }
}

it('stores of a passing result what differs from an earlier one of its check in the same hour', async () => {
  const check = owner()
  const [first, second, later] = [0, 60_000, hourMs].map((ms, index) =>
    checkResultRow(check, startMs + ms, { detail: detailOf(index) }),
  )
  if (!first || !second || !later) throw new Error('There are three results')
  for (const result of [first, second, later]) await insertCheckResults(database.db(), [result])
  expect(await storedForm(first)).toMatchObject({ form: 'bytes', baseId: null })
  const stored = await storedForm(second)
  expect(stored).toMatchObject({ form: 'bytes', baseId: first.id })
  expect(stored?.size).toBeLessThan(30)
  expect(await storedForm(later)).toMatchObject({ form: 'bytes', baseId: null })
  await expectReadable([first, second, later])
})

it('leaves whole what failed, was retried or requested, and what is very small or large', async () => {
  const check = owner()
  const changes: Partial<NewCheckResult>[] = [
    { outcome: 'failed' },
    { outcome: 'degraded' },
    { hasErrors: true },
    { attempt: 2 },
    { runSource: 'TRIGGER_API' },
    { detail: { reasons: [] } },
    { detail: { body: 'x'.repeat(20_000) } },
    { createdAt: new Date(startMs + 2 * hourMs) },
  ]
  const results = changes.map((change) => checkResultRow(check, startMs, { detail: detailOf(1), ...change }))
  await insertCheckResults(database.db(), results)
  for (const result of results) expect(await storedForm(result)).toMatchObject({ form: 'JSON' })
  await expectReadable(results)
})

it('never refers to a result whose transaction was rolled back', async () => {
  const check = owner()
  const [lost, stored] = [0, 1_000].map((ms) => checkResultRow(check, startMs + ms, { detail: detailOf(ms) }))
  if (!lost || !stored) throw new Error('There are two results')
  const attempt = database.db().transaction(async (tx) => {
    await insertCheckResults(tx, [lost])
    throw new Error('rolled back')
  })
  await expect(attempt).rejects.toThrow('rolled back')
  await insertCheckResults(database.db(), [stored])
  expect(await storedForm(stored)).toMatchObject({ form: 'bytes', baseId: null })
  await expectReadable([stored])
})
