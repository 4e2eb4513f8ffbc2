// What failures have in common and what most likely caused them. Error messages and evidence (plain data) come in.
// Cleaned messages, hashes, analyses by rules and texts without credentials go out. Pure.
export { cleanErrorMessage } from './clean-error-message.ts'
export { diagnose, rulesAuthor } from './diagnose.ts'
export { errorHash } from './error-hash.ts'
export type { Evidence, FailedAssertion, RunEvidence } from './evidence.ts'
export { artifactTypes } from './evidence-line.ts'
export type { ArtifactType } from './evidence-line.ts'
export { runEvidenceOf, targetOfRun } from './read-run.ts'
export type { StoredRun } from './read-run.ts'
export { targetOfRequest } from './read-target.ts'
export { answerOfRun, reasonsOfRun, shownTarget, shownTargetOfRun } from './shown-run.ts'
export { scrubText } from './scrub-text.ts'
export { classifications } from './rules/rule.ts'
