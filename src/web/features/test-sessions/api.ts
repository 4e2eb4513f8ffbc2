import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { callWith } from '../../api/call.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useCursorPages } from '../../api/use-pages.ts'
import type { Asset } from '../../results/api.ts'
import type { ReadPart } from '../../results/live/use-progress.ts'

export type ListedTestSession = Answer<'listTestSessions'>['entries'][number]
export type TestSession = Answer<'getTestSession'>
export type ListedTestResult = TestSession['results'][number]
/** One result with what the run observed. */
export type TestResult = Answer<'getTestSessionResult'>
export type TestSessionFilter = Pick<
  NonNullable<Input<'listTestSessions'>['query']>,
  'statuses' | 'isDegraded' | 'textSearch'
>

const pageSize = 50

/** Test sessions, newest first, page after page. */
export const useTestSessions = (filter: TestSessionFilter) =>
  useCursorPages(['listTestSessions', 'pages', filter], (from, options) =>
    callWith('listTestSessions', { query: { ...filter, limit: pageSize, ...from } }, options),
  )

export const useTestSession = (testSessionId: string): UseQueryResult<TestSession, ApiError> =>
  useOperation('getTestSession', { params: { testSessionId } })

export const useTestResult = (
  testSessionId: string,
  testSessionResultId: string,
): UseQueryResult<TestResult, ApiError> =>
  useOperation('getTestSessionResult', { params: { testSessionId, testSessionResultId } })

const none: readonly Asset[] = []

/** The files of a result; none while they are read. Their links work for an hour. */
export const useTestAssets = (testSessionId: string, testSessionResultId: string): readonly Asset[] =>
  useOperation('listTestSessionResultAssets', { params: { testSessionId, testSessionResultId } }, { staleMs: 300_000 })
    .data?.assets ?? none

/** As many candidates are looked at. */
const mostBefore = 20

/**
 * The session before another one of the same branch, project and environment: the latest that ended and ran at least half as
 * many checks, so that a session of a few checks again is not compared with the next whole one. Null while it is read, and
 * where there is none.
 */
export function usePreviousSession(session: TestSession, runs: number): ListedTestSession | null {
  const { testSessionId, startedAt, metadata = {} } = session
  const branch = metadata.branchName ?? ''
  const to = new Date(Date.parse(startedAt) + 1_000).toISOString()
  const query = { branches: [branch], to, limit: mostBefore }
  const entries = useOperation('listTestSessions', { query }, { enabled: branch !== '', staleMs: 60_000 }).data?.entries
  const own = entries?.find(({ id }) => id === testSessionId)
  if (own === undefined) return null
  const isComparable = (one: ListedTestSession): boolean =>
    one.startedAt < own.startedAt &&
    one.projectId === own.projectId &&
    one.environment === own.environment &&
    (one.status === 'PASSED' || one.status === 'FAILED') &&
    one.passed.length + one.failed.length >= runs / 2
  return entries?.find(isComparable) ?? null
}

/** The results of the session before; none while they are read. */
export const usePreviousResults = (id: string | null): readonly ListedTestResult[] | undefined =>
  useOperation('getTestSession', { params: { testSessionId: id ?? '' } }, { enabled: id !== null, staleMs: 60_000 })
    .data?.results

const mostSaved = 100

/** Those of some checks that are saved in the account. */
export const useSavedChecks = (checkId: readonly string[]) =>
  useOperation(
    'listCheckRows',
    { query: { checkId: checkId.slice(0, mostSaved), limit: mostSaved } },
    { enabled: checkId.length > 0 },
  ).data?.entries ?? noChecks

const noChecks: Answer<'listCheckRows'>['entries'] = []

const progressWaitSeconds = 20

/** The events of runs under way behind a position, by the ids of their results. Throws an ApiError. */
export const readProgress: ReadPart = async (testSessionId, position, signal) => {
  const query = { after: position, maxWaitSeconds: progressWaitSeconds }
  const answer = await callWith('getTestSessionProgress', { params: { testSessionId }, query }, { signal })
  return {
    isUnderWay: answer.status === 'RUNNING',
    position: answer.position,
    events: answer.events.map((event) => [event.testSessionResultId, event]),
  }
}

export const useStart = () => useChange('triggerTestSession')
export const useCancellation = () => useChange('cancelTestSession')

/** The names of the projects of the account, by their ids. */
export const useProjectNames = (): ReadonlyMap<string, string> =>
  new Map(useOperation('listProjects', undefined, { staleMs: 60_000 }).data?.map(({ id, name }) => [id, name]))

/** Whether a check is saved in the account: those of `checkly test` are not. */
export const useIsSaved = (checkId: string | null): boolean =>
  useOperation('listCheckRows', { query: { checkId: [checkId ?? ''] } }, { enabled: checkId !== null }).data?.entries
    .length === 1
