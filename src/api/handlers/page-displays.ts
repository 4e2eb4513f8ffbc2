import type { Handlers, PageDisplayResource } from '#contract'
import { addPagePicture, getPageDisplay, updatePageDisplay } from '#publishing'
import type { PageDisplayView } from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const idOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')

const present = (
  { statusPageId, embedOrigins, languages, charts, updatedAt }: PageDisplayView,
  { pageLanguages }: RequestContext,
): PageDisplayResource => ({
  statusPageId,
  embedOrigins: [...embedOrigins],
  languages: [...languages],
  offeredLanguages: pageLanguages.map(({ language, languageName: name }) => ({ language, name })),
  charts: charts.map(({ componentId, checkId }) => ({ componentId, checkId })),
  updated_at: updatedAt?.toISOString() ?? null,
})

export const pageDisplayHandlers = {
  getStatusPageDisplay: async ({ params }, context) =>
    present(await getPageDisplay(context.store, callerOf(context), idOf(params)), context),
  updateStatusPageDisplay: async ({ params, body }, context) => {
    const offered = context.pageLanguages.map(({ language }) => language)
    const input = { statusPageId: idOf(params), body, offered }
    return present(await updatePageDisplay(context.store, callerOf(context), input), context)
  },
  createStatusPagePicture: async ({ params, body }, context) => {
    const input = { statusPageId: idOf(params), body }
    const { path, contentType, sizeBytes, isNew } = await addPagePicture(context.store, callerOf(context), input)
    const picture = { address: context.publicUrl + path, contentType, sizeBytes }
    return isNew ? picture : { existing: picture }
  },
} satisfies Partial<Handlers<RequestContext>>
