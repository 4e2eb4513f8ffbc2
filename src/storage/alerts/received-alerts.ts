import type { ReceivedSeverity } from '#contract'
import { findsAny } from '../database/queryable.ts'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import { recordset } from '../database/records.ts'
import type { ReceivedAlertsTable } from '../generated/tables.ts'

export type Labels = Readonly<Record<string, string>>

export type ReceivedAlertRow = Narrowed<
  ReceivedAlertsTable,
  {
    readonly severity: ReceivedSeverity
    readonly labels: Labels
    readonly annotations: Labels
    readonly alertState: Record<string, unknown>
  }
>

export type NamedReceivedAlert = ReceivedAlertRow & { readonly sourceName: string }

/** The alerts of a source that fire, by fingerprint, locked; the source is locked already. */
export async function lockFiring(
  tx: Queryable,
  { accountId, id }: { readonly accountId: string; readonly id: string },
  fingerprints: readonly string[],
): Promise<Map<string, ReceivedAlertRow>> {
  const rows = await tx.namedRows<ReceivedAlertRow>(
    'lock-firing-alerts',
    `select * from received_alerts where account_id = $1 and source_id = $2 and fingerprint = any($3::text[])
       and ended_at is null order by id for update`,
    [accountId, id, fingerprints],
  )
  return new Map(rows.map((row) => [row.fingerprint, row]))
}

export async function countFiring(tx: Queryable, accountId: string, sourceId: string): Promise<number> {
  const rows = await tx.rows<{ count: number }>(
    `select count(*)::int as count from received_alerts where account_id = $1 and source_id = $2 and ended_at is null`,
    [accountId, sourceId],
  )
  return rows[0]?.count ?? 0
}

const columns = `account_id uuid, id uuid, source_id uuid, fingerprint text, name text, severity text, labels jsonb,
  annotations jsonb, summary text, link text, starts_at timestamptz, ended_at timestamptz, expires_at timestamptz,
  last_received_at timestamptz, alert_state jsonb, due_at timestamptz`

/** Writes new alerts, and those that have changed. */
export async function saveReceivedAlerts(tx: Queryable, rows: readonly ReceivedAlertRow[]): Promise<void> {
  if (rows.length === 0) return
  await tx.namedRows(
    'save-received-alerts',
    `insert into received_alerts (account_id, id, source_id, fingerprint, name, severity, labels, annotations, summary,
       link, starts_at, ended_at, expires_at, last_received_at, alert_state, due_at)
     select account_id, id, source_id, fingerprint, name, severity, labels, annotations, summary, link, starts_at,
       ended_at, expires_at, last_received_at, alert_state, due_at
     from jsonb_to_recordset($1::jsonb) as given (${columns})
     on conflict (account_id, id) do update set severity = excluded.severity, annotations = excluded.annotations,
       summary = excluded.summary, link = excluded.link, ended_at = excluded.ended_at,
       expires_at = excluded.expires_at, last_received_at = excluded.last_received_at,
       alert_state = excluded.alert_state, due_at = excluded.due_at`,
    [recordset(rows)],
  )
}

/** Alerts that may have expired, or whose held notifications may be due, locked; those of other processes are skipped. */
export const lockDueAlerts = (tx: Queryable, now: Date, limit: number): Promise<ReceivedAlertRow[]> =>
  tx.rows<ReceivedAlertRow>(
    `select * from received_alerts where due_at <= $1 order by due_at limit $2 for update skip locked`,
    [now, limit],
  )

export async function lockReceivedAlert(
  tx: Queryable,
  accountId: string,
  id: string,
): Promise<ReceivedAlertRow | null> {
  const rows = await tx.rows<ReceivedAlertRow>(
    `select * from received_alerts where account_id = $1 and id = $2 for update`,
    [accountId, id],
  )
  return rows[0] ?? null
}

/** Has the held notifications of an account looked at now: a silence of theirs may have ended. */
export const releaseReceivedAlerts = (tx: Queryable, accountId: string, now: Date): Promise<unknown> =>
  tx.rows(
    `update received_alerts set due_at = $2 where account_id = $1 and due_at > $2
       and (alert_state -> 'hold' is not null or alert_state -> 'channels' is not null)`,
    [accountId, now],
  )

/** The ids of alerts of a source that fire. */
export async function listFiringIds(tx: Queryable, accountId: string, sourceId: string): Promise<readonly string[]> {
  const rows = await tx.rows<{ id: string }>(
    `select id from received_alerts where account_id = $1 and source_id = $2 and ended_at is null order by id`,
    [accountId, sourceId],
  )
  return rows.map(({ id }) => id)
}

export interface ReceivedAlertFilter {
  readonly accountId: string
  readonly sourceId: string | null
  /** Null: both. */
  readonly isFiring: boolean | null
  /** Part of the name, a label or its value. */
  readonly search: string | null
}

const named = `select alert.*, source.name as source_name from received_alerts alert
  join alert_sources source on source.account_id = alert.account_id and source.id = alert.source_id`

/** The newest first; ids before `beforeId` only. */
export const listReceivedAlerts = (
  db: Queryable,
  { accountId, sourceId, isFiring, search }: ReceivedAlertFilter,
  { beforeId, limit }: { readonly beforeId: string | null; readonly limit: number },
): Promise<NamedReceivedAlert[]> =>
  db.rows<NamedReceivedAlert>(
    `${named} where alert.account_id = $1 and ($2::uuid is null or alert.source_id = $2)
       and ($3::boolean is null or (alert.ended_at is null) = $3) and ($4::uuid is null or alert.id < $4)
       and ($5::text is null or position(folded($5) in folded(alert.name || ' ' || alert.labels::text)) > 0)
     order by alert.id desc limit $6`,
    [accountId, sourceId, isFiring, beforeId, search, limit],
  )

export async function findReceivedAlert(
  db: Queryable,
  accountId: string,
  id: string,
): Promise<NamedReceivedAlert | null> {
  const rows = await db.rows<NamedReceivedAlert>(`${named} where alert.account_id = $1 and alert.id = $2`, [
    accountId,
    id,
  ])
  return rows[0] ?? null
}

/** Deletes alerts that were over before a time. Returns whether there may be more. */
export const deleteOldReceivedAlerts = (db: Queryable, before: Date, limit: number): Promise<boolean> =>
  findsAny(
    db,
    `delete from received_alerts where (account_id, id) in (
       select account_id, id from received_alerts where ended_at < $1 limit $2) returning id`,
    [before, limit],
  )

/** The services of status pages with these names in an account, whatever their case, by the given name. */
export async function findServicesByName(
  tx: Queryable,
  accountId: string,
  names: readonly string[],
): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const rows = await tx.rows<{ id: string; given: string }>(
    `select distinct on (given) service.id, given from unnest($2::text[]) as given
     join status_page_services service on service.account_id = $1 and folded(service.name) = folded(given)
     order by given, service.id`,
    [accountId, names],
  )
  return new Map(rows.map(({ given, id }) => [given, id]))
}
