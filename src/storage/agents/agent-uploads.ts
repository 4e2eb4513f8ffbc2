import type { ArtifactKind } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { AgentUploadsTable } from '../generated/tables.ts'

export interface UploadPart {
  /** In hex. */
  readonly sha256: string
  readonly sizeBytes: number
}

export type AgentUploadRow = Narrowed<
  AgentUploadsTable,
  { readonly kind: ArtifactKind; readonly parts: readonly UploadPart[] }
>

export type NewAgentUpload = Omit<AgentUploadRow, 'receivedBytes' | 'parts' | 'finishedAt'>

/** Returns false when the run has `limit` uploads already. */
export async function insertAgentUpload(db: Queryable, upload: NewAgentUpload, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into agent_uploads (id, queue, agent_id, account_id, task_id, run_lease, name, kind, content_type,
       size_bytes, sha256, created_at)
     select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12
     where (select count(*) from agent_uploads where task_id = $5 and run_lease = $6) < $13`,
    [
      upload.id,
      upload.queue,
      upload.agentId,
      upload.accountId,
      upload.taskId,
      upload.runLease,
      upload.name,
      upload.kind,
      upload.contentType,
      upload.sizeBytes,
      upload.sha256,
      upload.createdAt,
      limit,
    ],
  )
  return rowCount > 0
}

/** An upload of an agent of this queue. */
export async function findAgentUpload(
  db: Queryable,
  key: { readonly queue: string; readonly agentId: string; readonly id: string },
): Promise<AgentUploadRow | null> {
  const rows = await db.rows<AgentUploadRow>(
    `select * from agent_uploads where queue = $1 and agent_id = $2 and id = $3`,
    [key.queue, key.agentId, key.id],
  )
  return rows[0] ?? null
}

/** Appends a part that begins at `offset`. Returns false when another part did so before. */
export async function addUploadPart(
  db: Queryable,
  id: string,
  part: UploadPart & { offset: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update agent_uploads set received_bytes = received_bytes + $3, parts = parts || $4::jsonb
     where id = $1 and received_bytes = $2 and finished_at is null`,
    [id, part.offset, part.sizeBytes, JSON.stringify([{ sha256: part.sha256, sizeBytes: part.sizeBytes }])],
  )
  return rowCount > 0
}

export const finishAgentUpload = (db: Queryable, id: string, finishedAt: Date): Promise<unknown> =>
  db.rows(`update agent_uploads set finished_at = $2 where id = $1`, [id, finishedAt])

/** The finished uploads of these leases. */
export const listFinishedUploads = (
  db: Queryable,
  leaseTokens: readonly string[],
  ids: readonly string[],
): Promise<AgentUploadRow[]> =>
  db.rows(
    `select * from agent_uploads
     where id = any($2::uuid[]) and run_lease = any($1::uuid[]) and finished_at is not null`,
    [leaseTokens, ids],
  )

/** Deletes uploads that began before that time; what they stored is kept if a result has it. Returns how many. */
export async function deleteOldUploads(db: Queryable, before: Date): Promise<number> {
  const { rowCount } = await db.query(`delete from agent_uploads where created_at < $1`, [before])
  return rowCount
}

/** The id of stored content of an account, by its hash and size. */
export async function findContentId(
  db: Queryable,
  content: UploadPart & { readonly accountId: string },
): Promise<string | null> {
  const rows = await db.rows<{ id: string }>(
    `select id from artifact_contents
     where account_id = $1 and sha256 = $2 and size_bytes = $3 and stored_at is not null and discarded_at is null`,
    [content.accountId, content.sha256, content.sizeBytes],
  )
  return rows[0]?.id ?? null
}
