import type { Analysis } from '#contract'

export type EvidenceLine = NonNullable<Analysis['evidence']>[number]

/** The sources of evidence lines. */
export const artifactTypes = [
  'check-result',
  'timings',
  'response',
  'assertion',
  'dns',
  'certificate',
  'check',
] as const
export type ArtifactType = (typeof artifactTypes)[number]

/** A sentence of an analysis with the names of what it was taken from. */
export const line = (description: string, type: ArtifactType, ...names: string[]): EvidenceLine => ({
  description,
  artifacts: names.map((name) => ({ name, type })),
})
