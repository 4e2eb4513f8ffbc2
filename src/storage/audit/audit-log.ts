import type { AuditAction, AuditActorType, AuditChange, AuditResourceType } from '#contract'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { AuditLogTable } from '../generated/tables.ts'
import type { CapturedChange } from './collect-entries.ts'

type CapturedRow = CapturedChange & { readonly id: number }

/** Has the database capture what this transaction changes. */
export const captureChanges = (tx: Queryable): Promise<unknown> =>
  tx.namedRows('capture-changes', `select set_config('belfry.audited', 'on', true)`)

type Attention = Readonly<Record<string, Date | string | null>>

/** Has the log say what somebody did about the alerts of a check, if this transaction is audited. */
export const captureAttention = (
  tx: Queryable,
  checkId: string,
  before: Attention,
  after: Attention,
): Promise<unknown> =>
  tx.namedRows(
    'capture-attention',
    `insert into captured_changes (transaction, source, before, after)
     select pg_current_xact_id()::text::bigint, 'check_attention', known || $2::jsonb, known || $3::jsonb
     from checks, jsonb_build_object('account_id', account_id, 'id', id, 'name', name) as known
     where id = $1 and current_setting('belfry.audited', true) = 'on'`,
    [checkId, before, after],
  )

/** The changes of this transaction in order: at most `limit` rows whose ids are above `afterId`. */
export const readCapturedChanges = (tx: Queryable, afterId: number, limit: number): Promise<CapturedRow[]> =>
  tx.namedRows(
    'read-captured-changes',
    `select id, source, before, after from captured_changes
     where transaction = pg_current_xact_id_if_assigned()::text::bigint and id > $1 order by id limit $2`,
    [afterId, limit],
  )

/** Forgets what this transaction changed, once: rows deleted in portions would be passed over again by every next one. */
export const deleteCapturedChanges = (tx: Queryable): Promise<unknown> =>
  tx.namedRows(
    'delete-captured-changes',
    `delete from captured_changes where transaction = pg_current_xact_id_if_assigned()::text::bigint`,
  )

/** Whether this transaction wrote anything so far. */
export async function hasWritten(tx: Queryable): Promise<boolean> {
  const rows = await tx.namedRows<{ hasWritten: boolean }>(
    'has-written',
    `select pg_current_xact_id_if_assigned() is not null as has_written`,
  )
  return rows[0]?.hasWritten === true
}

export interface NewAuditEntry {
  readonly id: string
  readonly createdAt: Date
  /** Null: in every account of the user. */
  readonly accountId: string | null
  readonly ofUserId: string | null
  readonly operation: string
  readonly action: AuditAction
  readonly resourceType: AuditResourceType | null
  readonly resourceId: string | null
  readonly resourceName: string | null
  readonly actorType: AuditActorType
  readonly actorId: string | null
  readonly userId: string | null
  /** Of what is neither a person nor a key. */
  readonly actorName: string | null
  readonly address: string
  readonly userAgent: string
  readonly changes: readonly AuditChange[]
  readonly fault: string | null
}

/** Writes entries, with the names that people and keys have now. */
export const insertAuditEntries = (tx: Queryable, entries: readonly NewAuditEntry[]): Promise<unknown> =>
  tx.namedRows(
    'insert-audit-entries',
    `insert into audit_log (account_id, id, created_at, operation, action, resource_type, resource_id, resource_name,
       actor_type, actor_id, user_id, actor_name, address, user_agent, changes, fault)
     select coalesce(e.account_id, m.account_id), e.id, e.created_at, e.operation, e.action, e.resource_type,
       e.resource_id, coalesce(e.resource_name, person.name), e.actor_type, e.actor_id, e.user_id,
       case when e.actor_type = 'AGENT' then concat(e.actor_name, ' (' || actor.name || ')')
         else coalesce(actor.name, k.name, e.actor_name) end, e.address, e.user_agent, e.changes, e.fault
     from jsonb_to_recordset($1::jsonb) as e (id uuid, created_at timestamptz, account_id uuid, of_user_id uuid,
       operation text, action text, resource_type text, resource_id text, resource_name text, actor_type text,
       actor_id uuid, user_id uuid, actor_name text, address text, user_agent text, changes jsonb, fault text)
     left join memberships m on e.account_id is null and m.user_id = e.of_user_id
     left join users person on e.resource_type in ('MEMBER', 'PASSWORD', 'SIGN_IN_LINK') and person.id = e.of_user_id
     left join users actor on actor.id = e.user_id
     left join api_keys k on k.id = e.actor_id
     where coalesce(e.account_id, m.account_id) is not null`,
    [recordset(entries)],
  )

export type AuditLogRow = Narrowed<
  AuditLogTable,
  {
    readonly action: AuditAction
    readonly resourceType: AuditResourceType | null
    readonly actorType: AuditActorType
    readonly changes: readonly AuditChange[]
  }
>

export interface AuditFilter {
  readonly userId?: string | undefined
  readonly actorId?: string | undefined
  readonly operation?: string | undefined
  readonly action?: string | undefined
  readonly resourceType?: string | undefined
  readonly resourceId?: string | undefined
  readonly search?: string | undefined
}

export interface AuditPage {
  /** Ids below this one; null for the latest. */
  readonly beforeId: string | null
  readonly fromId: string | null
  readonly limit: number
}

/** Entries of an account, the latest first. */
export const listAuditEntries = (
  db: Queryable,
  accountId: string,
  filter: AuditFilter,
  { beforeId, fromId, limit }: AuditPage,
): Promise<AuditLogRow[]> =>
  db.rows(
    `select * from audit_log
     where account_id = $1 and ($2::uuid is null or id < $2) and ($3::uuid is null or id >= $3)
       and ($4::uuid is null or user_id = $4) and ($5::uuid is null or actor_id = $5)
       and ($6::text is null or operation = $6) and ($7::text is null or action = $7)
       and ($8::text is null or resource_type = $8) and ($9::text is null or resource_id = $9)
       and ($10::text is null or position(folded($10) in folded(concat_ws(' ', operation, resource_name, resource_id,
         actor_name, address, user_agent, changes::text))) > 0)
     order by id desc limit $11`,
    [
      accountId,
      beforeId,
      fromId,
      filter.userId ?? null,
      filter.actorId ?? null,
      filter.operation ?? null,
      filter.action ?? null,
      filter.resourceType ?? null,
      filter.resourceId ?? null,
      filter.search ?? null,
      limit,
    ],
  )
