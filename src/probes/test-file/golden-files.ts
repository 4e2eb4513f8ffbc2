import { goldenPathProblem, isScriptFailed, maxGoldenBytesOfCheck, maxGoldenFileBytes } from '#contract'
import type { ObservedArtifact, ScriptAnswer, TaskCode } from '#contract'
import type { RunFile } from '#scripting'
import type { ProbeTools } from '../probe.ts'
import { pathOf } from './job-of.ts'

type Note = (msg: string) => void

/** The golden files of a task in base64 by path. What no longer exists is missing, with a note. Rejects when they cannot be read. */
export async function readGoldenFiles(
  { snapshots = [] }: TaskCode,
  { readGoldenFile }: Pick<ProbeTools, 'readGoldenFile'>,
  note: Note,
): Promise<Record<string, string>> {
  const files: [string, string][] = []
  for (const { key, path } of snapshots) {
    const bytes = goldenPathProblem(path) === null ? ((await readGoldenFile?.(key)) ?? null) : null
    if (bytes === null) note(`The golden file ${path} does not exist any more.`)
    else files.push([pathOf(path), Buffer.from(bytes).toString('base64')])
  }
  return Object.fromEntries(files)
}

/** The golden files that a run wrote, which become those of its check; none when it failed or they are too large. */
export function goldenArtifactsOf(answer: ScriptAnswer, files: readonly RunFile[], note: Note): ObservedArtifact[] {
  if (files.length === 0) return []
  const problem = isScriptFailed(answer) ? 'the run failed.' : sizeProblem(files)
  if (problem !== null) {
    note(`The golden files of the check were not updated: ${problem}`)
    return []
  }
  return files.map(({ name, contentType, bytes }) => ({
    name,
    kind: 'snapshot',
    contentType,
    bytes,
    goldenPath: name,
  }))
}

const megabytes = (bytes: number): number => bytes / 1024 ** 2
const maxFiles = 100

function sizeProblem(files: readonly RunFile[]): string | null {
  const large = files.find(({ bytes }) => bytes.byteLength > maxGoldenFileBytes)
  if (large) return `${large.name} has more than ${megabytes(maxGoldenFileBytes)} MB.`
  const wrong = files.find(({ name }) => goldenPathProblem(name) !== null)
  if (wrong) return `the path ${JSON.stringify(wrong.name.slice(0, 100))} cannot be used.`
  if (files.length > maxFiles) return `the run wrote more than ${maxFiles} files.`
  const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0)
  return bytes > maxGoldenBytesOfCheck ? `they have more than ${megabytes(maxGoldenBytesOfCheck)} MB together.` : null
}
