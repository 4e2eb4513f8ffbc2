import type { Handlers, ReportedResultBody, ReportedSessionBody, TestSessionMetadata } from '#contract'
import { messageOf, storeReport } from '#artifacts'
import { Fault } from '#kernel'
import { endReportedResult, findReportedResult, keepReport, recordReportedSession } from '#runs'
import { presentReportedSession } from '../presenters/test-session.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const metadataOf = ({ repoInfo, environment }: ReportedSessionBody): TestSessionMetadata | null =>
  repoInfo || environment ? { ...repoInfo, ...(environment && { environment }) } : null

type Time = ReportedResultBody['startedAt']
/** 2000 to 2100: what is outside of it is no time of a run. */
const [firstMs, lastMs] = [946_684_800_000, 4_102_444_800_000]

/** In epoch milliseconds; null for what is no time. */
function timeOf(time: Time): number | null {
  const ms = typeof time === 'number' ? time : Date.parse(time ?? '')
  return ms >= firstMs && ms <= lastMs ? Math.round(ms) : null
}

const maxErrors = 100

function errorsIn(metadata: ReportedResultBody['metadata']): string[] {
  const errors: unknown = metadata?.['errors']
  return Array.isArray(errors) ? errors.slice(0, maxErrors).map(messageOf) : []
}

function suiteOf({ status, isDegraded, responseTime, metadata, ...times }: ReportedResultBody) {
  const passed = isDegraded ? ('degraded' as const) : ('passed' as const)
  return {
    outcome: status === 'FAILED' ? ('failed' as const) : passed,
    startedAtMs: timeOf(times.startedAt),
    stoppedAtMs: timeOf(times.stoppedAt),
    responseTimeMs: responseTime ?? null,
    errors: errorsIn(metadata),
  }
}

interface Params {
  readonly testSessionId: string
  readonly testSessionResultId: string
}
const keyOf = (params: Params) => ({
  sessionId: params.testSessionId.toLowerCase(),
  resultId: params.testSessionResultId.toLowerCase(),
})

export const reportedSessionHandlers = {
  createReportedSessionNext: async ({ body }, context) => {
    const caller = { ...callerOf(context), userId: context.userId }
    const suites = body.testResults.map(({ name }) => name)
    const started = await recordReportedSession(context.store, caller, {
      name: body.name,
      metadata: metadataOf(body),
      suites,
    })
    return presentReportedSession(started, context)
  },

  uploadReportNext: async ({ params, body }, context) => {
    const key = keyOf(params)
    // Before anything is read, so that nobody fills the disk for a result that does not exist.
    await findReportedResult(context.store, callerOf(context), key)
    const stored = await storeReport(context.artifacts, context.accountId, body)
    if ('archiveProblem' in stored)
      throw new Fault('TEST_REPORT_INVALID', { values: { problem: stored.archiveProblem } })
    await keepReport(context.store, callerOf(context), key, stored)
    return { assetId: key.resultId }
  },

  endReportedResultNext: ({ params, body }, context) =>
    endReportedResult(context.store, callerOf(context), keyOf(params), suiteOf(body)),

  getGithubPreflightNext: async () => ({
    available: false,
    reason: 'This service does not create checks of commits for test sessions.',
  }),
} satisfies Partial<Handlers<RequestContext>>
