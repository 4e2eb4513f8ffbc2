import type { UseQueryResult } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { callWith } from '../../api/call.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useChange, useOperation } from '../../api/use-operation.ts'
import { useCursorPages } from '../../api/use-pages.ts'
import type { Asset } from '../../results/api.ts'

export type ListedTestSession = Answer<'listTestSessions'>['entries'][number]
export type TestSession = Answer<'getTestSession'>
export type ListedTestResult = TestSession['results'][number]
/** One result with what the run observed. */
export type TestResult = Answer<'getTestSessionResult'>
export type TestSessionFilter = Pick<NonNullable<Input<'listTestSessions'>['query']>, 'statuses' | 'textSearch'>

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

export const useCancellation = () => useChange('cancelTestSession')

/** The names of the projects of the account, by their ids. */
export const useProjectNames = (): ReadonlyMap<string, string> =>
  new Map(useOperation('listProjects', undefined, { staleMs: 60_000 }).data?.map(({ id, name }) => [id, name]))

/** Whether a check is saved in the account: those of `checkly test` are not. */
export const useIsSaved = (checkId: string | null): boolean =>
  useOperation('listCheckRows', { query: { checkId: [checkId ?? ''] } }, { enabled: checkId !== null }).data?.entries
    .length === 1
