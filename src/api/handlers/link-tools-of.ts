import type { LinkTools } from '#reporting'
import type { RequestContext } from '../request-context.ts'

/** The tools that sign links to files of results. */
export const linkToolsOf = ({
  store,
  publicUrl,
  now,
}: Pick<RequestContext, 'store' | 'publicUrl' | 'now'>): LinkTools => ({
  encryption: store.encryption,
  publicUrl,
  nowMs: now.getTime(),
})
