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
import { faultOfProblems } from './validation-problems.ts'
import { smallBody, validatorOf } from './validator.ts'
import type { Validate } from './validator.ts'

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

/** What is known of the updates of one kind of resource. */
interface Kind {
  readonly body: TSchema
  readonly omitted: Body
  /** What null means for a field that does not accept it. */
  readonly cleared: Body
  readonly validate: Validate
}

const everyCheck = 'updateCheckGeneric'

/** How the bodies of an operation are read; undefined for operations that update nothing. */
export function updateReader(
  id: string,
  row: OperationRow,
  leavesOutEmpty: (request: FastifyRequest) => boolean,
): ReadUpdate | undefined {
  const updateId = updateOfPatch(id)
  const table: Readonly<Record<string, OperationRow | undefined>> = operations
  const kindOf = kindsOf(updateId, table[updateId]?.body ?? {})
  if (kindOf === undefined) return undefined
  if (row.method === 'PATCH')
    return (patch, request) => ({
      complete: (stored) => {
        const kind = kindOf(stored)
        return validated({ body: merged(kind, patch, stored), kind, stored }, request)
      },
    })
  const fullBody = ({ omitted }: Kind, body: Body, request: FastifyRequest): Body =>
    leavesOutEmpty(request) ? { ...omitted, ...body } : body
  if (updateId !== everyCheck) return (body, request) => fullBody(kindOf({}), body, request)
  return (body, request) => ({
    complete: (stored) => {
      const kind = kindOf(stored)
      return fullBody(kind, validated({ body, kind, stored }, request), request)
    },
  })
}

/** The kind of a stored resource. Only checks have several behind one route. */
function kindsOf(id: string, body: TSchema): ((stored: Stored) => Kind) | undefined {
  const made = new Map<unknown, Kind>()
  const kind = (name: unknown, rule: UpdateRule, fullBody: TSchema): Kind => {
    const known = made.get(name)
    if (known) return known
    const cleared = omittedFieldsOf({ ...rule, keeps: [] }, fullBody)
    const validate = validatorOf('body', partialOf(fullBody))
    const onCreate = { body: fullBody, omitted: omittedFieldsOf(rule, fullBody), cleared, validate }
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

/** Throws BODY_INVALID for fields that the kind of resource does not accept. The discriminator is the stored one. */
function validated({ body, kind, stored }: UnvalidatedBody, { bodyLength }: FastifyRequest): Body {
  const { checkType, ...rest } = body
  const discriminator = discriminatorOf(kind.body)
  const named = { ...(discriminator && { [discriminator]: stored[discriminator] }), ...rest }
  const problems = kind.validate(named, bodyLength <= smallBody)
  if (problems) throw faultOfProblems('BODY_INVALID', problems, 'body')
  return { ...named, ...(checkType !== undefined && { checkType }) }
}
