import type { CompletedCheckSession, Handlers, TriggerBody, TriggeredSessions } from '#contract'
import { cancelSession, triggerSessions } from '#runs'
import type { SessionView } from '#reporting'
import { getSession, waitForCheckSessionProgress, waitForSession } from '#reporting'
import {
  presentCheckSessionProgress,
  presentCompletedSession,
  presentSession,
  presentSessionHead,
  withoutCancelled,
} from '../presenters/check-session.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { sessionWait } from './session-wait.ts'

const maxProgressWaitSeconds = 30

interface TriggerInput {
  readonly body: TriggerBody | undefined
}

interface ByIdInput {
  readonly params: { readonly checkSessionId: string }
}

interface WaitInput extends ByIdInput {
  readonly query: { readonly maxWaitSeconds?: number }
}

async function trigger({ body }: TriggerInput, context: RequestContext): Promise<TriggeredSessions> {
  const sessions = await triggerSessions(context.store, callerOf(context), body?.target)
  return { sessions: sessions.map((session) => presentSessionHead(session, context)) }
}

const read = ({ params }: ByIdInput, context: RequestContext): Promise<SessionView> =>
  getSession(context.store, callerOf(context), params.checkSessionId.toLowerCase())

async function complete({ params, query }: WaitInput, context: RequestContext): Promise<CompletedCheckSession> {
  const wait = sessionWait(params.checkSessionId, query, context)
  const view = await waitForSession(context.store, callerOf(context), wait)
  return presentCompletedSession(view, context)
}

export const checkSessionHandlers = {
  triggerCheckSessions: trigger,
  triggerCheckSessionsV2: trigger,
  getCheckSession: async (input, context) => withoutCancelled(presentSession(await read(input, context), context)),
  getCheckSessionV2: async (input, context) => presentSession(await read(input, context), context),
  getCheckSessionCompletion: async (input, context) => withoutCancelled(await complete(input, context)),
  getCheckSessionCompletionV2: complete,
  getCheckSessionProgress: async ({ params, query }, context) => {
    const wait = sessionWait(params.checkSessionId, { maxWaitSeconds: maxProgressWaitSeconds, ...query }, context)
    const after = query.after ?? 0
    return presentCheckSessionProgress(
      await waitForCheckSessionProgress(context.store, callerOf(context), { ...wait, after }),
    )
  },
  cancelCheckSession: async ({ params, body }, context) => {
    const request = { id: params.checkSessionId.toLowerCase(), sequenceIds: body?.sequenceId ?? null }
    await cancelSession(context.store, { ...callerOf(context), publicUrl: context.publicUrl }, request)
  },
} satisfies Partial<Handlers<RequestContext>>
