import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { ApiError } from '../../../api/api-error.ts'
import { call, callWith } from '../../../api/call.ts'
import { change } from '../../../api/change.ts'
import type { Answer, Input } from '../../../api/operations.ts'
import { readOf, useChange, useOperation } from '../../../api/use-operation.ts'
import { lateTexts } from '../../../strings/late.ts'

export type ImportSource = Answer<'listImportSources'>[number]
/** Files as resources, with the report of their fields. */
export type ReadImport = Answer<'readImport'>
export type ReportLine = ReadImport['report'][number]
export type ImportPlan = Answer<'planImport'>
export type ImportedCheck = Answer<'getImportComparison'>['checks'][number]
export type CheckRow = Answer<'listCheckRows'>['entries'][number]

export const useImportSources = () => useOperation('listImportSources')

/** The checks that were imported from a source, with the states that it knew last. */
export const useComparison = (source: string) => useOperation('getImportComparison', { params: { source } })

/** Keeps the states that a source knew last. */
export const useKeepStates = () => useChange('setImportStates')

interface OfSource {
  readonly source: string
}

export type ReadBody = Input<'readImport'>['body']

/** Reads files; nothing is changed. */
export const useReadImport = (): UseMutationResult<ReadImport, ApiError, OfSource & { readonly body: ReadBody }> =>
  useMutation({ mutationFn: ({ source, body }) => call('readImport', { params: { source }, body }) })

export type ImportBody = Input<'planImport'>['body']

/** Plans an import; nothing is changed. */
export const usePlanImport = (): UseMutationResult<ImportPlan, ApiError, OfSource & { readonly body: ImportBody }> =>
  useMutation({ mutationFn: ({ source, body }) => call('planImport', { params: { source }, body }) })

interface Start extends OfSource {
  readonly body: ImportBody
  readonly planToken: string
  readonly onProgress: (percent: number) => void
}

/** Deployments that failed have an error without a status. */
const failedStatus = 409

/** Imports what a plan showed, and waits for the end; a failure is an ApiError. */
export function useStartImport(): UseMutationResult<void, ApiError, Start> {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ source, body, planToken, onProgress }) => {
      const input = { params: { source }, query: { planToken }, body }
      const ended = await endOf(await change(client, 'startImport', input), onProgress)
      if (ended.status === 'SUCCEEDED') return
      const { code = null, message = lateTexts.imports.failed } = ended.error ?? {}
      throw new ApiError(failedStatus, message, { code })
    },
  })
}

type Deployment = Answer<'startImport'>

const waitSeconds = 2
const stillRunning = 408

async function endOf({ logicalId, id }: Deployment, onProgress: (percent: number) => void): Promise<Deployment> {
  const params = { projectLogicalId: logicalId, deploymentId: id }
  for (;;)
    try {
      return await callWith('awaitDeployment', { params, query: { maxWaitSeconds: waitSeconds } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== stillRunning) throw error
      onProgress((await call('getDeployment', { params })).progress)
    }
}

const rowsAtOnce = 100

/** The rows of checks by their ids, as far as they are read; runs and changes follow by themselves. */
export function useRowsOf(ids: readonly string[]): ReadonlyMap<string, CheckRow> {
  const parts = Array.from({ length: Math.ceil(ids.length / rowsAtOnce) }, (_none, index) =>
    ids.slice(index * rowsAtOnce, (index + 1) * rowsAtOnce),
  )
  const answers = useQueries({
    queries: parts.map((checkId) => readOf('listCheckRows', { query: { checkId: [...checkId], limit: rowsAtOnce } })),
  })
  return new Map(answers.flatMap(({ data }) => data?.entries ?? []).map((row) => [row.id, row]))
}

const runsAtOnce = 1000

/** Runs checks now, besides their schedules. */
export async function runChecks(ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += runsAtOnce)
    await call('triggerCheckSessionsV2', { body: { target: { checkId: ids.slice(from, from + runsAtOnce) } } })
}
