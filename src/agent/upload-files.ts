import { createHash } from 'node:crypto'
import { open, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { agentHeaders, agentPaths } from '#contract'
import type {
  AgentPolicy,
  AgentUploadFinished,
  AgentUploadState,
  ArtifactsStored,
  ObservedArtifact,
  RunLease,
  StoredArtifact,
} from '#contract'
import { Unavailable, backoffMs, backoffPolicies } from '#kernel'
import type { Clock } from '#kernel'
import { copyPrivately } from '#runner'
import { AgentCallRejected } from './agent-client.ts'
import type { AgentCall } from './agent-client.ts'

export interface UploadTools {
  readonly send: <Answer>(call: AgentCall) => Promise<Answer>
  readonly clock: Clock
  readonly policy: () => Pick<AgentPolicy, 'partBytes'>
}

/** A part that does not arrive is sent this often; the server may restart meanwhile. */
const maxTries = 8

/** Uploads the files of a run, one after the other. An interrupted upload continues where the server says. */
export async function storeFiles(
  tools: UploadTools,
  lease: RunLease,
  artifacts: readonly ObservedArtifact[],
): Promise<ArtifactsStored> {
  const stored: StoredArtifact[] = []
  const problems: string[] = []
  for (const artifact of artifacts) {
    const result = await storeFile(tools, lease, artifact).catch((error: unknown) => ({ problem: problemOf(error) }))
    const { goldenPath } = artifact
    if ('artifact' in result) stored.push({ ...result.artifact, ...(goldenPath !== undefined && { goldenPath }) })
    else problems.push(`The file ${artifact.name} was not kept: ${result.problem}`)
  }
  return { stored, problems }
}

function problemOf(error: unknown): string {
  if (error instanceof AgentCallRejected && error.code === 'AGENT_RUN_NOT_FOUND')
    return 'the lease of its run has ended.'
  if (error instanceof AgentCallRejected) return problemIn(error)
  return error instanceof Unavailable ? 'the server could not be reached.' : 'it could not be read.'
}

function problemIn({ attributes: { problem }, message }: AgentCallRejected): string {
  return typeof problem === 'string' ? problem : message
}

async function storeFile(
  tools: UploadTools,
  lease: RunLease,
  artifact: ObservedArtifact,
): Promise<AgentUploadFinished> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-upload-'))
  try {
    const path = join(directory, 'file')
    if (artifact.bytes instanceof Uint8Array) await writeFile(path, artifact.bytes, { mode: 0o600 })
    else await copyPrivately(artifact.bytes, path)
    const file = await open(path, 'r')
    try {
      return await upload(tools, lease, artifact, file)
    } finally {
      await file.close()
    }
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

async function upload(
  tools: UploadTools,
  lease: RunLease,
  { name, kind, contentType }: ObservedArtifact,
  file: FileHandle,
): Promise<AgentUploadFinished> {
  const { size: sizeBytes } = await file.stat()
  const body = { ...lease, name, kind, contentType, sizeBytes, sha256: await hashOf(file) }
  const repeat = <T>(work: () => Promise<T>): Promise<T> => repeated(tools.clock, work)
  const { uploadId } = await repeat(() => tools.send<AgentUploadState>({ path: agentPaths.uploads, body }))
  const path = agentPaths.upload.replace(':uploadId', uploadId)
  for (let offset = 0; offset < sizeBytes;) offset = await repeat(() => sendPart(tools, path, { file, offset }))
  const finish = agentPaths.finishUpload.replace(':uploadId', uploadId)
  return repeat(() => tools.send<AgentUploadFinished>({ path: finish, body: {} }))
}

/** Sends the bytes from an offset on; answers where the next part begins. */
async function sendPart(
  { send, policy }: UploadTools,
  path: string,
  { file, offset }: { readonly file: FileHandle; readonly offset: number },
): Promise<number> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(policy().partBytes), 0, policy().partBytes, offset)
  const headers = { [agentHeaders.offset]: String(offset) }
  const body = new Uint8Array(buffer.buffer, buffer.byteOffset, bytesRead)
  try {
    return (await send<AgentUploadState>({ method: 'PUT', path, body, headers })).offset
  } catch (error) {
    // The part before arrived, but its answer did not.
    if (error instanceof AgentCallRejected && error.code === 'AGENT_UPLOAD_OFFSET_WRONG')
      return Number(error.attributes['offset'])
    throw error
  }
}

async function repeated<T>(clock: Clock, work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || tries >= maxTries) throw error
      await clock.sleep(backoffMs(backoffPolicies.internal, tries))
    }
  }
}

async function hashOf(file: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of file.createReadStream({ start: 0, autoClose: false })) hash.update(chunk)
  return hash.digest('hex')
}
