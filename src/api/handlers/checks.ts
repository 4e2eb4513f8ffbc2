import { pageWindow, routedCheckTypes } from '#contract'
import type { CheckType, Given, Handler, HandlerInput, Handlers, Page, RoutedCheckType, RouteName } from '#contract'
import {
  createCheck,
  deleteCheck,
  getCheck,
  getCheckType,
  getEffectiveSettings,
  listChecks,
  updateCheck,
} from '#management'
import type { CheckDetails, CheckInput } from '#management'
import { findChannelNames } from '#reporting'
import { presentCheck, presentCheckV3 } from '../presenters/check.ts'
import type { RequestedParts } from '../presenters/check.ts'
import { presentEffectiveSettings } from '../presenters/effective-settings.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

interface WriteQuery {
  readonly autoAssignAlerts?: boolean
}

interface CreateInput {
  readonly query: WriteQuery
  readonly body: CheckInput
}

interface UpdateInput {
  readonly params: { readonly id: string }
  readonly body: Given<CheckInput>
}

async function create(checkType: CheckType, { query, body }: CreateInput, context: RequestContext) {
  const input = { checkType, body, autoAssignAlerts: query.autoAssignAlerts ?? true }
  return presentCheck(await createCheck(context.store, callerOf(context), input), context)
}

async function update(checkType: CheckType, { params, body }: UpdateInput, context: RequestContext) {
  const edit = { id: params.id, checkType, body }
  return presentCheck(await updateCheck(context.store, callerOf(context), edit), context)
}

type RowName = `create${RouteName<RoutedCheckType>}Check` | `update${RouteName<RoutedCheckType>}Check`

/** `createTcpCheck`, `updateTcpCheck` and so on: two handlers for every check type with routes, as its rows are made. */
const checkTypeHandlers = rowHandlers(
  routedCheckTypes.flatMap(({ type, routeName }) => [
    [`create${routeName}Check`, (input: CreateInput, context: RequestContext) => create(type, input, context)],
    [`update${routeName}Check`, (input: UpdateInput, context: RequestContext) => update(type, input, context)],
  ]),
)

/** The cast is safe because each routed type of the table gives its two handlers under the names the type spells. */
function rowHandlers(entries: unknown[][]): { readonly [K in RowName]: Handler<K, RequestContext> } {
  return Object.fromEntries(entries) as { readonly [K in RowName]: Handler<K, RequestContext> }
}

type ListInput = Parameters<Handlers<RequestContext>['listChecks']>[0]
type ReadInput = Parameters<Handlers<RequestContext>['getCheck']>[0]
type Present<R> = (details: CheckDetails, context: RequestContext, parts?: RequestedParts) => R

const list =
  <R>(present: Present<R>) =>
  async ({ query }: ListInput, context: RequestContext): Promise<Page<R>> => {
    const { checkType, search, status, groupId, muted, activated, applyGroupSettings = false } = query
    const texts = { tags: query.tag, search, apiUrl: query.apiCheckUrlFilterPattern }
    const filter = { ...texts, checkType, status, groupId, muted, activated }
    const { sortBy: by = 'createdAt', sortOrder } = query
    const isSorted = query.sortBy !== undefined || sortOrder !== undefined
    const order = isSorted ? { order: { by, isDescending: sortOrder === 'desc' } } : {}
    const listing = { filter, ...order, applyGroupSettings, ...pageWindow(query) }
    const page = await listChecks(context.store, callerOf(context), listing)
    return { ...page, items: page.items.map((details) => present(details, context)) }
  }

const read =
  <R>(present: Present<R>) =>
  async ({ params, query }: ReadInput, context: RequestContext): Promise<R> => {
    const selection = { id: params.id, applyGroupSettings: query.applyGroupSettings ?? false }
    const parts = { dependencies: query.includeDependencies ?? false }
    return present(await getCheck(context.store, callerOf(context), selection), context, parts)
  }

/** The cast is safe because the body is validated by the schema of the stored check's type. */
const ofAnyType = (body: HandlerInput<'updateCheckGeneric'>['body']) => body as Given<CheckInput>

export const checkHandlers = {
  ...checkTypeHandlers,
  listChecks: list(presentCheck),
  listChecksV2: list(presentCheck),
  listChecksV3: list(presentCheckV3),
  getCheck: read(presentCheck),
  getCheckV2: read(presentCheck),
  getCheckV3: read(presentCheckV3),

  getEffectiveSettings: async ({ params }, context) => {
    const settings = await getEffectiveSettings(context.store, callerOf(context), params.id)
    const ids = settings.alertChannels.map(({ channelId }) => channelId)
    return presentEffectiveSettings(settings, await findChannelNames(context.store, callerOf(context), ids))
  },

  deleteCheck: ({ params }, context) => deleteCheck(context.store, callerOf(context), params),

  createCheckGeneric: async ({ query, body }, context) => create(body.checkType, { query, body }, context),

  updateCheckGeneric: async ({ params, body }, context) =>
    update(await getCheckType(context.store, callerOf(context), params), { params, body: ofAnyType(body) }, context),
} satisfies Partial<Handlers<RequestContext>>
