// Whether a value has the shape of a schema of the contract, and what to change if not. Takes values and schemas. Converts
// values in place, and returns the problem of each field.
export { nearName, similarName } from './near-names.ts'
export { faultOfProblems, missingBody } from './validation-problems.ts'
export type { Problem } from './validation-problems.ts'
export { smallBody, unknownNamesOf, validatorOf } from './validator.ts'
export type { UnknownNames, Validate } from './validator.ts'
