import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import {
  createComponentPage,
  createPageComponent,
  deleteComponentPage,
  deletePageComponent,
  getComponentPage,
  getDomainVerification,
  getPageComponent,
  listComponentPagesOfAccount,
  listPageComponents,
  recheckDomain,
  updateComponentPage,
  updatePageComponent,
} from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentComponentPage, presentPageComponent } from '../presenters/component-page.ts'
import { presentDomainVerification } from '../presenters/domain-verification.ts'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const componentPageIdOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')
const referenceOf = (params: { readonly statusPageId: string; readonly componentId: string }) => ({
  statusPageId: componentPageIdOf(params),
  id: uuidFromPath(params.componentId, 'COMPONENT_NOT_FOUND'),
})

const pageHandlers = {
  listStatusPagesV3: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const found = await listComponentPagesOfAccount(context.store, callerOf(context), { limit, nextId })
    return presentedCursorList(found, presentComponentPage)
  },

  createStatusPageV3: async ({ body }, context) => {
    const { store, publicUrl } = context
    return presentComponentPage(await createComponentPage(store, callerOf(context), { body, publicUrl }))
  },

  getStatusPageV3: async ({ params }, context) =>
    presentComponentPage(await getComponentPage(context.store, callerOf(context), componentPageIdOf(params))),

  updateStatusPageV3: async ({ params, body }, context) => {
    const input = { id: componentPageIdOf(params), body, publicUrl: context.publicUrl }
    return presentComponentPage(await updateComponentPage(context.store, callerOf(context), input))
  },

  deleteStatusPageV3: ({ params }, context) =>
    deleteComponentPage(context.store, callerOf(context), componentPageIdOf(params)),
} satisfies Partial<Handlers<RequestContext>>

const domainHandlers = {
  getDomainVerificationV3: async ({ params }, context) => {
    const found = await getDomainVerification(context.store, context, componentPageIdOf(params))
    return presentDomainVerification(found, context.publicUrl)
  },

  recheckDomainV3: async ({ params }, context) => {
    const input = { statusPageId: componentPageIdOf(params), lookUp: context.lookUpRecords }
    return presentDomainVerification(await recheckDomain(context.store, callerOf(context), input), context.publicUrl)
  },
} satisfies Partial<Handlers<RequestContext>>

const componentHandlers = {
  listStatusPageComponentsV3: async ({ params, query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const input = { statusPageId: componentPageIdOf(params), limit, nextId }
    return presentedCursorList(await listPageComponents(context.store, callerOf(context), input), presentPageComponent)
  },

  createStatusPageComponentV3: async ({ params, body }, context) => {
    const input = { statusPageId: componentPageIdOf(params), body }
    return presentPageComponent(await createPageComponent(context.store, callerOf(context), input))
  },

  getStatusPageComponentV3: async ({ params }, context) =>
    presentPageComponent(await getPageComponent(context.store, callerOf(context), referenceOf(params))),

  updateStatusPageComponentV3: async ({ params, body }, context) => {
    const input = { ...referenceOf(params), body }
    return presentPageComponent(await updatePageComponent(context.store, callerOf(context), input))
  },

  deleteStatusPageComponentV3: ({ params }, context) =>
    deletePageComponent(context.store, callerOf(context), referenceOf(params)),
} satisfies Partial<Handlers<RequestContext>>

export const componentPageHandlers = { ...pageHandlers, ...domainHandlers, ...componentHandlers } satisfies Partial<
  Handlers<RequestContext>
>
