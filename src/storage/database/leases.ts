import type { QueryResultRow } from 'pg'
import { randomId } from '#kernel'
import type { LeaseTable } from './lease-tables.ts'
import type { Queryable, Values } from './queryable.ts'

/** The parameters of a claim. */
export interface LeaseClaim {
  readonly nowMs: number
  /** At most so many rows. */
  readonly limit: number
  /** Work that is neither finished nor renewed by then may be claimed again, by this process or another. */
  readonly leaseMs: number
  /** A UUID that no other claim has; default: a new one. */
  readonly leaseToken?: string
}

/** A claimed row: the values of its primary key in the order of the table's columns, and the token of its claim. */
export interface HeldRow {
  readonly key: readonly (string | number)[]
  readonly leaseToken: string
}

const columnsOf = ({ key }: LeaseTable): string[] => key.map(({ column }) => column)

/**
 * The statement of a claim: $1 is the time, $2 the limit, $3 the token, $4 the end of the lease. A row that another
 * process is claiming is skipped, not waited for.
 */
export function claimStatement(table: LeaseTable): string {
  const { name, condition, order = 'claimable_at', assignments } = table
  const columns = columnsOf(table)
  const due =
    table.due ??
    `select ${columns.join(', ')} from ${name} where claimable_at <= $1 ${condition ? `and ${condition}` : ''}
     order by ${order} limit $2 for no key update skip locked`
  return `with due as (${due})
    update ${name} set lease_token = $3, claimable_at = $4 ${assignments ? `, ${assignments}` : ''}
    from due where ${columns.map((column) => `${name}.${column} = due.${column}`).join(' and ')}
    returning ${name}.*`
}

/** The values of `claimStatement`, with a token that only this claim has. */
export const claimValues = ({ nowMs, limit, leaseMs, leaseToken = randomId() }: LeaseClaim): unknown[] => [
  new Date(nowMs),
  limit,
  leaseToken,
  new Date(nowMs + leaseMs),
]

/** Leases rows whose time has come. A lease that ended may be claimed like any other row. */
export const claimRows = <Row extends QueryResultRow>(
  db: Queryable,
  table: LeaseTable,
  claim: LeaseClaim,
  own: Values = [],
): Promise<Row[]> =>
  db.namedRows(`claim ${table.statementName ?? table.name}`, claimStatement(table), [...claimValues(claim), ...own])

/** The condition on one row that a claim holds: its key in $1 …, then the token. */
export const isHeld = (table: LeaseTable): string =>
  [...columnsOf(table), 'lease_token'].map((column, index) => `${column} = $${index + 1}`).join(' and ')

/** The same for many rows: `from` and `where` of a statement, with an array for each column of the key, then the tokens. */
function heldRows(table: LeaseTable): { readonly from: string; readonly where: string } {
  const columns = [...table.key, { column: 'lease_token', type: 'uuid' }]
  const arrays = columns.map(({ type }, index) => `$${index + 1}::${type}[]`).join(', ')
  return {
    from: `unnest(${arrays}) as held (${columns.map(({ column }) => column).join(', ')})`,
    where: columns.map(({ column }) => `${table.name}.${column} = held.${column}`).join(' and '),
  }
}

const heldValues = (table: LeaseTable, rows: readonly HeldRow[]): unknown[] => [
  ...table.key.map((_, index) => rows.map(({ key }) => key[index])),
  rows.map(({ leaseToken }) => leaseToken),
]

/** Extends leases. Like the functions below, it leaves alone and does not return the rows whose lease was lost. */
export async function renewRows(
  db: Queryable,
  table: LeaseTable,
  rows: readonly HeldRow[],
  leaseUntil: Date,
): Promise<number> {
  const { from, where } = heldRows(table)
  const until = `$${table.key.length + 2}`
  const { rowCount } = await db.named(
    `renew ${table.name}`,
    `update ${table.name} set claimable_at = ${until} from ${from} where ${where}`,
    [...heldValues(table, rows), leaseUntil],
  )
  return rowCount
}

/** Ends leases and keeps their rows. `set` says when they are available again, if ever; its values follow the token. */
export async function releaseRows(
  db: Queryable,
  table: LeaseTable,
  rows: readonly HeldRow[],
  { set, values }: { readonly set: string; readonly values: Values },
): Promise<number> {
  const { from, where } = heldRows(table)
  const { rowCount } = await db.query(
    `update ${table.name} set lease_token = null, ${set} from ${from} where ${where}`,
    [...heldValues(table, rows), ...values],
  )
  return rowCount
}

/** Ends leases and deletes their rows, which are returned. */
export function takeRows<Row extends QueryResultRow>(
  db: Queryable,
  table: LeaseTable,
  rows: readonly HeldRow[],
): Promise<Row[]> {
  const { from, where } = heldRows(table)
  return db.namedRows(
    `take ${table.name}`,
    `delete from ${table.name} using ${from} where ${where} returning ${table.name}.*`,
    heldValues(table, rows),
  )
}

export interface Backlog {
  /** Rows that are due and have no active lease. */
  readonly pending: number
  /** How long the oldest of them has been waiting. */
  readonly oldestSeconds: number
}

/** The unclaimed rows, for health and metrics. */
export async function backlogOf(db: Queryable, table: LeaseTable, now: Date): Promise<Backlog> {
  const rows = await db.rows<{ pending: number; oldest: Date | null }>(
    `select count(*)::int as pending, min(claimable_at) as oldest from ${table.name} where claimable_at <= $1`,
    [now],
  )
  const { pending = 0, oldest = null } = rows[0] ?? {}
  return { pending, oldestSeconds: oldest === null ? 0 : (now.getTime() - oldest.getTime()) / 1000 }
}
