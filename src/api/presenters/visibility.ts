import { allows } from '#contract'
import type { EnvironmentVariable, KeyValuePair, Role } from '#contract'
import { redactionMark } from '#redaction'

/** The reader's rights: locked values are returned to roles that may write. */
export interface Viewer {
  readonly role: Role
  /** Without a trailing slash. */
  readonly publicUrl: string
}

export const canReadLocked = ({ role }: Viewer): boolean => allows(role, 'write')

/** A value that only roles that may write can read. */
export const maskedText = (text: string, viewer: Viewer): string => (canReadLocked(viewer) ? text : redactionMark)

/** Headers or query parameters as a viewer may see them. */
export const maskedPairs = (pairs: readonly KeyValuePair[], viewer: Viewer): KeyValuePair[] =>
  pairs.map(({ key, value, locked }) => ({ key, value: locked ? maskedText(value, viewer) : value, locked }))

/** A variable as a viewer may read it; the value of a secret is never readable again. */
export const maskedVariable = ({ key, value, locked, secret }: EnvironmentVariable, viewer: Viewer) => ({
  key,
  value: secret ? null : locked ? maskedText(value, viewer) : value,
  locked,
  secret,
})

export const maskedVariables = (variables: readonly EnvironmentVariable[], viewer: Viewer) =>
  variables.map((variable) => maskedVariable(variable, viewer))

interface BasicAuth {
  readonly username: string
  readonly password: string
}

export const maskedBasicAuth = (
  auth: BasicAuth | null,
  viewer: Viewer,
): { username: string; password: string } | null =>
  auth && { username: auth.username, password: maskedText(auth.password, viewer) }
