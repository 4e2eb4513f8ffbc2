import type { EnvironmentVariable, KeyValuePair } from '#contract'
import { redactionMark } from '#redaction'

/** Headers or query parameters without the values that are locked. */
export const maskedPairs = (pairs: readonly KeyValuePair[]) =>
  pairs.map(({ key, value, locked }) => ({ key, value: locked ? redactionMark : value, locked }))

/** Variables without the values that are locked or secret. */
export const maskedVariables = (variables: readonly EnvironmentVariable[]) =>
  variables.map(({ key, value, locked, secret }) => ({
    key,
    value: locked || secret ? redactionMark : value,
    locked,
    secret,
  }))

export const maskedBasicAuth = (auth: { readonly username: string; readonly password: string } | null) =>
  auth && { username: auth.username, password: redactionMark }
