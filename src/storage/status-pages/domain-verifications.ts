import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { insertOf, valuesOf } from '../database/written-columns.ts'
import type { DomainVerificationsTable } from '../generated/tables.ts'

/** The records that name servers had, and why some could not be read. */
export interface FoundRecords {
  /** Texts at the name of the proof. */
  readonly txt: readonly string[]
  /** Where the domain leads, in lowercase. */
  readonly cname: readonly string[]
  /** The error code of a lookup; null when all were answered. */
  readonly problem: string | null
}

/** Of the domain of a page with components. */
export type DomainVerificationRow = Narrowed<
  DomainVerificationsTable,
  { readonly status: 'pending' | 'verified' | 'failed'; readonly found: FoundRecords }
>

type Rows = DomainVerificationRow & Record<string, unknown>

const outcome = ['status', 'since', 'missingSince', 'checkedAt', 'nextCheckAt', 'found'] as const
const columns = ['accountId', 'statusPageId', 'domain', ...outcome] as const

const storedValues = (row: DomainVerificationRow): unknown[] =>
  valuesOf({ ...row, found: storableJson(row.found) }, columns)

/** Null for a page of another account, and for one without a domain. */
export async function findDomainVerification(
  db: Queryable,
  accountId: string,
  statusPageId: string,
): Promise<DomainVerificationRow | null> {
  const rows = await db.rows<Rows>(`select * from domain_verifications where account_id = $1 and status_page_id = $2`, [
    accountId,
    statusPageId,
  ])
  return rows[0] ?? null
}

/** Begins the verification of a page's domain; null ends that of the domain it had. */
export async function replaceDomainVerification(
  tx: Queryable,
  page: Pick<DomainVerificationRow, 'accountId' | 'statusPageId'>,
  row: DomainVerificationRow | null,
): Promise<void> {
  await tx.rows(`delete from domain_verifications where account_id = $1 and status_page_id = $2`, [
    page.accountId,
    page.statusPageId,
  ])
  if (row !== null) await tx.rows(insertOf('domain_verifications', columns), storedValues(row))
}

/** The verifications that are due, the longest waiting first; no other process gets them before `until`. */
export const claimDomainVerifications = (
  db: Queryable,
  { now, until, limit }: { readonly now: Date; readonly until: Date; readonly limit: number },
): Promise<Rows[]> =>
  db.namedRows(
    'claim-domain-verifications',
    `with due as (
       select account_id, status_page_id from domain_verifications
       where next_check_at <= $1 order by next_check_at limit $3 for no key update skip locked)
     update domain_verifications set next_check_at = $2
     from due
     where domain_verifications.account_id = due.account_id and domain_verifications.status_page_id = due.status_page_id
     returning domain_verifications.*`,
    [now, until, limit],
  )

/** Records what a check found; false when the page has another domain by now, or another check was recorded meanwhile. */
export async function recordDomainCheck(
  db: Queryable,
  before: DomainVerificationRow,
  row: DomainVerificationRow,
): Promise<boolean> {
  const rows = await db.namedRows(
    'record-domain-check',
    `update domain_verifications
     set status = $4, since = $5, missing_since = $6, checked_at = $7, next_check_at = $8, found = $9
     where account_id = $1 and status_page_id = $2 and domain = $3 and checked_at is not distinct from $10
     returning domain`,
    [...storedValues(row), before.checkedAt],
  )
  return rows.length > 0
}
