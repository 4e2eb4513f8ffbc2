import type { CheckInput } from '#management'

/** The validated body of a check: omitted fields have their defaults, so that tests state only what matters. */
export const checkInput = (body: object): CheckInput => body as CheckInput
