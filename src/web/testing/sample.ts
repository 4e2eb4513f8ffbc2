import type { TSchema } from 'typebox'
import type { Answer, UsedOperation } from '../api/operations.ts'
import { requireAnswer, rowOf } from './contract-check.ts'
import { smallestValue } from './smallest-value.ts'

interface PageOf<I> {
  readonly items: readonly I[]
  readonly offset: number
  readonly total: number
}

/** The answer given to a fake: of a list all items, of which it replies the requested page, and of a file its text. */
export type Given<K extends UsedOperation> =
  Answer<K> extends PageOf<infer I> ? readonly I[] : Answer<K> extends AsyncIterable<string> ? string : Answer<K>

/** One item of an answer that is a list. */
export type Item<K extends UsedOperation> = Given<K> extends readonly (infer I)[] ? I : never

/** The smallest answer that the contract permits, with other fields where a test says so. */
export function sample<K extends UsedOperation>(id: K, fields: Partial<Given<K>> = {}): Given<K> {
  const { schema, contentType } = rowOf(id).success
  if (contentType !== undefined) return fitting(id, '')
  const smallest = schema === undefined ? undefined : smallestValue(schema)
  return fitting(id, Array.isArray(smallest) ? smallest : smallest && { ...Object(smallest), ...fields })
}

/** The smallest item of an answer that is a list, with other fields where a test says so. */
export function sampleItem<K extends UsedOperation>(id: K, fields: Partial<Item<K>> = {}): Item<K> {
  const { items }: { readonly items?: TSchema } = rowOf(id).success.schema ?? {}
  const [item] = itemsOf(fitting(id, [{ ...Object(smallestValue(items ?? {})), ...fields }]))
  return item as Item<K>
}

const itemsOf = (answer: unknown): readonly unknown[] => (Array.isArray(answer) ? answer : [])

/** The cast is safe because the contract's own schema has been applied. */
function fitting<K extends UsedOperation>(id: K, value: unknown): Given<K> {
  requireAnswer(id, value)
  return value as Given<K>
}

/** One item of a list within an answer. */
export type ItemIn<K extends UsedOperation, F extends keyof Given<K>> = Given<K>[F] extends readonly (infer I)[]
  ? I
  : never

/** The smallest item of a list within an answer, with other fields where a test says so. */
export function sampleIn<K extends UsedOperation, F extends keyof Given<K> & string>(
  id: K,
  list: F,
  fields: Partial<ItemIn<K, F>> = {},
): ItemIn<K, F> {
  const { properties = {} }: { readonly properties?: Readonly<Record<string, TSchema>> } =
    rowOf(id).success.schema ?? {}
  const { items }: { readonly items?: TSchema } = properties[list] ?? {}
  const item = { ...Object(smallestValue(items ?? {})), ...fields }
  const [fit] = itemsOf(Object(fitting(id, { ...Object(sample(id)), [list]: [item] }))[list])
  return fit as ItemIn<K, F>
}
