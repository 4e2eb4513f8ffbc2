import type { ValidateBody } from '#deployments'
import { validatorOf } from '#validation'

/** Names that a schema does not have are rejected at any depth: code says what it means. */
const noOtherNames = { anywhere: [], atTop: [] }

/** Validates the body that a resource of a deployment becomes, as the routes validate theirs. */
export const validatePayload: ValidateBody = (schema, body) =>
  (validatorOf('body', schema, noOtherNames)(body, true) ?? []).map(({ path, message }) => ({ path, message }))
