import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { useDatabase } from '../../tests/support/database.ts'
import { recordStatements } from '../../tests/support/recorded-statements.ts'

const database = useDatabase()
const withoutStatements = /\.test\.ts$|^embedded|^migrations|notification-listener/
const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.ts') && file.includes('/') && !withoutStatements.test(file),
)
/** What an argument of the recording becomes in a text; a table or column of that name exists nowhere. */
const argument = /anything|undefined|\[object|from where|from join|update set|from and/
/** Tables, columns or parts of these are arguments, so no recorded text of them is a whole statement. */
const builtFromArguments: readonly string[] = [
  'accounts/allowances.ts: select count(*)::int as used from',
  'analytics/account-days.ts: select rollup.account_id, check_id, series,',
  'analytics/measurements.ts: select check_id, json_agg(piece)::text as pieces',
  'analytics/measurements.ts: select check_id, date_part(',
  'analytics/measurements.ts: select hour.*',
  'analytics/rollups.ts: select until from',
  'checks/heartbeats.ts: insert into heartbeat_timers',
  'dashboards/dashboards.ts: select * from dashboards where account_id = any($1::uuid[]) and',
]

const prepared = new Set<string>()
const refused: string[] = []
const squashed = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

beforeAll(async () => {
  const recorded = new Set<string>()
  for (const file of files) await recordStatements(await import(join(import.meta.dirname, file)), recorded)
  for (const text of recorded) {
    const problem = await problemOf(text)
    if (problem === null) prepared.add(squashed(text))
    else if (!argument.test(squashed(text))) refused.push(`${problem}: ${squashed(text)}`)
  }
})

/** Why PostgreSQL cannot prepare a statement, for example an unknown column, or null. */
async function problemOf(text: string): Promise<string | null> {
  const db = database.db()
  return db.transaction(async (tx) => {
    await tx.query('savepoint before')
    const problem = await tx.query(`prepare recorded as ${text}`).then(
      () => null,
      (error: unknown) => String(error),
    )
    await tx.query(problem === null ? 'deallocate recorded' : 'rollback to before')
    return problem
  })
}

it('every statement fits the tables: no table, column or function in it is unknown, no type is wrong', () => {
  expect(refused).toEqual([])
})

it('no statement that stands in a file of this room was left out of that', () => {
  const left = files.flatMap((file) =>
    statementsIn(readFileSync(join(import.meta.dirname, file), 'utf8'))
      .filter((start) => ![...prepared].some((text) => text.includes(start)))
      .map((start) => `${file}: ${start}`),
  )
  expect(left.filter((place) => !builtFromArguments.some((known) => place.startsWith(known)))).toEqual([])
})

/** The beginnings of the statements in a source text, each up to its first inserted part. */
const statementsIn = (source: string): string[] =>
  [...source.matchAll(/`((?:[^`\\]|\\.)*)`/g)]
    .map(([, text = '']) => squashed((text.split('${')[0] ?? '').replaceAll('\\\\', '\\')))
    .filter((text) => /^(select|insert|update|delete|with)\b/i.test(text))
