import type { Handlers } from '#contract'
import { parseInstant, rangeFault } from '#kernel'
import { channelsOfDecisions, explainAlert, explainCheck, explainedDecision } from '#notifying'
import type { ExplainedAlert, ExplainedCheck } from '#notifying'
import { findChannelNames } from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

export const explanationHandlers = {
  explainCheck: async ({ params, query }, context) => {
    const { accountId, nowMs } = callerOf(context)
    const { store, publicUrl } = context
    const atMs = query.at === undefined ? null : parseInstant('at', query.at)
    if (atMs !== null && atMs > nowMs) throw rangeFault('at must not lie in the future.')
    const checkId = uuidFromPath(params.id, 'CHECK_NOT_FOUND')
    const explained = await explainCheck(store, { accountId, nowMs, publicUrl }, { checkId, atMs })
    const { change, decisions, locationNames: _names, ...rest } = explained
    const present = await presenterOf(context, { ...explained, decisions: change ? [change, ...decisions] : decisions })
    return { ...rest, change: change && present(change), decisions: decisions.map(present) }
  },

  explainCheckAlert: async ({ params }, context) => {
    const id = uuidFromPath(params.id, 'CHECK_ALERT_NOT_FOUND')
    const explained = await explainAlert(context.store, callerOf(context).accountId, id)
    const { steps, decisions, locationNames: _names, ...rest } = explained
    const present = await presenterOf(context, explained)
    return { ...rest, steps: steps.map((one) => ({ ...one })), decisions: decisions.map(present) }
  },
} satisfies Partial<Handlers<RequestContext>>

/** Presents decisions with the names that their channels have now. */
async function presenterOf(
  context: RequestContext,
  { decisions, locationNames: locations }: Pick<ExplainedCheck | ExplainedAlert, 'decisions' | 'locationNames'>,
) {
  const { accountId } = callerOf(context)
  const channels = await findChannelNames(context.store, { accountId }, channelsOfDecisions(decisions))
  return (row: ExplainedCheck['decisions'][number]) => explainedDecision(row, { locations, channels })
}
