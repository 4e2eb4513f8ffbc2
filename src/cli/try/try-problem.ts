/** Why a test file cannot be tried, in a sentence. */
export class TryProblem extends Error {}
