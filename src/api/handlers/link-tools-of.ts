import type { LinkTools } from '#reporting'
import type { RequestContext } from '../request-context.ts'

/** The tools that sign links to files of results. */
export const linkToolsOf = ({
  store,
  publicUrl,
  now,
  traceUrl,
}: Pick<RequestContext, 'store' | 'publicUrl' | 'now' | 'traceUrl'>): LinkTools => ({
  encryption: store.encryption,
  publicUrl,
  nowMs: now.getTime(),
  traceUrl,
})
