import { fieldsOfSchema } from '../merge-patch.ts'
import { hasEntityTag } from './row.ts'
import type { OperationRow } from './row.ts'

type Table = Readonly<Record<string, OperationRow>>

const changingMethods: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE'])

/** The address at which a resource is read whose address for changes names a type or another version. */
const readPathOf = (path: string): string =>
  path.replace(/^\/v1\/checks\/[a-z]+\/\{id\}$/, '/v1/checks/{id}').replace(/^\/v2\/(check-groups\/\{id\})$/, '/v1/$1')

/** For each operation that changes or deletes a resource as a whole: the id of the one that reads it, if there is one. */
export function readersOf(table: Table): ReadonlyMap<OperationRow, string> {
  const tagged = Object.entries(table).filter(([, row]) => hasEntityTag(row))
  const readers = new Map(tagged.map(([id, row]) => [row.path, id]))
  return new Map(
    Object.values(table).flatMap((row): [OperationRow, string][] => {
      const readerId = changingMethods.has(row.method) ? readers.get(readPathOf(row.path)) : undefined
      return readerId === undefined ? [] : [[row, readerId]]
    }),
  )
}

/**
 * By the id of each of these readers: the fields of its answer that others can set, by which two versions of a resource
 * differ for a person who edits it. No fields where it is only deleted.
 */
export function settableFieldsOf(readers: ReadonlyMap<OperationRow, string>): ReadonlyMap<string, ReadonlySet<string>> {
  const fields = new Map<string, ReadonlySet<string>>()
  for (const [{ body }, readerId] of readers) {
    const ofBody =
      body === undefined ? [] : Object.entries(fieldsOfSchema(body)).filter(([, field]) => !('readOnly' in field))
    fields.set(readerId, new Set([...(fields.get(readerId) ?? []), ...ofBody.map(([name]) => name)]))
  }
  return fields
}
