import type { Handlers, TestRunBody, TestRunLocation, TestSessionMetadata, TestTriggerBody } from '#contract'
import { Fault, isUuid } from '#kernel'
import { startTestJobs, startTestSession } from '#runs'
import { getTestSession } from '#reporting'
import { presentStartedRun, presentStartedTrigger, presentScheduling } from '../presenters/test-run.ts'
import type { RequestContext } from '../request-context.ts'
import { readTestJobs } from '../test-runs/read-test-jobs.ts'
import { callerOf } from './caller-of.ts'

/** A region code, or the slug name of a private location. */
const locationOf = ({ region = '', slugName = '', type }: TestRunLocation): string =>
  type === 'PRIVATE' ? slugName : region

const longestText = 5_000

/** Undefined fields of a repository are left out, so that lists do not filter by them. */
function metadataOf({ repoInfo, environment }: TestRunBody | TestTriggerBody): TestSessionMetadata | null {
  const given = { ...repoInfo, ...(environment && { environment: environment.slice(0, longestText) }) }
  return Object.keys(given).length === 0 ? null : given
}

async function run(body: TestRunBody, context: RequestContext) {
  const jobs = readTestJobs(body)
  const caller = { ...callerOf(context), userId: context.userId }
  const session = {
    name: body.name,
    runLocation: locationOf(body.runLocation),
    metadata: metadataOf(body),
    isRecorded: body.shouldRecord ?? true,
    suiteId: jobs[0]?.suiteId ?? null,
    streamsLogs: body.streamLogs ?? false,
    project: body.project?.logicalId ?? null,
    jobs,
  }
  const started = await startTestJobs(context.store, caller, session)
  return presentStartedRun(
    started,
    jobs.map(({ logicalId }) => logicalId),
  )
}

async function trigger(body: TestTriggerBody, context: RequestContext) {
  const caller = { ...callerOf(context), userId: context.userId }
  const { targetTags: matchTags = [], checkId } = body
  const target = { ...(matchTags.length > 0 && { matchTags }), ...(checkId && { checkId: checkId.filter(isUuid) }) }
  const request = {
    name: body.name,
    runLocation: locationOf(body.runLocation),
    target,
    environmentVariables: body.environmentVariables ?? [],
    retryStrategy: body.testRetryStrategy ?? null,
    metadata: metadataOf(body) ?? {},
  }
  const suiteId = body.checkRunSuiteId?.toLowerCase() ?? null
  const kind = { provider: 'TRIGGER', isRecorded: body.shouldRecord ?? true, suiteId } as const
  const started = await startTestSession(context.store, caller, request, kind).catch(noneSelected)
  return presentStartedTrigger(started)
}

/** The command line tool takes a 404 for another mistake. */
function noneSelected(error: unknown): never {
  const isNone = error instanceof Fault && error.code === 'NO_CHECK_MATCHED'
  throw isNone ? new Fault('NO_CHECK_SELECTED', { cause: error }) : error
}

export const testRunHandlers = {
  runTestSession: ({ body }, context) => run(body, context),
  runTestSessionNext: ({ body }, context) => run(body, context),
  triggerTestSessionNext: ({ body }, context) => trigger(body, context),

  // All runs are queued by the transaction that starts the session, so there is nothing to wait for.
  getTestSessionScheduling: async ({ params }, context) =>
    presentScheduling(await getTestSession(context.store, callerOf(context), params.schedulingId.toLowerCase())),
} satisfies Partial<Handlers<RequestContext>>
