import { Ajv } from 'ajv'
import type { ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { isWebUrlText, operations, webUrlFormat } from '#contract'
import type { OperationRow } from '#contract'
import type { UsedOperation } from '../api/operations.ts'

// Shortening the code of a validator takes longer than running it a few times.
const ajv = new Ajv({ discriminator: true, strict: false, allowUnionTypes: true, code: { optimize: false } })
addFormats.default(ajv)
ajv.addFormat(webUrlFormat, isWebUrlText)

/** By their schemas, because compiling one takes longer than most tests. */
const compiled = new WeakMap<TSchema, ValidateFunction>()

function validatorOf(schema: TSchema): ValidateFunction {
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate
}

export const rowOf = (id: UsedOperation): OperationRow => operations[id]

/** The part of a value that violates a schema of the contract; null when it is valid. */
function misfit(schema: TSchema | undefined, value: unknown): string | null {
  if (schema === undefined) return value === undefined ? null : 'nothing is expected here'
  const validate = validatorOf(schema)
  return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'it' })
}

/** Throws unless an answer is what the contract declares of an operation: a fake cannot promise another shape. */
export function requireAnswer(id: UsedOperation, body: unknown): void {
  const { success } = rowOf(id)
  const isText = success.contentType !== undefined
  const problem = isText ? (typeof body === 'string' ? null : 'it is a text') : misfit(success.schema, body)
  if (problem !== null) throw new Error(`${id} is not answered like this: ${problem}\n${JSON.stringify(body)}`)
}

/** The part of a body that the contract rejects; null when it is valid. */
export function bodyProblem(id: UsedOperation, body: unknown): string | null {
  const row = rowOf(id)
  if (row.upload) return body instanceof Blob ? null : 'a file is expected here'
  return body === undefined && row.bodyOptional ? null : misfit(row.body, body)
}
