import Type from 'typebox'
import type { TSchema } from 'typebox'

/** Writes an answer as JSON, as a text or in UTF-8. */
export type WriteAnswer = (answer: unknown) => string | Buffer

/** Longer than any page. */
const mostItemsAtOnce = 100

/**
 * Writes answers of a schema by what `writer` makes of it. Long lists are written item by item: a text of a hundred
 * thousand pieces is dear to keep until it is put together at the end.
 */
export function answerWriter(schema: TSchema, writer: (schema: TSchema) => (value: unknown) => string): WriteAnswer {
  const write = writer(schema)
  if (!Type.IsArray(schema)) return write
  const writeItem = writer(schema.items)
  return (answer) =>
    Array.isArray(answer) && answer.length > mostItemsAtOnce ? writeList(answer, writeItem) : write(answer)
}

function writeList(items: readonly unknown[], writeItem: (item: unknown) => string): Buffer {
  const pieces = [Buffer.from('[')]
  for (const [index, item] of items.entries()) pieces.push(Buffer.from((index === 0 ? '' : ',') + writeItem(item)))
  pieces.push(Buffer.from(']'))
  return Buffer.concat(pieces)
}
