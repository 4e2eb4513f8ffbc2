import type { Encryption } from '#kernel'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { TriggersTable } from '../generated/tables.ts'

/** The target of a trigger: exactly one of both is set. */
export interface TriggerTarget {
  readonly checkId: string | null
  readonly groupId: number | null
}

export interface Trigger extends TriggerTarget {
  readonly accountId: string
  readonly id: number
  readonly token: string
  readonly createdAt: Date
  readonly updatedAt: Date | null
  readonly calledAt: Date | null
}

type TriggerRow = Omit<TriggersTable, 'tokenHash'>

const triggerOf = (row: TriggerRow, encryption: Encryption): Trigger => ({
  accountId: row.accountId,
  id: row.id,
  checkId: row.checkId,
  groupId: row.groupId,
  token: encryption.decrypt(row.encryptedToken),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  calledAt: row.calledAt,
})

const columns = 'account_id, id, check_id, group_id, encrypted_token, created_at, updated_at, called_at'
/** One of both parameters is null, and nothing equals null. */
const isOfTarget = 'account_id = $1 and (check_id = $2 or group_id = $3)'

export async function findTrigger(
  db: Queryable,
  encryption: Encryption,
  accountId: string,
  { checkId, groupId }: TriggerTarget,
): Promise<Trigger | null> {
  const rows = await db.rows<TriggerRow>(`select ${columns} from triggers where ${isOfTarget}`, [
    accountId,
    checkId,
    groupId,
  ])
  return rows[0] ? triggerOf(rows[0], encryption) : null
}

export interface NewTrigger extends TriggerTarget {
  readonly accountId: string
  readonly token: string
  readonly hash: Buffer
  readonly now: Date
}

/** Does nothing when the target has a trigger. */
export const insertTrigger = (tx: Queryable, encryption: Encryption, trigger: NewTrigger): Promise<unknown> =>
  tx.rows(
    `insert into triggers (account_id, check_id, group_id, token_hash, encrypted_token, created_at)
     values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
    [trigger.accountId, trigger.checkId, trigger.groupId, trigger.hash, encryption.encrypt(trigger.token), trigger.now],
  )

export const deleteTrigger = (
  tx: Queryable,
  accountId: string,
  { checkId, groupId }: TriggerTarget,
): Promise<boolean> => findsAny(tx, `delete from triggers where ${isOfTarget}`, [accountId, checkId, groupId])

/** The trigger with this token, found by its hash alone. */
export async function findTriggerByHash(db: Queryable, encryption: Encryption, hash: Buffer): Promise<Trigger | null> {
  const rows = await db.namedRows<TriggerRow>(
    'find-trigger-by-hash',
    `select ${columns} from triggers where token_hash = $1`,
    [hash],
  )
  return rows[0] ? triggerOf(rows[0], encryption) : null
}

/** Notes a call. False when the trigger was deleted meanwhile. */
export const markTriggerCalled = (tx: Queryable, trigger: Trigger, now: Date): Promise<boolean> =>
  findsAny(tx, `update triggers set called_at = $3 where account_id = $1 and id = $2`, [
    trigger.accountId,
    trigger.id,
    now,
  ])
