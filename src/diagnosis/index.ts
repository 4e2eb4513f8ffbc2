// Groups failures and finds their most likely cause. Input: error messages and evidence (plain data).
// Output: cleaned messages, hashes, analyses by rules and strings without credentials. Pure.
export { cleanErrorMessage } from './clean-error-message.ts'
export { diagnose, rulesAuthor } from './diagnose.ts'
export { errorHash } from './error-hash.ts'
export type { Evidence, FailedAssertion, RunEvidence } from './evidence.ts'
export { artifactTypes } from './evidence-line.ts'
export type { ArtifactType } from './evidence-line.ts'
export { runEvidenceOf, targetOfRun } from './read-run.ts'
export type { StoredRun } from './read-run.ts'
export { targetOfRequest } from './read-target.ts'
export { answerOfRun, reasonsOfRun, displayedTarget, displayedTargetOfRun } from './displayed-run.ts'
export { scrubText } from './scrub-text.ts'
export { classifications } from './rules/rule.ts'
