import { Strict } from '#contract'
import type { Caller } from '#kernel'
import type { Queryable, Store } from '#storage/database'
import Type from 'typebox'
import type { TObject } from 'typebox'
import type { Desired, Payload, ResourceTools, ResourceType } from '../resource-type.ts'

interface OnPage<Body> {
  readonly statusPageId: string
  readonly body: Body
}

interface Reference {
  readonly statusPageId: string
  readonly id: string
}

/** The verbs of what a status page of the third version consists of. */
export interface PartVerbs<Body> {
  /** Of the body, without the page. */
  readonly schema: TObject
  /** The cast of a body that was validated by the schema. */
  readonly inputOf: (body: Payload) => Body
  /** Null: it does not exist. */
  readonly findPage: (db: Queryable, accountId: string, id: string) => Promise<string | null>
  /** Returns the id. */
  readonly create: (store: Store, caller: Caller, input: OnPage<Body>) => Promise<string>
  readonly update: (store: Store, caller: Caller, input: OnPage<Body> & Reference) => Promise<unknown>
  readonly remove: (store: Store, caller: Caller, reference: Reference) => Promise<void>
}

/** A resource of one status page. On another page it is replaced, because a page keeps its parts. */
export function partOfPage<Body>(
  verbs: PartVerbs<Body>,
): Pick<ResourceType, 'hasNumericIds' | 'read' | 'create' | 'update' | 'remove'> {
  const schema = Strict({ ...verbs.schema.properties, statusPageId: Type.String() })
  const inputOf = ({ body: { statusPageId, ...body } }: Desired): OnPage<Body> => ({
    statusPageId: String(statusPageId),
    body: verbs.inputOf(body),
  })
  const pageOf = ({ store, caller }: ResourceTools, id: string) => verbs.findPage(store.db, caller.accountId, id)
  const create = ({ store, caller }: ResourceTools, desired: Desired) => verbs.create(store, caller, inputOf(desired))
  const remove = async (tools: ResourceTools, id: string): Promise<void> => {
    const statusPageId = await pageOf(tools, id)
    if (statusPageId !== null) await verbs.remove(tools.store, tools.caller, { statusPageId, id })
  }
  return {
    hasNumericIds: false,
    read: (payload) => ({ body: payload, schema }),
    create,
    update: async (tools, id, desired) => {
      const input = inputOf(desired)
      if ((await pageOf(tools, id)) === input.statusPageId) {
        await verbs.update(tools.store, tools.caller, { ...input, id })
        return id
      }
      await remove(tools, id)
      return create(tools, desired)
    },
    remove,
  }
}
