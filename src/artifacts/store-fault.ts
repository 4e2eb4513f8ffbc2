import { Fault } from '#kernel'
import type { ArtifactProblem } from './artifact-health.ts'

/** The fault of a request whose content the store did not take. */
export const storeFault = (problem: ArtifactProblem): Fault =>
  new Fault(problem === 'full' ? 'STORAGE_FULL' : 'ARTIFACT_STORE_UNAVAILABLE')
