import type { HandlerInput, Handlers } from '#contract'
import { cancelDryRun, startDryRun } from '#runs'
import type { CheckInput } from '#management'
import { waitForDryRun, waitForDryRunProgress } from '#reporting'
import { presentDryRun, presentDryRunProgress } from '../presenters/dry-run.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { sessionWait } from './session-wait.ts'

const maxWaitSeconds = 30

/** The cast is safe because the body is validated by the create schema of its type. */
const checkIn = (body: HandlerInput<'startDryRun'>['body']) => body.check as CheckInput

export const dryRunHandlers = {
  startDryRun: async ({ query, body }, context) => {
    const caller = callerOf(context)
    const input = {
      checkType: body.check.checkType,
      body: checkIn(body),
      runLocation: body.runLocation,
      includesTraces: body.includeTraces,
    }
    const wait = { maxWaitSeconds, ...query }
    const id = await startDryRun(context.store, caller, input)
    return presentDryRun(await waitForDryRun(context.store, caller, sessionWait(id, wait, context)))
  },

  getDryRun: async ({ params, query }, context) => {
    const wait = sessionWait(params.dryRunId, { maxWaitSeconds, ...query }, context)
    return presentDryRun(await waitForDryRun(context.store, callerOf(context), wait))
  },

  getDryRunProgress: async ({ params, query }, context) => {
    const wait = sessionWait(params.dryRunId, { maxWaitSeconds, ...query }, context)
    const after = query.after ?? 0
    return presentDryRunProgress(await waitForDryRunProgress(context.store, callerOf(context), { ...wait, after }))
  },

  cancelDryRun: ({ params }, context) => cancelDryRun(context.store, callerOf(context), params.dryRunId.toLowerCase()),
} satisfies Partial<Handlers<RequestContext>>
