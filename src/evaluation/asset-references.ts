import { assetReference } from '#contract'
import type { ArtifactKind, Observation } from '#contract'

/** References to the stored files of a run for its detail, which become links when the result is read. */
export const assetReferences = (
  { storedArtifacts = [] }: Pick<Observation, 'storedArtifacts'>,
  kind?: ArtifactKind,
): string[] => storedArtifacts.filter((artifact) => kind === undefined || artifact.kind === kind).map(assetReference)

/** The fields that the results of several check types have; null without files. */
export function assetFields(observation: Pick<Observation, 'storedArtifacts'>): {
  readonly jobAssets: readonly string[] | null
  readonly pcapDataUrl: string | null
} {
  const all = assetReferences(observation)
  return {
    jobAssets: all.length === 0 ? null : all,
    pcapDataUrl: assetReferences(observation, 'pcap')[0] ?? null,
  }
}
