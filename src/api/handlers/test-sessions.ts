import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import { cancelTestSession, startTestSession } from '#runs'
import {
  getTestSession,
  getTestSessionResult,
  listTestSessions,
  waitForTestSession,
  waitForTestSessionProgress,
} from '#reporting'
import { presentedCursorList } from '../presenters/cursor-list.ts'
import {
  presentEndedTestSession,
  presentListedTestSession,
  presentTestSession,
  presentTestSessionProgress,
  presentTestSessionResult,
} from '../presenters/test-session.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { linkToolsOf } from './link-tools-of.ts'
import { sessionWait } from './session-wait.ts'

const maxWaitSeconds = 30

export const testSessionHandlers = {
  listTestSessions: async ({ query }, context) => {
    const limit = query.limit ?? defaultCursorPageSize
    const found = await listTestSessions(context.store, callerOf(context), { ...query, limit })
    return presentedCursorList(found, presentListedTestSession)
  },

  triggerTestSession: async ({ body }, context) => {
    const caller = { ...callerOf(context), userId: context.userId }
    return presentTestSession(await startTestSession(context.store, caller, body), context)
  },

  getTestSession: async ({ params }, context) =>
    presentTestSession(
      await getTestSession(context.store, callerOf(context), params.testSessionId.toLowerCase()),
      context,
    ),

  getTestSessionCompletion: async ({ params, query }, context) => {
    const wait = sessionWait(params.testSessionId, query, context)
    const view = await waitForTestSession(context.store, callerOf(context), wait)
    return presentEndedTestSession(view, context)
  },

  getTestSessionProgress: async ({ params, query }, context) => {
    const wait = sessionWait(params.testSessionId, { maxWaitSeconds, ...query }, context)
    const after = query.after ?? 0
    return presentTestSessionProgress(
      await waitForTestSessionProgress(context.store, callerOf(context), { ...wait, after }),
    )
  },

  cancelTestSession: async ({ params, body }, context) => {
    const id = params.testSessionId.toLowerCase()
    await cancelTestSession(context.store, callerOf(context), { id, sequenceIds: body?.sequenceId ?? null })
  },

  getTestSessionResult: async ({ params }, context) => {
    const sessionId = params.testSessionId.toLowerCase()
    const resultId = params.testSessionResultId.toLowerCase()
    const found = await getTestSessionResult(context.store, callerOf(context), { sessionId, resultId })
    return presentTestSessionResult(found, context, linkToolsOf(context))
  },
} satisfies Partial<Handlers<RequestContext>>
