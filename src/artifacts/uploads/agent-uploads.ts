import { Readable } from 'node:stream'
import { maxArtifactsOfRun } from '#contract'
import type { AgentUpload, AgentUploadFinished, AgentUploadState, StoredArtifact } from '#contract'
import { Fault, hourMs, timeOrderedId } from '#kernel'
import {
  addUploadPart,
  deleteOldUploads,
  findAgentUpload,
  findContentId,
  finishAgentUpload,
  insertAgentUpload,
  listFinishedUploads,
} from '#storage/agents'
import type { AgentUploadRow, UploadPart } from '#storage/agents'
import type { ArtifactProblem } from '../artifact-health.ts'
import type { ArtifactTools } from '../artifact-tools.ts'
import { safeContentType } from '../safe-content-type.ts'
import { safeNames } from '../safe-names.ts'
import { pinMs, storeContent } from '../store-content.ts'
import { storeFault } from '../store-fault.ts'

/** Which agent uploads: that of another agent or another location does not exist for it. */
export interface Uploader {
  readonly queue: string
  readonly agentId: string
}

/** Begins an upload of a run that the agent holds. Throws AGENT_UPLOADS_FULL. */
export async function beginUpload(
  { store, clock }: ArtifactTools,
  uploader: Uploader,
  upload: AgentUpload & { readonly accountId: string },
): Promise<AgentUploadState> {
  const nowMs = clock.now()
  const id = timeOrderedId(nowMs)
  const row = { ...upload, ...uploader, id, runLease: upload.leaseToken, createdAt: new Date(nowMs) }
  if (!(await insertAgentUpload(store.db, row, maxArtifactsOfRun)))
    throw new Fault('AGENT_UPLOADS_FULL', { values: { most: maxArtifactsOfRun } })
  return { uploadId: id, offset: 0 }
}

/** Throws AGENT_UPLOAD_NOT_FOUND. */
export async function uploadState(tools: ArtifactTools, uploader: Uploader, id: string): Promise<AgentUploadState> {
  const { receivedBytes } = await findUpload(tools, uploader, id)
  return { uploadId: id, offset: receivedBytes }
}

/**
 * Stores the bytes that begin at `offset`. Throws AGENT_UPLOAD_NOT_FOUND, AGENT_UPLOAD_OFFSET_WRONG, with the offset that
 * is expected, and AGENT_UPLOAD_PART_INVALID.
 */
export async function appendToUpload(
  tools: ArtifactTools,
  uploader: Uploader,
  part: { readonly id: string; readonly offset: number; readonly bytes: Uint8Array },
): Promise<AgentUploadState> {
  const { id, offset, bytes } = part
  const upload = await findUpload(tools, uploader, id)
  assertOffset(upload, offset)
  if (bytes.length === 0 || offset + bytes.length > upload.sizeBytes)
    throw new Fault('AGENT_UPLOAD_PART_INVALID', { values: { left: upload.sizeBytes - offset } })
  const stored = await storeContent(tools, upload.accountId, bytes)
  if ('problem' in stored) throw notKept(stored)
  if (!(await addUploadPart(tools.store.db, id, { ...stored, offset })))
    assertOffset(await findUpload(tools, uploader, id), offset)
  return { uploadId: id, offset: offset + bytes.length }
}

const notKept = ({ problem, storeProblem }: { problem: string; storeProblem?: ArtifactProblem }): Fault =>
  storeProblem
    ? storeFault(storeProblem)
    : new Fault('AGENT_UPLOAD_NOT_KEPT', { values: { problem }, attributes: { problem } })

function assertOffset({ receivedBytes }: AgentUploadRow, offset: number): void {
  if (receivedBytes === offset) return
  const values = { offset: receivedBytes }
  throw new Fault('AGENT_UPLOAD_OFFSET_WRONG', { values, attributes: values })
}

/** Makes the parts one file, which the report of the run may name. Calling it again answers the same. */
export async function finishUpload(tools: ArtifactTools, uploader: Uploader, id: string): Promise<AgentUploadFinished> {
  const upload = await findUpload(tools, uploader, id)
  if (upload.finishedAt !== null) return { artifact: artifactOf(upload) }
  assertOffset(upload, upload.sizeBytes)
  const [first] = upload.parts
  const isOnePart = upload.parts.length === 1 && first?.sha256 === upload.sha256
  const stored = isOnePart ? first : await storeContent(tools, upload.accountId, { stream: bytesOf(tools, upload) })
  if ('problem' in stored) {
    if ('storeProblem' in stored) throw notKept(stored)
    return { problem: stored.problem }
  }
  if (stored.sha256 !== upload.sha256) return { problem: 'its bytes do not have the hash that the agent computed.' }
  await finishAgentUpload(tools.store.db, id, new Date(tools.clock.now()))
  return { artifact: artifactOf(upload) }
}

async function* bytesOf(tools: ArtifactTools, upload: AgentUploadRow): AsyncGenerator<Uint8Array> {
  for (const part of upload.parts) yield* await openPart(tools, upload.accountId, part)
}

async function openPart({ store, blobs }: ArtifactTools, accountId: string, part: UploadPart): Promise<Readable> {
  const id = await findContentId(store.db, { ...part, accountId })
  const stream = id === null ? null : await blobs.get({ accountId, id })
  if (stream === null) throw new Fault('ARTIFACT_STORE_UNAVAILABLE')
  return stream
}

async function findUpload({ store }: ArtifactTools, uploader: Uploader, id: string): Promise<AgentUploadRow> {
  const upload = await findAgentUpload(store.db, { ...uploader, id })
  if (upload === null) throw new Fault('AGENT_UPLOAD_NOT_FOUND')
  return upload
}

/** The files of finished uploads, by the lease token of their run. Names are unique within a run. */
export async function uploadedFiles(
  { store }: ArtifactTools,
  leases: readonly { readonly leaseToken: string; readonly taskId: string; readonly uploadIds: readonly string[] }[],
): Promise<ReadonlyMap<string, readonly StoredArtifact[]>> {
  const ids = leases.flatMap(({ uploadIds }) => uploadIds)
  if (ids.length === 0) return new Map()
  const tokens = leases.map(({ leaseToken }) => leaseToken)
  const rows = new Map((await listFinishedUploads(store.db, tokens, ids)).map((row) => [row.id, row]))
  return new Map(
    leases.map(({ taskId, uploadIds }) => {
      const own = uploadIds.flatMap((id) => rows.get(id) ?? []).filter((row) => row.taskId === taskId)
      const names = safeNames(own.map(({ name }) => name))
      return [taskId, own.map((row, index) => ({ ...artifactOf(row), name: names[index] ?? row.name }))]
    }),
  )
}

const artifactOf = (row: AgentUploadRow): StoredArtifact => ({
  id: row.id,
  name: safeNames([row.name])[0] ?? row.name,
  kind: row.kind,
  contentType: safeContentType(row.contentType),
  sizeBytes: row.sizeBytes,
  sha256: row.sha256,
})

/** Deletes uploads that no report can name any more; their content is deleted unless a result has it. */
export const sweepUploads = ({ store, clock }: Pick<ArtifactTools, 'store' | 'clock'>): Promise<number> =>
  deleteOldUploads(store.db, new Date(clock.now() - pinMs - hourMs))
