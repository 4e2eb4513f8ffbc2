import type { DrillDelivery } from '#contract'
import { leaseTables } from '../database/lease-tables.ts'
import { claimRows, isHeld } from '../database/leases.ts'
import type { LeaseClaim } from '../database/leases.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { storableJson } from '../database/storable-json.ts'
import type { DrillsTable } from '../generated/tables.ts'

export type DrillRow = Narrowed<DrillsTable, { readonly deliveries: readonly DrillDelivery[] }>

/** A drill; it may be sent as soon as its dry run has ended, at once when it has none. */
export const insertDrill = (
  tx: Queryable,
  { accountId, id, checkId, createdAt }: Pick<DrillRow, 'accountId' | 'id' | 'checkId' | 'createdAt'>,
): Promise<unknown> =>
  tx.rows(`insert into drills (account_id, id, check_id, created_at, claimable_at) values ($1, $2, $3, $4, $4)`, [
    accountId,
    id,
    checkId,
    createdAt,
  ])

/** Leases drills whose dry runs have ended. */
export const claimDrills = (db: Queryable, claim: LeaseClaim): Promise<DrillRow[]> =>
  claimRows(db, leaseTables.drills, claim)

/** Ends a drill, unless the lease was lost. */
export const endDrill = (
  db: Queryable,
  drill: Pick<DrillRow, 'accountId' | 'id' | 'leaseToken' | 'title' | 'reason' | 'deliveries'>,
  now: Date,
): Promise<unknown> =>
  db.rows(
    `update drills set claimable_at = null, lease_token = null, title = $4, reason = $5, deliveries = $6, ended_at = $7
     where ${isHeld(leaseTables.drills)}`,
    [
      drill.accountId,
      drill.id,
      drill.leaseToken,
      drill.title === null ? null : storable(drill.title),
      drill.reason === null ? null : storable(drill.reason),
      storableJson(drill.deliveries),
      now,
    ],
  )

/** Targets and receivers answer what they like; PostgreSQL has no text with a zero. */
const storable = (text: string): string => text.replaceAll('\u0000', '\ufffd').toWellFormed()

/** Running: its dry run waits or is under way. */
export type FoundDrill = DrillRow & { readonly isRunning: boolean }

export async function findDrill(
  db: Queryable,
  key: { readonly accountId: string; readonly checkId: string; readonly id: string },
): Promise<FoundDrill | null> {
  const [row] = await db.rows<FoundDrill>(
    `select drills.*, exists (select from dry_runs where dry_runs.id = drills.id and dry_runs.ended_at is null)
       as is_running
     from drills where account_id = $1 and check_id = $2 and id = $3`,
    [key.accountId, key.checkId, key.id],
  )
  return row ?? null
}

/** Deletes drills that ended before a time, and those that could not be sent. */
export const deleteOldDrills = (tx: Queryable, before: Date): Promise<unknown> =>
  tx.rows(`delete from drills where ended_at < $1 or (tries >= 3 and created_at < $1)`, [before])
