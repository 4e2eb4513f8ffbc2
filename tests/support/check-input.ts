import type { CheckInput } from '#management'

/** The validated body of a check: omitted fields have defaults, and tests state what matters. */
export const checkInput = (body: object): CheckInput => body as CheckInput
