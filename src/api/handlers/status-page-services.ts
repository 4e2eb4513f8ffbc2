import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  createStatusPageService,
  deleteStatusPageService,
  getStatusPageService,
  listStatusPageServices,
  updateStatusPageService,
} from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { presentService } from '../presenters/status-page-service.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const idOf = ({ serviceId }: { readonly serviceId: string }): string => uuidFromPath(serviceId, 'SERVICE_NOT_FOUND')

export const statusPageServiceHandlers = {
  listStatusPageServices: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId, paginated = true } = query
    const found = await listStatusPageServices(context.store, callerOf(context), { limit, nextId, paginated })
    return presentedCursorList(found, presentService)
  },

  createStatusPageService: async ({ body }, context) =>
    presentService(await createStatusPageService(context.store, callerOf(context), body)),

  getStatusPageService: async ({ params }, context) =>
    presentService(await getStatusPageService(context.store, callerOf(context), idOf(params))),

  updateStatusPageService: async ({ params, body }, context) =>
    presentService(await updateStatusPageService(context.store, callerOf(context), { id: idOf(params), body })),

  deleteStatusPageService: ({ params }, context) =>
    deleteStatusPageService(context.store, callerOf(context), idOf(params)),
} satisfies Partial<Handlers<RequestContext>>
