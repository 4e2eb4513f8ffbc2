import { pageWindow } from '#contract'
import type { Handlers, SnippetResource } from '#contract'
import { createSnippet, deleteSnippet, getSnippet, listSnippets, updateSnippet } from '#management'
import { findUsesOfSnippet } from '#reporting'
import type { SnippetRow } from '#storage/checks'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const presentSnippet = ({ id, name, script, createdAt, updatedAt }: SnippetRow): SnippetResource => ({
  id,
  name,
  script,
  created_at: createdAt.toISOString(),
  updated_at: updatedAt?.toISOString() ?? null,
})

export const snippetHandlers = {
  listSnippets: async ({ query }, context) => {
    const page = pageWindow(query)
    const found = await listSnippets(context.store, callerOf(context), page)
    return presentedPage(found, page.offset, presentSnippet)
  },

  createSnippet: async ({ body }, context) =>
    presentSnippet(await createSnippet(context.store, callerOf(context), body)),

  getSnippet: async ({ params }, context) =>
    presentSnippet(await getSnippet(context.store, callerOf(context), params.id)),

  getUsesOfSnippet: ({ params }, context) => findUsesOfSnippet(context.store, callerOf(context), params.id),

  updateSnippet: async ({ params, body }, context) =>
    presentSnippet(await updateSnippet(context.store, callerOf(context), { id: params.id, body })),

  deleteSnippet: ({ params }, context) => deleteSnippet(context.store, callerOf(context), params.id),
} satisfies Partial<Handlers<RequestContext>>
