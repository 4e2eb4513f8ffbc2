import type { Handlers } from '#contract'
import { Fault, isUuid } from '#kernel'
import { getTestSession, getTestSessionResult, listAssets } from '#reporting'
import { presentTestSession, presentTestSessionResult } from '../presenters/test-session.ts'
import { presentRunData, presentRunLog } from '../presenters/run-data.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { linkToolsOf } from './link-tools-of.ts'

/** The result that a key of live results names. Throws TEST_SESSION_NOT_FOUND and TEST_SESSION_RESULT_NOT_FOUND. */
function resultOfKey(key: string, context: RequestContext) {
  const [sessionId = '', resultId = ''] = key.toLowerCase().split('.')
  if (!isUuid(sessionId) || !isUuid(resultId)) throw new Fault('TEST_SESSION_RESULT_NOT_FOUND')
  return resultOf({ sessionId, resultId }, context)
}

async function resultOf(ids: { readonly sessionId: string; readonly resultId: string }, context: RequestContext) {
  const found = await getTestSessionResult(context.store, callerOf(context), ids)
  return presentTestSessionResult(found, context, linkToolsOf(context))
}

export const runDataHandlers = {
  getRunLogNext: async ({ params }, context) => {
    const result = await resultOfKey(params.key, context)
    return presentRunLog(result, Date.parse(result.stoppedAt ?? result.created_at))
  },

  getRunDataNext: async ({ params }, context) => presentRunData(await resultOfKey(params.key, context)),

  getTestSessionLinkNext: async ({ params }, context) => {
    const found = await getTestSession(context.store, callerOf(context), params.testSessionId.toLowerCase())
    return { link: presentTestSession(found, context).testSessionLink }
  },

  getTestSessionResultLinksNext: async ({ params }, context) => {
    const [testSessionId, resultId] = [params.testSessionId.toLowerCase(), params.testSessionResultId.toLowerCase()]
    const { testSessionResultLink } = await resultOf({ sessionId: testSessionId, resultId }, context)
    const key = { accountId: context.accountId, checkId: null, resultId, testSessionId }
    const assets = await listAssets(context.store, callerOf(context), key, {})
    const linksOf = (wanted: string): string[] =>
      assets.filter(({ type }) => type === wanted).map(({ path }) => `${context.publicUrl}${path}`)
    return {
      testResultLink: testSessionResultLink,
      testTraceLinks: linksOf('trace'),
      videoLinks: linksOf('video'),
      screenshotLinks: linksOf('screenshot'),
    }
  },
} satisfies Partial<Handlers<RequestContext>>
