import type { CheckInput } from '#management'

/** The body of a check as the API hands it on: fields that are left out have defaults, and tests state what matters. */
export const checkInput = (body: object): CheckInput => body as CheckInput
