import type { Answer } from '../../api/operations.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'
import { readOf, useChange, useOperation } from '../../api/use-operation.ts'

const leastMs = 5_000

export type GoldenFiles = Answer<'getGoldenFilesOfCheck'>
export type Comparison = GoldenFiles['comparisons'][number]

export const useChecksWithGoldenFiles = () => useOperation('listGoldenFiles')
/** Without a result that of the last run. */
export function useGoldenFiles(id: string, resultId: string | undefined) {
  const input = { params: { id }, query: resultId === undefined ? {} : { resultId } }
  useReadAfterRuns(readOf('getGoldenFilesOfCheck', input).queryKey, { checkIds: [id], leastMs })
  return useOperation('getGoldenFilesOfCheck', input)
}
export const useSetGoldenFile = () => useChange('setGoldenFile')
/** The check; undefined while it is read. */
export const useCheck = (id: string) => useOperation('getCheck', { params: { id } }).data
export const useTestSession = () => useChange('triggerTestSession')
