import {
  checkUpdateRules,
  discriminatorOf,
  fieldsOfSchema,
  isFields,
  acceptsNull,
  mergePatch,
  operations,
  partialSchema,
  updateOfPatch,
  updateRules,
  valuesOfOmittedFields,
} from '#contract'
import type { Completion, OperationRow, Stored, UpdateRule } from '#contract'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { faultOfProblems, smallBody, unknownNamesOf, validatorOf } from '#validation'
import type { UnknownNames, Validate } from '#validation'

type Body = Readonly<Record<string, unknown>>

/** Converts the validated body of an update to the input of its verb. */
export type ReadUpdate = (body: Body, request: FastifyRequest) => Body | Completion<Body>

/** One for each schema of a process, as its validator. */
const partials = new WeakMap<TSchema, TSchema>()
function partialOf(fullBody: TSchema): TSchema {
  const partial = partials.get(fullBody) ?? partialSchema(fullBody)
  partials.set(fullBody, partial)
  return partial
}

/** The update rules of one kind of resource. */
interface Kind {
  readonly body: TSchema
  readonly omitted: Body
  /** The value that null stands for in a field that does not accept it. */
  readonly cleared: Body
  readonly validate: Validate
  /** Of a patch before it is merged. */
  readonly validateNames: Validate
}

const everyCheck = 'updateCheckGeneric'

/** How the bodies of an operation are read; undefined for operations that update nothing. */
export function updateReader(
  id: string,
  row: OperationRow,
  omitsEmptyValues: (request: FastifyRequest) => boolean,
): ReadUpdate | undefined {
  const updateId = updateOfPatch(id)
  const table: Readonly<Record<string, OperationRow | undefined>> = operations
  const kindOf = kindsOf(updateId, table[updateId]?.body ?? {}, unknownNamesOf(row))
  if (kindOf === undefined) return undefined
  if (row.method === 'PATCH')
    return (patch, request) => ({
      complete: (stored) => {
        const kind = kindOf(stored)
        rejectUnknownNames({ body: patch, kind, stored }, request)
        return validated({ body: merged(kind, patch, stored), kind, stored }, request)
      },
    })
  const fullBody = ({ omitted }: Kind, body: Body, request: FastifyRequest): Body =>
    omitsEmptyValues(request) ? { ...omitted, ...body } : body
  if (updateId !== everyCheck) return (body, request) => fullBody(kindOf({}), body, request)
  return (body, request) => ({
    complete: (stored) => {
      const kind = kindOf(stored)
      return fullBody(kind, validated({ body, kind, stored }, request), request)
    },
  })
}

/** The kind of a stored resource. Only checks have several behind one route. */
function kindsOf(id: string, body: TSchema, unknown: UnknownNames): ((stored: Stored) => Kind) | undefined {
  const made = new Map<unknown, Kind>()
  const kind = (name: unknown, rule: UpdateRule, fullBody: TSchema): Kind => {
    const known = made.get(name)
    if (known) return known
    const cleared = omittedFieldsOf({ ...rule, keeps: [] }, fullBody)
    const validate = validatorOf('body', partialOf(fullBody))
    const validateNames = validatorOf('body', partialOf(fullBody), unknown)
    const onCreate = { body: fullBody, omitted: omittedFieldsOf(rule, fullBody), cleared, validate, validateNames }
    made.set(name, onCreate)
    return onCreate
  }
  const { [id]: rule } = updateRules
  if (rule) return () => kind(id, rule, body)
  if (id !== everyCheck) return undefined
  return ({ checkType }) => {
    const { [String(checkType)]: ofType } = checkUpdateRules
    return ofType ? kind(checkType, ofType, ofType.body) : kind(id, { created: body }, body)
  }
}

/** An update takes fewer fields than a creation where a field never changes. */
function omittedFieldsOf(rule: UpdateRule, body: TSchema): Body {
  const fields = fieldsOfSchema(body)
  return Object.fromEntries(Object.entries(valuesOfOmittedFields(rule)).filter(([name]) => name in fields))
}

/** A patch as the body of an update: null resets to the default, objects are merged into the stored ones. */
function merged({ body, cleared }: Kind, patch: Body, stored: Stored): Body {
  const fields = fieldsOfSchema(body)
  const entries = Object.entries(patch).map(([name, value]) => {
    if (value === null) return [name, acceptsNull(fields[name] ?? {}) ? null : (cleared[name] ?? null)]
    return [name, isFields(value) ? mergePatch(mergePatch({}, stored[name] ?? {}), value) : value]
  })
  return Object.fromEntries(entries)
}

interface UnvalidatedBody {
  readonly body: Body
  readonly kind: Kind
  readonly stored: Stored
}

/**
 * Throws BODY_INVALID for names of a patch that the kind of resource does not have. Only they are looked for: a patch
 * lacks what is required, and what was stored for another type may be left from there.
 */
function rejectUnknownNames({ body, kind, stored }: UnvalidatedBody, { bodyLength }: FastifyRequest): void {
  const discriminator = discriminatorOf(kind.body)
  // Null removes, whatever it is.
  const given = mergePatch({}, body)
  const named = { ...(discriminator && { [discriminator]: stored[discriminator] }), ...Object(given) }
  const problems = kind.validateNames(named, bodyLength <= smallBody) ?? []
  const unknown = problems.filter(({ rule }) => rule === 'unknownName')
  if (unknown.length > 0) throw faultOfProblems('BODY_INVALID', unknown, 'body')
}

/** Throws BODY_INVALID for fields that the kind of resource does not accept. The discriminator is the stored one. */
function validated({ body, kind, stored }: UnvalidatedBody, { bodyLength }: FastifyRequest): Body {
  const { checkType, ...rest } = body
  const discriminator = discriminatorOf(kind.body)
  const named = { ...(discriminator && { [discriminator]: stored[discriminator] }), ...rest }
  const problems = kind.validate(named, bodyLength <= smallBody)
  if (problems) throw faultOfProblems('BODY_INVALID', problems, 'body')
  return { ...named, ...(checkType !== undefined && { checkType }) }
}
