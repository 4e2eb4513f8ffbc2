import { Ajv } from 'ajv'
import type { ErrorObject, Options, ValidateFunction } from 'ajv'
import addFormats from 'ajv-formats'
import type { TSchema } from 'typebox'
import { fieldsOfSchema, isWebUrlText, operations, webUrlFormat } from '#contract'
import type { OperationRow } from '#contract'
import { knownNames, nearNamesKeyword, rejectUnknownNames } from './near-names.ts'
import type { Names } from './near-names.ts'
import { emptyWhenNull, withNullLists } from './null-lists.ts'
import { problemsOf } from './validation-problems.ts'
import type { Problem } from './validation-problems.ts'

/**
 * Validates a value and converts it to the shape of its schema, in place. Returns at most `problemsMax` problems, or
 * undefined.
 */
export type Validate = (value: unknown, isSmall: boolean) => readonly Problem[] | undefined

/** Bodies up to this many characters are validated completely, larger ones up to the first mistake. */
export const smallBody = 64 * 1024

const shared: Options = {
  discriminator: true,
  strict: false,
  allowUnionTypes: true,
  // Fields that no schema names are removed, so that no later layer can store them.
  removeAdditional: 'all',
  // The violated rule is part of the error and provides the text of the message.
  verbose: true,
  // Optimising the generated code takes a third of the time to compile it, and requests are validated as fast without.
  code: { optimize: false },
}
const parts: { readonly [P in RequestPart]: Options } = {
  params: { ...shared, coerceTypes: true },
  query: { ...shared, coerceTypes: true, useDefaults: true },
  body: shared,
}

export type RequestPart = 'params' | 'query' | 'body'

let names: ReturnType<typeof knownNames> | undefined

/** Paths have no separate names. */
const isNoMistakeIn =
  (part: RequestPart) =>
  (name: string): boolean => {
    names ??= knownNames(Object.values(operations))
    return part === 'params' || names[part].has(name)
  }

interface Compilers {
  readonly first: Ajv
  readonly all: Ajv
}

const createAjv = (options: Options, part: RequestPart): Ajv => {
  const ajv = new Ajv(options)
  ajv.addKeyword(rejectUnknownNames(isNoMistakeIn(part)))
  addFormats.default(ajv)
  ajv.addFormat(webUrlFormat, isWebUrlText)
  ajv.addKeyword(emptyWhenNull)
  return ajv
}

const compilers = new Map<RequestPart, Compilers>()

/** One compiler pair per part of a request, created when the first schema of its part is compiled. */
function compilersOf(part: RequestPart): Compilers {
  const known = compilers.get(part)
  if (known) return known
  const made = { first: createAjv(parts[part], part), all: createAjv({ ...parts[part], allErrors: true }, part) }
  compilers.set(part, made)
  return made
}

/** Names beyond those of a schema that a part of a request may have; the others are rejected. */
interface TakenNames {
  readonly anywhere: readonly string[]
  readonly atTop: readonly string[]
}
/** Ignored: all names are taken but likely misspellings. */
export type UnknownNames = 'ignored' | TakenNames

/** A resource may be changed and sent back as it was read, so an update takes the names of its answer too. */
export function unknownNamesOf({ method, ignoresUnknown, alsoSent = [], success }: OperationRow): UnknownNames {
  if (ignoresUnknown) return 'ignored'
  const isUpdate = method === 'PUT' || method === 'PATCH'
  return { anywhere: alsoSent, atTop: isUpdate && success.schema ? Object.keys(fieldsOfSchema(success.schema)) : [] }
}

const validators = new Map<string, WeakMap<TSchema, Validate>>()

/** The validator of a schema: one for the whole process, because compiling takes longer than most requests. */
export function validatorOf(part: RequestPart, schema: TSchema, unknown: UnknownNames = 'ignored'): Validate {
  const kind = `${part} ${JSON.stringify(unknown)}`
  const ofKind = validators.get(kind) ?? new WeakMap<TSchema, Validate>()
  validators.set(kind, ofKind)
  const made = ofKind.get(schema) ?? lazyValidator(part, schema, unknown)
  ofKind.set(schema, made)
  return made
}

/**
 * Compiles on first use. The first pass stops at the first mistake; only a small value is validated again for all of
 * them, because a large one could have millions.
 */
function lazyValidator(part: RequestPart, declared: TSchema, unknown: UnknownNames): Validate {
  let schema: TSchema = declared
  let first: ValidateFunction | undefined
  let all: ValidateFunction | undefined
  return (value, isSmall) => {
    if (!first) {
      schema = prepare(declared, unknown)
      first = compilersOf(part).first.compile(schema)
    }
    if (first(value)) return undefined
    const found: ErrorObject[] = first.errors ?? []
    if (!isSmall) return problemsOf(found)
    all ??= compilersOf(part).all.compile(schema)
    all(value)
    return problemsOf(all.errors ?? found)
  }
}

/**
 * The same schema, in which null empties a list, unknown names are rejected, and objects with free-form content keep
 * their fields: removing unknown fields spares only those that a pattern matches, whatever `additionalProperties` says.
 */
const prepare = (schema: TSchema, unknown: UnknownNames): TSchema => walk(schema, unknown) as TSchema

function walk(node: unknown, unknown: UnknownNames, isTop = true): unknown {
  if (Array.isArray(node)) return node.map((item) => walk(item, unknown, isTop))
  if (node === null || typeof node !== 'object') return node
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(node).map(([name, part]) => [name, walk(part, unknown, isTop && name === 'oneOf')]),
  )
  const lenient = withNullLists(copy)
  if (copy['additionalProperties'] === true) return { ...lenient, patternProperties: { '': {} } }
  const { properties } = copy
  const isObject = properties !== null && typeof properties === 'object' && 'type' in copy
  return isObject ? { ...lenient, [nearNamesKeyword]: namesOf(properties, unknown, isTop) } : lenient
}

function namesOf(properties: object, unknown: UnknownNames, isTop: boolean): Names {
  const known = Object.keys(properties)
  if (unknown === 'ignored') return { known, isStrict: false, ignored: [] }
  return { known, isStrict: true, ignored: isTop ? [...unknown.anywhere, ...unknown.atTop] : unknown.anywhere }
}
