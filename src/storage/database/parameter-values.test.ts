import { expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()

const texts = [
  '',
  'plain',
  'null',
  'NULL',
  ' a b ',
  '{a,b}',
  'quote " and \\ and \\"',
  "it's",
  'ünïcode ✓',
  '\n\t',
  ',',
  '-1e5',
  '\\x00',
]

it('arrays of texts arrive as they were, and null elements stay null', async () => {
  const values = [...texts, null]
  const [row] = await database.db().rows<{ texts: string[] }>('select $1::text[] as texts', [values])
  expect(row?.texts).toEqual(values)
  const [json] = await database
    .db()
    .rows<{ values: unknown[] }>('select $1::jsonb[] as values', [texts.map((text) => JSON.stringify({ text }))])
  expect(json?.values).toEqual(texts.map((text) => ({ text })))
})

it.each([
  ['int[]', [1, -2, null]],
  ['double precision[]', [0.1, -1e300, 5e-324, null]],
  ['boolean[]', [true, false, null]],
  ['bytea[]', [Buffer.from([0, 92, 34, 255]), Buffer.alloc(0), null]],
  ['uuid[]', ['0190b3c4-0000-7000-8000-000000000000', null]],
  ['text[]', []],
  [
    'int[]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
])('an array of %s arrives as it was: %j', async (type, values) => {
  const [row] = await database.db().rows<{ values: unknown }>(`select $1::${type} as values`, [values])
  expect(row?.values).toEqual(values)
})

it('times of every year and zone arrive as they were, alone and in arrays', async () => {
  const times = [
    '2026-11-24T12:00:00.123Z',
    '2026-07-01T00:00:00Z',
    '0001-01-01T00:00:00Z',
    '0000-06-01T00:00:00Z',
    '-000043-03-15T12:00:00Z',
    '9999-12-31T23:59:59.999Z',
    '+012026-01-01T00:00:00.5Z',
    '1969-12-31T23:59:59.999Z',
  ].map((text) => new Date(text))
  const read = () =>
    database
      .db()
      .rows<{ one: Date; all: Date[] }>('select $1::timestamptz as one, $2::timestamptz[] as all', [times[3], times])
  expect(await read()).toEqual([{ one: times[3], all: times }])
  for (const time of times) {
    const [row] = await database.db().rows<{ one: Date }>('select $1::timestamptz as one', [time])
    expect(row?.one).toEqual(time)
  }
  await database.db().session(async (session) => {
    await session.query(`set time zone 'America/New_York'`)
    for (const time of times)
      expect(await session.rows('select $1::timestamptz as one', [time])).toEqual([{ one: time }])
    await session.query('set time zone default')
  })
})

it('a Date that is none is refused', async () => {
  await expect(database.db().rows('select $1::timestamptz[]', [[new Date(Number.NaN)]])).rejects.toThrow(/invalid|Nan/i)
})

it('parts of a millisecond are cut, as the driver does', async () => {
  const [row] = await database.db().rows<{ one: Date }>(`select '2026-01-01 00:00:00.1239+00'::timestamptz as one`)
  expect(row?.one.toISOString()).toBe('2026-01-01T00:00:00.123Z')
})
