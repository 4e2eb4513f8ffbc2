import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { goldenProblems, importFiles, importOf, textFile } from '../../../../tests/support/import-golden.ts'
import { readSqlDump } from '../../counterparts/sql-dump.ts'
import { SourceProblem } from '../../imported.ts'
import { healthchecks } from './index.ts'

it('imports the answers of the API, with the addresses that jobs ping', async () => {
  const imported = await importOf(healthchecks, importFiles('healthchecks/checks.json', 'healthchecks/channels.json'))
  expect(await goldenProblems(imported, 'healthchecks/checks')).toEqual([])
})

it('imports a database with projects, channels and hostile values, and leaves out what cannot be', async () => {
  const imported = await importOf(healthchecks, importFiles('healthchecks/dump.json'))
  expect(await goldenProblems(imported, 'healthchecks/dump')).toEqual([
    expect.stringMatching(/^integration "broken" .* config\.address must be one mail address/),
    'check "Rotation" | alertChannels | The alert channel channel-c12 is not there.',
  ])
  expect(JSON.stringify(imported.resources)).not.toMatch(/geheim/)
})

it('reads rows of tables, with durations of SQLite in microseconds and links of their own', async () => {
  const rows = {
    api_check: [
      {
        id: 1,
        code: 'f618072a7bde4eeeaf6371a77c5723bc',
        name: 'a',
        kind: 'simple',
        timeout: 3_600_000_000,
        grace: 60_000_000,
      },
    ],
    api_channel: [{ id: 5, code: 'c', kind: 'email', value: 'a@shop.example' }],
    api_channel_checks: [{ channel_id: 5, check_id: 1 }],
  }
  const { resources } = await importOf(healthchecks, [textFile(JSON.stringify(rows))])
  expect(resources.map(({ value }) => value)).toMatchObject([
    { type: 'EMAIL' },
    {
      alertChannels: ['channel-c'],
      heartbeat: { period: 3600, grace: 60, pingToken: 'f618072a-7bde-4eee-af63-71a77c5723bc' },
    },
  ])
})

it.each([
  ['{"checks": [', 'may be cut off'],
  ['{"checks": []}', 'No file has checks'],
  [`{"checks": [${'{"name": "a"},'.repeat(99_999)}{"name": "a"}]}`, 'at most 10000'],
])('rejects what is broken, empty or far too much (%#)', async (text, message) => {
  const failed = importOf(healthchecks, [textFile(text)])
  await expect(failed).rejects.toBeInstanceOf(SourceProblem)
  await expect(failed).rejects.toThrow(message)
})

/** The content of the dump of PostgreSQL, in the words of others. */
async function tablesOfDump(): Promise<
  readonly { readonly name: string; readonly rows: readonly Record<string, string | null>[] }[]
> {
  const { content = new Uint8Array() } = importFiles('healthchecks/postgres.sql')[0] ?? {}
  const rows = new Map<string, Record<string, string | null>[]>()
  const add = (table: string, row: Record<string, string | null>) => rows.set(table, [...(rows.get(table) ?? []), row])
  readSqlDump({ path: '', text: new TextDecoder().decode(content), isWanted: () => true, add })
  return [...rows].map(([name, list]) => ({ name, rows: list.map(withoutHyphens) }))
}

/** As Django stores the codes, but for PostgreSQL. */
const withoutHyphens = (row: Record<string, string | null>) => ({
  ...row,
  ...(typeof row['code'] === 'string' && { code: row['code'].replaceAll('-', '') }),
})

const inMySql = (value: string | null): string =>
  value === null ? 'NULL' : `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

describe('a database', () => {
  it('of PostgreSQL is imported from its dump', async () => {
    const imported = await importOf(healthchecks, importFiles('healthchecks/postgres.sql'))
    expect(await goldenProblems(imported, 'healthchecks/postgres')).toEqual([])
    expect(JSON.stringify([imported.resources, imported.report])).not.toContain('geheim')
  })

  it('of MySQL or SQLite with the same content is the same import', async () => {
    const tables = await tablesOfDump()
    const mySql = tables.map(({ name, rows }) => {
      const [first = {}] = rows
      const columns = Object.keys(first).map((column) => `  \`${column}\` text,`)
      const values = rows.map((row) => `(${Object.values(row).map(inMySql).join(',')})`)
      return `CREATE TABLE \`${name}\` (\n${columns.join('\n')}\n) ENGINE=InnoDB;\nINSERT INTO \`${name}\` VALUES ${values.join(',\n')};\n`
    })
    const expected = await importOf(healthchecks, importFiles('healthchecks/postgres.sql'))
    expect(await importOf(healthchecks, [textFile(mySql.join(''), 'hc.sql')])).toEqual(expected)
    const database = new DatabaseSync(':memory:')
    for (const { name, rows } of tables) {
      const columns = Object.keys(rows[0] ?? {}).map((column) => `"${column}"`)
      database.exec(`CREATE TABLE "${name}" (${columns.join(', ')})`)
      const insert = database.prepare(`INSERT INTO "${name}" VALUES (${columns.map(() => '?').join(', ')})`)
      for (const row of rows)
        insert.run(
          ...Object.values(row).map((value) => (value === 't' || value === 'f' ? Number(value === 't') : value)),
        )
    }
    const content = serializable(database).serialize()
    const { resources } = await importOf(healthchecks, [{ path: 'hc.sqlite', content }])
    expect(resources.map(({ logicalId }) => logicalId)).toEqual(expected.resources.map(({ logicalId }) => logicalId))
    expect(resources.map(({ value }) => value['heartbeat'])).toEqual(
      expected.resources.map(({ value }) => value['heartbeat']),
    )
    const cut = importOf(healthchecks, [{ path: 'hc.sqlite', content: content.subarray(0, content.length / 2) }])
    await expect(cut).rejects.toThrow('cannot be read')
  })

  it.each(['COPY public.api_check (id) FROM stdin;\n1\n', "INSERT INTO public.api_check VALUES (1, 'a", 'nothing'])(
    'that breaks off is a problem: %s',
    async (text) => {
      await expect(importOf(healthchecks, [textFile(text, 'hc.sql')])).rejects.toBeInstanceOf(SourceProblem)
    },
  )
})

interface Serializable {
  readonly serialize: () => Uint8Array
}

/** Sound for the Node that is installed with the service; its types lack the method. */
const serializable = (database: DatabaseSync): Serializable => database as DatabaseSync & Serializable
