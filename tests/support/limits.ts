/** What a test or a hook may take on a machine that others keep busy: it ends what hangs. */
export const testLimitMs = 600_000

/** What is waited for ends a moment earlier, and says what was seen. */
export const waitLimitMs = 590_000
