import type { GivenRole } from '#contract'
import { texts } from '../../strings/index.ts'

/** The roles that members, invites and keys can be given, from the lowest on. */
export const givenRoles = ['READ_ONLY', 'READ_RUN', 'READ_WRITE', 'ADMIN'] as const satisfies readonly GivenRole[]

export const roleOptions = givenRoles.map((value) => ({ value, label: texts.common.roles[value] }))
