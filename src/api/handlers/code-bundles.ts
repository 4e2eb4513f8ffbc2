import { pageWindow } from '#contract'
import type { CodeBundleResource, Handlers } from '#contract'
import { createCodeBundle, deleteCodeBundle, getCodeBundle, listCodeBundles } from '#management'
import type { CodeBundleRow } from '#storage/checks'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const presentBundle = ({ accountId: _account, contentId: _content, ...row }: CodeBundleRow): CodeBundleResource => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  keptUntil: row.keptUntil.toISOString(),
})

export const codeBundleHandlers = {
  uploadCodeBundleNext: async ({ body }, context) => {
    const { bundle } = await createCodeBundle(context.artifacts, callerOf(context), body, true)
    return { key: bundle.id }
  },

  peekCodeBundleNext: async ({ body }, context) => {
    const { id, sizeBytes, sha256, createdAt } = await getCodeBundle(context.store, callerOf(context), body.key)
    return {
      key: id,
      contentLength: sizeBytes,
      checksumSha256: sha256,
      lastModified: createdAt.toISOString(),
    }
  },

  listCodeBundles: async ({ query }, context) => {
    const window = pageWindow(query)
    return presentedPage(await listCodeBundles(context.store, callerOf(context), window), window.offset, presentBundle)
  },

  createCodeBundle: async ({ body }, context) => {
    const { bundle, isNew } = await createCodeBundle(context.artifacts, callerOf(context), body)
    const presented = presentBundle(bundle)
    return isNew ? presented : { existing: presented }
  },

  getCodeBundle: async ({ params }, context) =>
    presentBundle(await getCodeBundle(context.store, callerOf(context), params.id)),

  deleteCodeBundle: ({ params }, context) => deleteCodeBundle(context.store, callerOf(context), params.id),
} satisfies Partial<Handlers<RequestContext>>
