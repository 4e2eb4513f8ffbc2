import type { Payload, ResourceTools } from '../resource-type.ts'

/**
 * A live resource in the fields of its payload: with ids where code has references, and with marks where it has secrets.
 * Deploying a mark keeps what is stored.
 */
export interface ImportForm {
  readonly physicalId: string
  readonly payload: Payload
}

export type FormTools = Pick<ResourceTools, 'store' | 'caller'>

/** All resources of a type in the account, oldest first. */
export type ListForms = (tools: FormTools) => Promise<readonly ImportForm[]>

/** More than any account has. */
export const everything = { limit: 100_000, offset: 0 } as const

/** The fields that have a value: clients read null in many of them as a value. */
export const withoutNulls = (fields: Payload): Payload =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined))

/** A list of forms from rows that have an id. */
export const formsOf = <Row extends { readonly id: string | number }>(
  rows: readonly Row[],
  payloadOf: (row: Row) => Payload,
): ImportForm[] => rows.map((row) => ({ physicalId: String(row.id), payload: { id: row.id, ...payloadOf(row) } }))
