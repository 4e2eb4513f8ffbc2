import type { ErrorObject } from 'ajv'
import { maxComparedBody } from '#contract'
import type { HttpAnswer, HttpRequest, RunTask, Verdict, VerdictReason } from '#contract'
import { writeReason } from '#contract/reasons'
import { CannotEvaluate } from '../cannot-evaluate.ts'
import { hiddenText } from '../hidden-text.ts'
import { httpJsonDocument } from '../json-document.ts'
import { WorkBudget } from '../work-budget.ts'
import { deviationMessage } from './deviation-message.ts'
import { dialectOf, validatorOf } from './schema-validators.ts'
import type { JsonSchema } from './schema-validators.ts'

const maxTold = 5

interface SchemaTask extends Pick<RunTask, 'secrets'> {
  readonly request: Pick<HttpRequest, 'responseSchema'>
}

/**
 * Degraded by a body that does not fit the schema of the check: the first five deviations, with their paths and without
 * values of the body. A schema can take long for a body: call it where it can be ended.
 */
export function responseSchemaReasons(answer: HttpAnswer, { request, secrets }: SchemaTask): VerdictReason[] {
  if (!request.responseSchema) return []
  try {
    const body = comparableBody(answer)
    const told = errorsOf(request.responseSchema.schema, body)
    const hidden = hiddenText(secrets)
    const messages = [...new Set(told.map((error) => deviationMessage(error, body, hidden)))]
    const more = messages.length - maxTold
    const rest = more > 0 ? [writeReason('DRIFT_MORE', { count: more })] : []
    return [...messages.slice(0, maxTold), ...rest].map(degradedBySchema)
  } catch (error) {
    const reason = error instanceof CannotEvaluate ? error.message : writeReason('DRIFT_SCHEMA_UNUSABLE')
    return [notCompared(reason)]
  }
}

const degradedBySchema = (message: string): VerdictReason => ({ kind: 'response-schema', outcome: 'degraded', message })

const notCompared = (reason: string): VerdictReason => degradedBySchema(writeReason('DRIFT_UNKNOWN', { reason }))

/** The verdict on everything else, degraded because comparing the body took too much. */
export const tooDearToCompare = (verdict: Verdict): Verdict => ({
  ...verdict,
  reasons: [...verdict.reasons, notCompared(writeReason('DRIFT_TOO_DEAR'))],
  outcome: verdict.outcome === 'passed' ? 'degraded' : verdict.outcome,
})

function comparableBody(answer: HttpAnswer): unknown {
  if (answer.body.length > maxComparedBody)
    throw new CannotEvaluate(writeReason('DRIFT_BODY_TOO_LARGE', { count: maxComparedBody }))
  // Numbers are compared as numbers, so that the document of assertions, which keeps their digits, only says what is wrong.
  httpJsonDocument(answer).read(new WorkBudget())
  return JSON.parse(answer.body)
}

/** Throws for a schema that the library cannot compile, or that refers to itself without end. */
function errorsOf(schema: JsonSchema, body: unknown): readonly ErrorObject[] {
  const dialect = dialectOf(schema)
  if (dialect === null || '$async' in schema) throw new CannotEvaluate(writeReason('DRIFT_SCHEMA_UNUSABLE'))
  const ajv = validatorOf(dialect, new WorkBudget(), { meta: false, validateSchema: false, verbose: true })
  const validate = ajv.compile(schema)
  return validate(body) ? [] : telling(validate.errors ?? [])
}

const alternatives = new Set(['anyOf', 'oneOf'])
const choices = new Set(['type', 'const', 'enum'])

/** Without what alternatives say one by one of the same value, and without `if`, whose deviations are told. */
function telling(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const last = new Map<string, number>()
  for (const [index, { keyword, instancePath }] of errors.entries())
    if (alternatives.has(keyword)) last.set(instancePath, index)
  return errors.filter(
    ({ keyword, instancePath }, index) =>
      keyword !== 'if' && !(choices.has(keyword) && index < (last.get(instancePath) ?? -1)),
  )
}
