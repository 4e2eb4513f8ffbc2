import { isScriptFailed } from '#contract'
import type { ArtifactKind, ObservedArtifact, ScriptAnswer } from '#contract'
import type { RunFile } from '#scripting'

const kinds: Readonly<Record<string, ArtifactKind>> = { trace: 'trace', screenshot: 'screenshot', video: 'video' }
/** Kept for failed runs, and for runs that somebody started to see them. */
const kindsOfFailures: ReadonlySet<ArtifactKind> = new Set(['trace', 'video'])

/** The files of a run that are kept, with a report of its tests. */
export function artifactsOf(
  answer: ScriptAnswer,
  files: readonly RunFile[],
  keepsFiles: boolean,
): readonly ObservedArtifact[] {
  const isKept = keepsFiles || isScriptFailed(answer)
  const named = files
    .map((file) => ({ ...file, kind: kindOf(file) }))
    .filter(({ kind }) => isKept || !kindsOfFailures.has(kind))
  const seen = new Map<string, number>()
  return [...named.map((file) => ({ ...file, name: numbered(file.name, seen) })), reportOf(answer)]
}

const kindOf = ({ name, contentType }: RunFile): ArtifactKind => {
  const [base = ''] = name.split('.')
  if (/-(?:expected|actual|diff)\b/.test(name)) return 'snapshot'
  return kinds[base] ?? (contentType.startsWith('image/') ? 'screenshot' : 'file')
}

/** Several tests have files of the same name. */
function numbered(name: string, seen: Map<string, number>): string {
  const count = (seen.get(name) ?? 0) + 1
  seen.set(name, count)
  return count === 1 ? name : name.replace(/(\.[^.]*)?$/, `-${count}$1`)
}

const reportOf = (answer: ScriptAnswer): ObservedArtifact => ({
  name: 'report.json',
  kind: 'report',
  contentType: 'application/json',
  bytes: Buffer.from(JSON.stringify(answer)),
})
