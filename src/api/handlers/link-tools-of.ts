import type { LinkTools } from '#reporting'
import type { RequestContext } from '../request-context.ts'

/** What links to files of results are made with. */
export const linkToolsOf = ({
  store,
  publicUrl,
  now,
}: Pick<RequestContext, 'store' | 'publicUrl' | 'now'>): LinkTools => ({
  encryption: store.encryption,
  publicUrl,
  nowMs: now.getTime(),
})
