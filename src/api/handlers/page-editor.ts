import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  findTaggedChecks,
  getCardPageDefinition,
  getPageDefinition,
  listFeedingChecks,
  listPageSummaries,
  readDraftPage,
  updateCardPageDefinition,
  updatePageDefinition,
} from '#publishing'
import type { CardPageDefinition, PageDefinition, PageSummary } from '#publishing'
import { presentComponentPage, presentPageComponent } from '../presenters/component-page.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import { offeredBy, presentPageDisplay } from '../presenters/page-display.ts'
import { stampsOf } from '../presenters/stamps.ts'
import { presentStatusPage } from '../presenters/status-page.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { componentPageIdOf } from './component-pages.ts'

const presentDefinition = ({ page, components, feeds, display }: PageDefinition, context: RequestContext) => ({
  page: presentComponentPage(page),
  components: components.map((component) => ({
    ...presentPageComponent(component),
    feed: feedOf(feeds.get(component.id)),
  })),
  display: presentPageDisplay(display, context),
})

const presentCardPage = ({ page, display }: CardPageDefinition, context: RequestContext) => ({
  ...presentStatusPage(page, context),
  display: presentPageDisplay(display, context),
})

const feedOf = (feed: { readonly url: string; readonly remoteId: string | null } | undefined) =>
  feed === undefined ? null : { url: feed.url, component: feed.remoteId }

const cardPageIdOf = (id: string): string => uuidFromPath(id, 'STATUS_PAGE_NOT_FOUND')

const presentSummary = (page: PageSummary) => ({
  ...page,
  version: page.generation === 3 ? (3 as const) : (2 as const),
  ...stampsOf(page),
})

export const pageEditorHandlers = {
  listStatusPageSummaries: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId, statusPageId } = query
    const input = { limit, nextId, statusPageId: statusPageId?.toLowerCase() ?? null }
    return presentedCursorList(await listPageSummaries(context.store, callerOf(context), input), presentSummary)
  },
  previewStatusPage: async ({ body }, context) =>
    context.writePreview(context.store, await readDraftPage(context.store, callerOf(context), body), context.publicUrl),
  listServiceSources: async ({ query: { limit = defaultCursorPageSize, nextId } }, context) =>
    presentedCursorList(await listFeedingChecks(context.store, callerOf(context), { limit, nextId }), (source) => ({
      ...source,
      checks: [...source.checks],
    })),
  findTaggedChecks: async ({ query }, context) => {
    const { total, checks } = await findTaggedChecks(context.store, callerOf(context), query.tag)
    return { total, checks: [...checks] }
  },
  getStatusPageDefinition: async ({ params }, context) =>
    presentCardPage(
      await getCardPageDefinition(context.store, callerOf(context), cardPageIdOf(params.statusPageId)),
      context,
    ),
  updateStatusPageDefinition: async ({ params, body: { display, ...body } }, context) => {
    const offered = offeredBy(context)
    const input = { id: cardPageIdOf(params.statusPageId), body, display, offered, publicUrl: context.publicUrl }
    return presentCardPage(await updateCardPageDefinition(context.store, callerOf(context), input), context)
  },
  getStatusPageDefinitionV3: async ({ params }, context) =>
    presentDefinition(await getPageDefinition(context.store, callerOf(context), componentPageIdOf(params)), context),
  updateStatusPageDefinitionV3: async ({ params, body }, context) => {
    const { publicUrl } = context
    const input = { statusPageId: componentPageIdOf(params), body, offered: offeredBy(context), publicUrl }
    return presentDefinition(await updatePageDefinition(context.store, callerOf(context), input), context)
  },
} satisfies Partial<Handlers<RequestContext>>
