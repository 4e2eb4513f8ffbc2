import { FunctionExpressionType, JSONPathEnvironment, jsonpath, Nothing } from 'json-p3'
import type { JSONPathQuery } from 'json-p3'
import type { RE2JS } from 're2js'
import { writeReason } from '#contract/reasons'
import { CannotEvaluate } from './cannot-evaluate.ts'
import { chargeQuery } from './charged-selector.ts'
import { childCount, isNumber } from './json-value.ts'
import type { JsonDocument } from './json-document.ts'
import { compilePattern, isMatch } from './pattern.ts'
import { standardPath } from './standard-path.ts'
import type { WorkBudget } from './work-budget.ts'

const maxDepth = 100
const maxValues = 100_000
const compiledCharactersPerUnit = 2
type JsonValue = Parameters<JSONPathEnvironment['query']>[1]
type Filter = ReturnType<JSONPathEnvironment['functionRegister']['get']> & object

/** JSONPath with linear-time `match` and `search`, in which every step is charged to a work budget. */
class BoundedEnvironment extends JSONPathEnvironment {
  readonly work: WorkBudget
  readonly #patterns = new Map<string, RE2JS>()

  constructor(work: WorkBudget) {
    super({ maxRecursionDepth: maxDepth })
    this.work = work
    this.functionRegister.set('match', this.#patternFunction(true))
    this.functionRegister.set('search', this.#patternFunction(false))
    const length = new jsonpath.functions.Length()
    const chargedLength = (value: Parameters<typeof length.call>[0]): unknown => {
      this.work.spend(childCount(value))
      return isNumber(value) ? Nothing : length.call(value)
    }
    this.functionRegister.set(
      'length',
      functionRow([FunctionExpressionType.ValueType], length.returnType, chargedLength),
    )
  }

  override checkWellTypedness(
    ...[token, args]: Parameters<JSONPathEnvironment['checkWellTypedness']>
  ): ReturnType<JSONPathEnvironment['checkWellTypedness']> {
    const pattern = args[1]
    const takesPattern = token.value === 'match' || token.value === 'search'
    if (takesPattern && pattern instanceof jsonpath.expressions.StringLiteral) this.#patternOf(pattern.value)
    return super.checkWellTypedness(token, args)
  }

  #patternFunction(entire: boolean): Filter {
    const types = [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType]
    return functionRow(types, FunctionExpressionType.LogicalType, (text: unknown, source: unknown) => {
      this.work.spend(1)
      if (typeof text !== 'string' || typeof source !== 'string') return false
      return isMatch(this.#patternOf(source), text, entire, this.work)
    })
  }

  #patternOf(source: string): RE2JS {
    const known = this.#patterns.get(source)
    if (known) return known
    const pattern = compilePattern(source, this.work)
    this.#patterns.set(source, pattern)
    return pattern
  }
}

const functionRow = (argTypes: FunctionExpressionType[], returnType: FunctionExpressionType, call: Filter['call']) => ({
  argTypes,
  returnType,
  call,
})

/**
 * Compiles a JSONPath (RFC 9535, plus a trailing `.length`, paths without `$` and the spellings of `standardPath`).
 * Throws CannotEvaluate for an invalid path.
 */
export function compilePath(property: string, work: WorkBudget): JSONPathQuery {
  const path = rooted(property.trim())
  work.spend(path.length / compiledCharactersPerUnit)
  try {
    const query = new BoundedEnvironment(work).compile(standardPath(path))
    chargeQuery(query, work)
    return query
  } catch (error) {
    if (error instanceof CannotEvaluate) throw error
    const detail = error instanceof Error ? withoutQuotes(error.message) : 'unknown mistake'
    throw new CannotEvaluate(writeReason('JSON_PATH_INVALID', { text: path, detail }))
  }
}

/** A path without a root is prefixed with it: `code` is `$.code`, `[0]` is `$[0]`. */
const rooted = (path: string): string => (path.startsWith('$') ? path : /^[.[]/.test(path) ? `$${path}` : `$.${path}`)

/** The library quotes parts of the path. A part of a secret would not be recognised, so only the position is kept. */
const withoutQuotes = (message: string): string =>
  message
    .replace(/ \('.*':(\d+)\)$/s, ' at position $1')
    .replace(/, found '.*'/s, '')
    .replace(/token '.*?'(?= |$)/s, 'token')

/** Every value the path finds in a JSON document. An empty property means the entire document. */
export function queryDocument(document: JsonDocument, property: string, work: WorkBudget): unknown[] {
  const root = document.read(work)
  if (property.trim() === '') return [root]
  const found: unknown[] = []
  for (const node of compilePath(property, work).lazyQuery(jsonValue(root))) {
    if (found.length === maxValues) {
      throw new CannotEvaluate(writeReason('JSON_PATH_FINDS_TOO_MUCH', { count: maxValues }))
    }
    found.push(document.comparable?.(node.value, node.location) ?? node.value)
  }
  return found
}

/** The caller guarantees a value that JSON can represent. */
const jsonValue = (document: unknown): JsonValue => document as JsonValue
