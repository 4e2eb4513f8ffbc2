import { pageWindow } from '#contract'
import type { Handlers } from '#contract'
import { archiveErrorGroup, archiveTestSessionErrorGroup, changeErrors } from '#management'
import {
  errorGroupView,
  getError,
  getErrorGroup,
  getTestSessionErrorGroup,
  listErrorGroups,
  listErrors,
  listTestSessionErrorGroups,
  listTestSessionErrorGroupsOfProject,
} from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentErrorGroup, presentTestSessionErrorGroup } from '../presenters/error-group.ts'
import { presentErrorDetail, presentErrors } from '../presenters/listed-error.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const groupId = (id: string): string => uuidFromPath(id, 'ERROR_GROUP_NOT_FOUND')

export const errorGroupHandlers = {
  listErrorGroups: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listErrorGroups(context.store, callerOf(context), {}, page)
    return presentedPage(found, page.offset, presentErrorGroup)
  },

  listErrorGroupsOfCheck: async ({ params, query }, context) => {
    const page = pageWindow(query)
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const found = await listErrorGroups(context.store, callerOf(context), { checkId }, page)
    return presentedPage(found, page.offset, presentErrorGroup)
  },

  getErrorGroup: async ({ params }, context) =>
    presentErrorGroup(await getErrorGroup(context.store, callerOf(context), groupId(params.id))),

  updateErrorGroup: async ({ params, body }, context) => {
    const input = { id: groupId(params.id), body }
    const group = await archiveErrorGroup(context.store, callerOf(context), input)
    return presentErrorGroup(await errorGroupView(context.store, context.accountId, group))
  },

  listErrors: async ({ query }, context) => {
    const { kind = 'CHECK', state = 'OPEN', sortBy: order = 'first', search = '' } = query
    const { checkId = null, filterByTags: tags = [], location = null } = query
    const asked = { kind, state, order, search, checkId, tags, location }
    return presentErrors(await listErrors(context.store, callerOf(context), asked, pageWindow(query)))
  },

  getError: async ({ params }, context) =>
    presentErrorDetail(await getError(context.store, callerOf(context), groupId(params.id))),

  changeErrors: ({ body }, context) => changeErrors(context.store, callerOf(context), body),

  listTestSessionErrorGroups: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listTestSessionErrorGroups(context.store, callerOf(context), page)
    return presentedPage(found, page.offset, presentTestSessionErrorGroup)
  },

  listTestSessionErrorGroupsOfProject: async ({ params }, context) => {
    const projectId = uuidFromPath(params.projectId, 'PROJECT_NOT_FOUND')
    const found = await listTestSessionErrorGroupsOfProject(context.store, callerOf(context), projectId)
    return found.map(presentTestSessionErrorGroup)
  },

  getTestSessionErrorGroup: async ({ params }, context) =>
    presentTestSessionErrorGroup(await getTestSessionErrorGroup(context.store, callerOf(context), groupId(params.id))),

  updateTestSessionErrorGroup: async ({ params, body }, context) => {
    const input = { id: groupId(params.id), body }
    const group = await archiveTestSessionErrorGroup(context.store, callerOf(context), input)
    return presentTestSessionErrorGroup(await errorGroupView(context.store, context.accountId, group))
  },
} satisfies Partial<Handlers<RequestContext>>
