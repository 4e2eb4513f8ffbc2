import type { Payload, ResourceTools } from '../resource-type.ts'

/** A live resource in the fields of its payload, with ids where code has references. */
export interface LiveForm {
  readonly physicalId: string
  readonly payload: Payload
}

export type FormTools = Pick<ResourceTools, 'store' | 'caller'>

/** The resources of a type in the account, oldest first: at least those with these ids; without ids all of them. */
export type ListForms = (tools: FormTools, ids?: readonly string[]) => Promise<readonly LiveForm[]>

/** More than any account has. */
export const everything = { limit: 100_000, offset: 0 } as const

/** The fields that have a value: clients read null in many of them as a value. */
export const withoutNulls = (fields: Payload): Payload =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** A list of forms from rows that have an id. */
export const formsOf = <Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  payloadOf: (row: Row) => Payload,
): LiveForm[] => rows.map((row) => ({ physicalId: String(row.id), payload: { id: row.id, ...payloadOf(row) } }))

/**
 * The forms that an import shows: with marks where resources have secrets, which `show` puts there, and without fields
 * that are not set. Deploying a mark keeps what is stored. Null: it cannot be imported.
 */
export const importForms =
  (list: ListForms, show: (payload: Payload) => Payload | null = (payload) => payload): ListForms =>
  async (tools) =>
    (await list(tools)).flatMap(({ physicalId, payload }) => {
      const shown = show(payload)
      return shown === null ? [] : [{ physicalId, payload: { ...withoutNulls(shown), ...retriesOf(shown) } }]
    })

/** Null means there: no retries. */
const retriesOf = ({ retryStrategy }: Payload): Payload => (retryStrategy === null ? { retryStrategy } : {})
