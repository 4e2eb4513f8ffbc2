import path from 'node:path'
import type { SandboxEnd, SandboxedProcess } from '../sandbox.ts'
import type { PlaywrightJob, PlaywrightProgress, RunAttachment, RunResult } from './messages.ts'
import { readMessage } from './read-message.ts'
import { readRunFile } from './read-run-file.ts'

export interface RunLogLine {
  readonly at: number
  readonly level: 'info' | 'error'
  readonly text: string
}

export interface RunFile {
  readonly name: string
  readonly contentType: string
  readonly bytes: Uint8Array
}

export interface FollowedRun {
  /** Null when the process ended without one. */
  readonly result: RunResult | null
  readonly logs: readonly RunLogLine[]
  readonly end: SandboxEnd
  /** The attachments of the tests that could be read, in their order. */
  readonly files: readonly RunFile[]
  readonly lostFiles: readonly string[]
  /** The golden files after a run that updates them, named by their path among the files of the job. */
  readonly snapshots: readonly RunFile[]
}

/** Where a process writes the files of its job, in its work directory. */
const sourcesDirectory = 'sources'
const maxLogLines = 2000
const maxLogLength = 256 * 1024
const maxBytesOfRun = 150 * 1024 * 1024

export interface Following {
  readonly signal: AbortSignal
  /** Called during the run, as often as user code causes it. */
  readonly onProgress?: (progress: PlaywrightProgress) => void
}

/** Sends its job to a process, and collects what it says until it has ended. A signal that aborts ends the process tree. */
export async function followRun(
  process: SandboxedProcess,
  job: PlaywrightJob,
  { signal, onProgress = () => {} }: Following,
): Promise<FollowedRun> {
  const cancel = (): void => void process.stop()
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    process.send(job)
    const { result, logs } = await collect(process, onProgress)
    // After the result everything has been written; processes that still run are ended.
    const end = await (result === null ? process.ended : process.stop())
    return { result, logs, end, ...(await readFiles(process.directory, result)) }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

async function collect(
  process: SandboxedProcess,
  onProgress: (progress: PlaywrightProgress) => void,
): Promise<Pick<FollowedRun, 'result' | 'logs'>> {
  const logs: RunLogLine[] = []
  let length = 0
  for await (const sent of process.messages) {
    const message = readMessage(sent)
    if (message === null || 'ready' in message) continue
    if ('result' in message) return { result: message.result, logs }
    onProgress(message)
    if (!('log' in message) || logs.length >= maxLogLines || length > maxLogLength) continue
    length += message.log.text.length
    logs.push(message.log)
  }
  return { result: null, logs }
}

async function readFiles(
  directory: string,
  result: RunResult | null,
): Promise<Pick<FollowedRun, 'files' | 'lostFiles' | 'snapshots'>> {
  const files = await readEach(result?.tests.flatMap(({ attachments }) => attachments) ?? [], maxBytesOfRun, {
    read: (attachment, maxBytes) => bytesOf(directory, attachment, maxBytes),
    describe: (attachment) => ({ name: nameOf(attachment), contentType: attachment.contentType }),
  })
  const snapshots = await readEach(result?.snapshots ?? [], files.left, {
    read: (name, maxBytes) => readRunFile(path.join(directory, sourcesDirectory), name, maxBytes),
    describe: (name) => ({ name, contentType: 'application/octet-stream' }),
  })
  return { files: files.read, snapshots: snapshots.read, lostFiles: [...files.lost, ...snapshots.lost] }
}

interface Reading<F> {
  readonly read: (file: F, maxBytes: number) => Promise<Uint8Array | null>
  readonly describe: (file: F) => Pick<RunFile, 'name' | 'contentType'>
}

/** Those of the files that can be read and have no more bytes together than they may, and how many bytes are left. */
async function readEach<F>(files: readonly F[], maxBytes: number, { read, describe }: Reading<F>) {
  const found: RunFile[] = []
  const lost: string[] = []
  let left = maxBytes
  for (const file of files) {
    const bytes = await read(file, left)
    if (bytes === null) lost.push(describe(file).name)
    else found.push({ ...describe(file), bytes })
    left -= bytes?.byteLength ?? 0
  }
  return { read: found, lost, left }
}

const bytesOf = async (
  directory: string,
  { path, bodyBase64 }: RunAttachment,
  maxBytes: number,
): Promise<Uint8Array | null> =>
  path === undefined ? Buffer.from(bodyBase64 ?? '', 'base64') : readRunFile(directory, path, maxBytes)

/** With the extension of its file. */
function nameOf({ name, path }: RunAttachment): string {
  const [extension] = /\.[A-Za-z0-9]{1,8}$/.exec(path ?? '') ?? []
  return extension === undefined || name.endsWith(extension) ? name : `${name}${extension}`
}
