import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import { createStatusPage, deleteStatusPage, getStatusPage, listStatusPages, updateStatusPage } from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { presentStatusPage } from '../presenters/status-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const idOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')

export const statusPageHandlers = {
  listStatusPages: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const found = await listStatusPages(context.store, callerOf(context), { limit, nextId })
    return presentedCursorList(found, (view) => presentStatusPage(view, context))
  },

  createStatusPage: async ({ body }, context) =>
    presentStatusPage(
      await createStatusPage(context.store, callerOf(context), { body, publicUrl: context.publicUrl }),
      context,
    ),

  getStatusPage: async ({ params }, context) =>
    presentStatusPage(await getStatusPage(context.store, callerOf(context), idOf(params)), context),

  updateStatusPage: async ({ params, body }, context) =>
    presentStatusPage(
      await updateStatusPage(context.store, callerOf(context), {
        id: idOf(params),
        body,
        publicUrl: context.publicUrl,
      }),
      context,
    ),

  deleteStatusPage: ({ params }, context) => deleteStatusPage(context.store, callerOf(context), idOf(params)),
} satisfies Partial<Handlers<RequestContext>>
