import type { Handlers } from '#contract'
import { addReaders, listReaders, removePagePassword, removeReader } from '#publishing'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const pageIdOf = ({ statusPageId }: { readonly statusPageId: string }): string =>
  uuidFromPath(statusPageId, 'STATUS_PAGE_NOT_FOUND')

export const pageReaderHandlers = {
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
