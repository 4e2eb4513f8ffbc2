import { boundTypeOf, fieldsOfSchema } from '#contract'
import type { OperationRow, ProjectBindings } from '#contract'
import type { Queryable } from '#storage/database'
import { listBindingsOfResources } from '#storage/projects'
import type { BindingOfResource } from '#storage/projects'
import Type from 'typebox'
import type { TSchema } from 'typebox'

type Item = Readonly<Record<string, unknown>>

/** Adds to an answer which projects own its resources, or refer to them. */
export type AddBindings = (answer: unknown, accountId: string, db: Queryable) => Promise<unknown>

/** For operations that answer resources which projects can own; undefined for others. One statement for each answer. */
export function bindingsAdder({ success: { schema } }: OperationRow): AddBindings | undefined {
  const item = schema && itemOf(schema)
  const type = item && boundTypeOf(item)
  if (!item || type === undefined) return undefined
  const hasOwnFields = 'logicalId' in fieldsOfSchema(item)
  return async (answer, accountId, db) => {
    const items = itemsOf(answer)
    if (items.length === 0) return answer
    const physicalIds = items.map(({ id }) => String(id))
    const found = Map.groupBy(await listBindingsOfResources(db, { accountId, type, physicalIds }), idOf)
    if (found.size === 0) return answer
    const bound = (one: Item): Item => ({ ...one, ...fieldsOf(found.get(String(one['id'])) ?? [], hasOwnFields) })
    return withItems(answer, items.map(bound))
  }
}

const idOf = ({ physicalId }: BindingOfResource): string => physicalId

/** Of lists, by page or by cursor, the schema of what they list. */
function itemOf(schema: TSchema): TSchema {
  if (Type.IsArray(schema)) return schema.items
  const { entries } = fieldsOfSchema(schema)
  return entries && Type.IsArray(entries) ? entries.items : schema
}

/** Pages are objects here, whose items become the list. */
function itemsOf(answer: unknown): readonly Item[] {
  if (Array.isArray(answer)) return answer
  const { items, entries } = Object(answer)
  return items ?? entries ?? [answer]
}

function withItems(answer: unknown, items: readonly Item[]): unknown {
  if (Array.isArray(answer)) return items
  const fields: Item = Object(answer)
  if ('items' in fields) return { ...fields, items }
  return 'entries' in fields ? { ...fields, entries: items } : items[0]
}

/** A check of the first version has the binding of its owner in separate fields too. */
function fieldsOf(bindings: readonly BindingOfResource[], hasOwnFields: boolean): Item {
  if (bindings.length === 0) return {}
  const owner = bindings.find(({ member }) => member)
  const references = bindings.filter(({ member }) => !member).map(presented)
  const projectBindings: ProjectBindings = { owner: owner ? presented(owner) : null, references }
  if (!hasOwnFields || !owner) return { projectBindings }
  const { project, binding } = presented(owner)
  return { projectBindings, project, ...binding, member: true }
}

const presented = (row: BindingOfResource) => ({
  project: { id: row.projectId, logicalId: row.projectLogicalId, name: row.projectName },
  binding: { logicalId: row.logicalId, pending: row.pending },
})
