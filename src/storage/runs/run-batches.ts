import type { Queryable } from '../database/queryable.ts'

export interface NewRunBatch {
  readonly accountId: string
  readonly id: string
  /** How many members run at once, at least 1. */
  readonly concurrency: number
  /** In the order of their turns; the first `concurrency` of them run already. */
  readonly sessionIds: readonly string[]
}

export async function insertRunBatch(tx: Queryable, batch: NewRunBatch): Promise<void> {
  await tx.rows(`insert into run_batches (account_id, id, concurrency) values ($1, $2, $3)`, [
    batch.accountId,
    batch.id,
    batch.concurrency,
  ])
  await tx.rows(
    `insert into run_batch_members (batch_id, position, session_id, is_started)
     select $1, position, session_id, position <= $3
     from unnest($2::uuid[]) with ordinality as member (session_id, position)`,
    [batch.id, batch.sessionIds, batch.concurrency],
  )
}

/**
 * Takes members that are over out of their batches and gives their places to the next ones: the sessions whose turn it
 * is now. Batches without members go.
 */
export async function advanceRunBatches(
  tx: Queryable,
  endedSessionIds: readonly string[],
): Promise<{ accountId: string; sessionId: string }[]> {
  const touched = await tx.rows<{ batchId: string }>(
    `select distinct batch_id from run_batch_members where session_id = any($1::uuid[])`,
    [endedSessionIds],
  )
  if (touched.length === 0) return []
  const batchIds = touched.map((row) => row.batchId)
  await tx.rows(`select id from run_batches where id = any($1::uuid[]) order by id for update`, [batchIds])
  await tx.rows(`delete from run_batch_members where session_id = any($1::uuid[])`, [endedSessionIds])
  const next = await tx.rows<{ accountId: string; sessionId: string }>(
    `update run_batch_members as member set is_started = true
     from (
       select batch.account_id, waiting.batch_id, waiting.position
       from run_batches as batch
       cross join lateral (
         select batch_id, position from run_batch_members
         where batch_id = batch.id and not is_started
         order by position
         limit greatest(0, batch.concurrency
           - (select count(*) from run_batch_members where batch_id = batch.id and is_started))) as waiting
       where batch.id = any($1::uuid[])) as turn
     where member.batch_id = turn.batch_id and member.position = turn.position
     returning turn.account_id, member.session_id`,
    [batchIds],
  )
  await tx.rows(
    `delete from run_batches as batch where id = any($1::uuid[])
       and not exists (select from run_batch_members where batch_id = batch.id)`,
    [batchIds],
  )
  return next
}

/**
 * Members that hold a slot although their session has ended or was deleted, as deleting a check does. Sessions are looked
 * up one by one, because a join may be planned as a scan of all sessions.
 */
export async function overdueBatchMembers(db: Queryable): Promise<string[]> {
  const rows = await db.namedRows<{ sessionId: string }>(
    'overdue-batch-members',
    `select member.session_id from run_batch_members as member
     join run_batches as batch on batch.id = member.batch_id
     where member.is_started and coalesce((
       select stopped_at is not null from check_sessions as session
       where session.account_id = batch.account_id and session.id = member.session_id), true)`,
  )
  return rows.map((row) => row.sessionId)
}
