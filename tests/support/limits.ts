/** The time limit of a test or hook on a busy machine: it ends tests that hang. */
export const testLimitMs = 600_000

/** Waits end slightly earlier, and report what was seen. */
export const waitLimitMs = 590_000
