import { checkTypeNames, checkTypes, checkUpdateBodies, pageWindow } from '#contract'
import type { CheckType, Handler, Handlers, Page } from '#contract'
import { Fault } from '#kernel'
import { createCheck, deleteCheck, getCheck, getCheckType, listChecks, updateCheck } from '#management'
import type { CheckDetails, CheckInput } from '#management'
import { presentCheck, presentCheckV3 } from '../presenters/check.ts'
import type { RequestContext } from '../request-context.ts'
import { faultOfProblems } from '../validation-problems.ts'
import { createValidators } from '../validator.ts'
import type { Validate } from '../validator.ts'
import { callerOf } from './caller-of.ts'

interface WriteQuery {
  readonly autoAssignAlerts?: boolean
}

interface CreateInput {
  readonly query: WriteQuery
  readonly body: CheckInput
}

interface UpdateInput extends CreateInput {
  readonly params: { readonly id: string }
}

async function create(checkType: CheckType, { query, body }: CreateInput, context: RequestContext) {
  const input = { checkType, body, autoAssignAlerts: query.autoAssignAlerts ?? true }
  return presentCheck(await createCheck(context.store, callerOf(context), input), context)
}

async function update(checkType: CheckType, { params, body }: UpdateInput, context: RequestContext) {
  const edit = { id: params.id, checkType, body }
  return presentCheck(await updateCheck(context.store, callerOf(context), edit), context)
}

type Name<T extends CheckType> = Capitalize<(typeof checkTypes)[T]['slug']>
type RowName = `create${Name<CheckType>}Check` | `update${Name<CheckType>}Check`

/** `createTcpCheck`, `updateTcpCheck` and so on: two handlers for every row of the check-type table, as its rows are made. */
const checkTypeHandlers = rowHandlers(
  checkTypeNames().flatMap((type) => {
    const name = checkTypes[type].slug.replace(/^./, (letter) => letter.toUpperCase())
    return [
      [`create${name}Check`, (input: CreateInput, context: RequestContext) => create(type, input, context)],
      [`update${name}Check`, (input: UpdateInput, context: RequestContext) => update(type, input, context)],
    ]
  }),
)

/** Sound because each check type of the table gives its two handlers under the names the type spells. */
function rowHandlers(entries: unknown[][]): { readonly [K in RowName]: Handler<K, RequestContext> } {
  return Object.fromEntries(entries) as { readonly [K in RowName]: Handler<K, RequestContext> }
}

type ListInput = Parameters<Handlers<RequestContext>['listChecks']>[0]
type ReadInput = Parameters<Handlers<RequestContext>['getCheck']>[0]
type Present<R> = (details: CheckDetails, context: RequestContext) => R

const list =
  <R>(present: Present<R>) =>
  async ({ query }: ListInput, context: RequestContext): Promise<Page<R>> => {
    const { tag, checkType, search, status, apiCheckUrlFilterPattern, applyGroupSettings = false } = query
    const filter = { tags: tag, checkType, search, status, apiUrl: apiCheckUrlFilterPattern }
    const listing = { filter, applyGroupSettings, ...pageWindow(query) }
    const page = await listChecks(context.store, callerOf(context), listing)
    return { ...page, items: page.items.map((details) => present(details, context)) }
  }

const read =
  <R>(present: Present<R>) =>
  async ({ params, query }: ReadInput, context: RequestContext): Promise<R> => {
    const wish = { id: params.id, applyGroupSettings: query.applyGroupSettings ?? false }
    return present(await getCheck(context.store, callerOf(context), wish), context)
  }

const validators = createValidators()
const validateUpdate = new Map<CheckType, Validate>(
  checkTypeNames().map((type) => [type, validators('body', checkUpdateBodies[type])]),
)

/** A body of the route for every type, judged again by the schema of the type the check turned out to have. */
function judgedUpdate(type: CheckType, body: CheckInput): CheckInput {
  const problems = validateUpdate.get(type)?.(body, true)
  if (problems) throw faultOfProblems('BODY_INVALID', problems, 'body')
  return body
}

/** Bodies of the types in the table were judged by the schema of their type. */
const isCreatable = (body: { readonly checkType: string }): body is CheckInput & { readonly checkType: CheckType } =>
  Object.hasOwn(checkTypes, body.checkType)

export const checkHandlers = {
  ...checkTypeHandlers,
  listChecks: list(presentCheck),
  listChecksV2: list(presentCheck),
  listChecksV3: list(presentCheckV3),
  getCheck: read(presentCheck),
  getCheckV2: read(presentCheck),
  getCheckV3: read(presentCheckV3),

  deleteCheck: async ({ params }, context) => {
    await deleteCheck(context.store, callerOf(context), params)
    return undefined
  },

  createCheckGeneric: async ({ query, body }, context) => {
    if (isCreatable(body)) return create(body.checkType, { query, body }, context)
    throw new Fault('CHECK_TYPE_NOT_CREATABLE', { values: { checkType: body.checkType } })
  },

  updateCheckGeneric: async ({ params, query, body }, context) => {
    const actual = await getCheckType(context.store, callerOf(context), params)
    const { checkType: expected = actual } = body
    if (expected !== actual) throw new Fault('CHECK_TYPE_MISMATCH', { values: { actual, expected } })
    return update(actual, { params, query, body: judgedUpdate(actual, body) }, context)
  },
} satisfies Partial<Handlers<RequestContext>>
