import { expect, it } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { storableJson } from './storable-json.ts'

const database = useDatabase({ empty: true })

it('makes JSON of any text that the database can hold, and changes nothing else', async () => {
  const kept = ['plain', '\\u0000', '\\\\u0000', '\\ud800', '😀', '"\\', '\u001f']
  const broken = ['\u0000', 'a\\\u0000', '\ud800', '😀'.slice(0, 1), '\udc00\ud800', '\\\\\u0000']
  const rows = await database
    .db()
    .rows<{ value: unknown }>('select $1::jsonb as value', [storableJson([...kept, ...broken])])
  const texts = rows[0]?.value
  expect(texts).toEqual([...kept, '\ufffd', 'a\\\ufffd', '\ufffd', '\ufffd', '\ufffd\ufffd', '\\\\\ufffd'])
})
