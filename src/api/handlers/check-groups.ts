import { pageWindow } from '#contract'
import type { CheckGroupResource, Handlers, Page } from '#contract'
import { runGroup } from '#runs'
import {
  createGroup,
  deleteGroup,
  getGroup,
  getGroupCheck,
  getGroupOrder,
  listGroupChecks,
  listGroups,
  setGroupOrder,
  updateGroup,
} from '#management'
import { findUsesOfGroup } from '#reporting'
import { listGroupMutes } from '#storage/checks'
import type { LinkedGroup } from '#storage/checks'
import { presentCheckGroup } from '../presenters/check-group.ts'
import { presentSessionHead } from '../presenters/check-session.ts'
import { presentCheck } from '../presenters/check.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

interface MembersInput {
  readonly params: { readonly id: number }
  readonly query: { readonly limit?: number; readonly page?: number }
}

interface MemberInput {
  readonly params: { readonly groupId: number; readonly checkId: string }
}

async function listMembers({ params, query }: MembersInput, context: RequestContext) {
  const listing = { groupId: params.id, ...pageWindow(query) }
  const page = await listGroupChecks(context.store, callerOf(context), listing)
  return presented(page, (details) => presentCheck(details, context))
}

const getMember = async ({ params }: MemberInput, context: RequestContext) =>
  presentCheck(await getGroupCheck(context.store, callerOf(context), params), context)

const presented = <T, R>(page: Page<T>, present: (item: T) => R): Page<R> => ({
  ...page,
  items: page.items.map(present),
})

/** Until when groups are muted that are muted for a time. */
const mutesOf = (groups: readonly LinkedGroup[], { store, now }: RequestContext): Promise<ReadonlyMap<number, Date>> =>
  listGroupMutes(
    store.db,
    groups.map(({ group }) => group.id),
    now,
  )

async function presentWithMute(linked: LinkedGroup, context: RequestContext): Promise<CheckGroupResource> {
  const mutes = await mutesOf([linked], context)
  return presentCheckGroup(linked, context, mutes.get(linked.group.id))
}

const create =
  (generation: 1 | 2): Handlers<RequestContext>['createCheckGroup' | 'createCheckGroupV2'] =>
  async ({ query, body }, context) => {
    const input = { generation, body, autoAssignAlerts: query.autoAssignAlerts ?? true }
    return presentCheckGroup(await createGroup(context.store, callerOf(context), input), context)
  }

const update: Handlers<RequestContext>['updateCheckGroup'] = async ({ params, body }, context) =>
  presentWithMute(await updateGroup(context.store, callerOf(context), { id: params.id, body }), context)

export const checkGroupHandlers = {
  createCheckGroup: create(1),
  createCheckGroupV2: create(2),
  updateCheckGroup: update,
  updateCheckGroupV2: update,

  deleteCheckGroup: ({ params }, context) => deleteGroup(context.store, callerOf(context), params),

  listCheckGroups: async ({ query }, context) => {
    const filter = { names: query.name ?? [], tags: query.tag ?? [] }
    const page = await listGroups(context.store, callerOf(context), { filter, ...pageWindow(query) })
    const mutes = await mutesOf(page.items, context)
    return presented(page, (linked) => presentCheckGroup(linked, context, mutes.get(linked.group.id)))
  },

  getUsesOfCheckGroup: ({ params }, context) => findUsesOfGroup(context.store, callerOf(context), params.id),

  getCheckGroup: async ({ params }, context) =>
    presentWithMute(await getGroup(context.store, callerOf(context), params), context),

  getCheckGroupOrder: ({ params }, context) => getGroupOrder(context.store, callerOf(context), params),

  setCheckGroupOrder: ({ params, body }, context) =>
    setGroupOrder(context.store, callerOf(context), { ...params, checkIds: body.checkIds }),

  runCheckGroup: async ({ params }, context) => {
    const sessions = await runGroup(context.store, callerOf(context), params.id)
    return { sessions: sessions.map((session) => presentSessionHead(session, context)) }
  },

  listCheckGroupChecks: listMembers,
  listCheckGroupChecksV2: listMembers,
  getCheckGroupCheck: getMember,
  getCheckGroupCheckV2: getMember,
} satisfies Partial<Handlers<RequestContext>>
