import Type from 'typebox'
import type { TSchema } from 'typebox'

/** Serializes a response as JSON, as a string or in UTF-8. */
export type WriteAnswer = (answer: unknown) => string | Buffer

/** Longer than any page of a list. */
const maxItemsAtOnce = 100

/**
 * Serializes responses of a schema with `writer`. Long lists are serialized item by item: concatenating a hundred
 * thousand strings at once is expensive.
 */
export function answerWriter(schema: TSchema, writer: (schema: TSchema) => (value: unknown) => string): WriteAnswer {
  const write = writer(schema)
  if (!Type.IsArray(schema)) return write
  let writeItem: ((item: unknown) => string) | undefined
  return (answer) => {
    if (!Array.isArray(answer) || answer.length <= maxItemsAtOnce) return write(answer)
    writeItem ??= writer(schema.items)
    return writeList(answer, writeItem)
  }
}

function writeList(items: readonly unknown[], writeItem: (item: unknown) => string): Buffer {
  const pieces = [Buffer.from('[')]
  for (const [index, item] of items.entries()) pieces.push(Buffer.from((index === 0 ? '' : ',') + writeItem(item)))
  pieces.push(Buffer.from(']'))
  return Buffer.concat(pieces)
}
