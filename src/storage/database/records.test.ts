import fc from 'fast-check'
import { expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { columnOf, propertyOf, recordset } from './records.ts'

const { db } = useDatabase({ empty: true })

it('columns arrive as properties in camelCase, what is inside them as it was written', async () => {
  const rows = await db().rows(
    `select 1 as check_id, 2 as p95_ms, 'text' as "alreadyCamel", '{"kept_as": {"it_is": 1}}'::jsonb as some_detail`,
  )
  expect(rows).toEqual([{ checkId: 1, p95Ms: 2, alreadyCamel: 'text', someDetail: { kept_as: { it_is: 1 } } }])
})

it('every column of the language of the schema is the property it becomes, and back', () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/)
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), (words) => {
      expect(columnOf(propertyOf(words.join('_')))).toBe(words.join('_'))
    }),
  )
})

it('records go in by their columns, without what jsonb cannot hold', async () => {
  const records = [{ checkId: 7, note: 'a\u0000b', detail: { keptAs: 'it is' } }, { checkId: 8 }]
  const rows = await db().rows(
    `select * from jsonb_to_recordset($1::jsonb) as r (check_id int, note text, detail jsonb)`,
    [recordset(records)],
  )
  expect(rows).toEqual([
    { checkId: 7, note: 'a\ufffdb', detail: { keptAs: 'it is' } },
    { checkId: 8, note: null, detail: null },
  ])
})

it('a string of several statements returns the rows of the last one', async () => {
  expect(await db().query('select 1 as first_one; select 2 as second_one')).toEqual({
    rows: [{ secondOne: 2 }],
    rowCount: 1,
  })
})
