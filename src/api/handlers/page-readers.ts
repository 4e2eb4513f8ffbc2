import type { Handlers, PageAccessResource } from '#contract'
import { addReaders, getPageAccess, listReaders, removePagePassword, removeReader, updatePageAccess } from '#publishing'
import type { PageAccessView } from '#publishing'
import { presentPageKeys } from '../presenters/page-keys.ts'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const pageIdOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')

const presentAccess = ({ isPrivate, ...password }: PageAccessView): PageAccessResource => ({
  isPrivate,
  keys: presentPageKeys(password),
})

export const pageReaderHandlers = {
  getStatusPageAccess: async ({ params }, context) =>
    presentAccess(await getPageAccess(context.store, callerOf(context), pageIdOf(params))),

  updateStatusPageAccess: async ({ params, body }, context) =>
    presentAccess(await updatePageAccess(context.store, callerOf(context), { statusPageId: pageIdOf(params), body })),

  listStatusPageReaders: async ({ params }, context) => {
    const readers = await listReaders(context.store, callerOf(context), pageIdOf(params))
    const entries = readers.map(({ id, email, lastSeenAt, createdAt }) => ({
      id,
      email,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      created_at: createdAt.toISOString(),
    }))
    return { entries, canMail: context.canMail }
  },

  addStatusPageReaders: ({ params, body }, context) =>
    addReaders(context.store, callerOf(context), { statusPageId: pageIdOf(params), body }),

  removeStatusPageReader: ({ params }, context) =>
    removeReader(context.store, callerOf(context), {
      statusPageId: pageIdOf(params),
      id: uuidFromPath(params.readerId, 'PAGE_READER_NOT_FOUND'),
    }),

  deleteStatusPagePassword: ({ params }, context) =>
    removePagePassword(context.store, callerOf(context), pageIdOf(params)),
} satisfies Partial<Handlers<RequestContext>>
