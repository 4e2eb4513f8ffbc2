import type { ArtifactKind, ObservedArtifact } from '#contract'
import type { EndedSuite } from '#scripting'

type KeptFile = EndedSuite['files'][number]

/** The files of a suite as artifacts: the report, and what its tests attached. */
export const artifactsOf = (files: readonly KeptFile[]): ObservedArtifact[] =>
  files.map((file) => ({
    name: file.name,
    kind: kindOf(file),
    contentType: file.contentType,
    bytes: { path: file.path },
  }))

/** Comparisons of images attach what they compared. */
const kindOf = ({ name, kind }: KeptFile): ArtifactKind =>
  kind === 'screenshot' && /-(?:expected|actual|diff)\.\w+$/.test(name) ? 'snapshot' : kind
