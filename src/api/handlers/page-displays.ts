import type { Handlers, PageDisplayResource } from '#contract'
import { addPagePicture, getPageDisplay, updatePageDisplay } from '#publishing'
import type { PageDisplayView } from '#publishing'
import { offeredBy, presentPageDisplay } from '../presenters/page-display.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const idOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')

const present = (display: PageDisplayView, context: RequestContext): PageDisplayResource => ({
  statusPageId: display.statusPageId,
  ...presentPageDisplay(display, context),
  updated_at: display.updatedAt?.toISOString() ?? null,
})

export const pageDisplayHandlers = {
  getStatusPageDisplay: async ({ params }, context) =>
    present(await getPageDisplay(context.store, callerOf(context), idOf(params)), context),
  updateStatusPageDisplay: async ({ params, body }, context) => {
    const input = { statusPageId: idOf(params), body, offered: offeredBy(context) }
    return present(await updatePageDisplay(context.store, callerOf(context), input), context)
  },
  createStatusPagePicture: async ({ params, body }, context) => {
    const input = { statusPageId: idOf(params), body }
    const { path, contentType, sizeBytes, isNew } = await addPagePicture(context.store, callerOf(context), input)
    const picture = { address: context.publicUrl + path, contentType, sizeBytes }
    return isNew ? picture : { existing: picture }
  },
} satisfies Partial<Handlers<RequestContext>>
