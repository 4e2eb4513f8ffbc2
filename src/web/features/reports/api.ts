import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '../../api/api-error.ts'
import { call, callWith, saveFile } from '../../api/call.ts'
import type { Answer, Input } from '../../api/operations.ts'
import { useAllItems } from '../../api/use-all-items.ts'
import { readOf, useChange, useOperation } from '../../api/use-operation.ts'
import { useNumberedPages } from '../../api/use-pages.ts'
import { useReadAfterRuns } from '../../live/use-read-after-runs.ts'

export type Report = Answer<'getAvailabilityReport'>
export type ReportRow = Report['entries'][number]
export type Figures = ReportRow['previous']
export type ReportQuery = NonNullable<Input<'exportAvailabilityReport'>['query']>

const pageSize = 500
/** Reports are read again this often while checks run. */
const leastMs = 60_000

/** A report, page after page. */
export function useReport(query: ReportQuery) {
  const key = ['getAvailabilityReport', 'pages', query]
  useReadAfterRuns(key, { checkIds: null, leastMs })
  return useNumberedPages(
    key,
    (page, options) => callWith('getAvailabilityReport', { query: { ...query, limit: pageSize, page } }, options),
    ({ length }, pages) => length > pages * pageSize,
  )
}

export const saveReport = (query: ReportQuery, name: string): Promise<void> =>
  saveFile('exportAvailabilityReport', { query }, name)

export type Noise = Answer<'getNoise'>

/** The checks and channels that alerted most since a time. */
export const useNoise = (from: string) => useOperation('getNoise', { query: { from } }, { staleMs: leastMs })

export type Objective = Answer<'listObjectives'>[number]
export type NewObjective = Input<'createObjective'>['body']

/** The objectives of the account, as they stand. */
export function useObjectives() {
  useReadAfterRuns(['listObjectives'], { checkIds: null, leastMs })
  return useOperation('listObjectives')
}

/** The budget of an objective that was left, day by day. */
export const useHistory = (id: string) => useOperation('getObjectiveHistory', { params: { id } }, { staleMs: leastMs })

export const useCreation = () => useChange('createObjective')
export const useUpdate = () => useChange('updateObjective')
export const useDeletion = () => useChange('deleteObjective')

/** All checks by name, while one is to be chosen. */
export const useCheckNames = (isWanted: boolean) =>
  useOperation('listCheckCells', undefined, { enabled: isWanted, staleMs: 60_000 }).data?.cells ?? []

export const useGroupNames = () => useAllItems('listCheckGroups', { staleMs: 60_000 }).data ?? []

/** The tags of all checks. */
export const useTags = (): readonly string[] =>
  useOperation('listCheckFacets', undefined, { staleMs: 60_000 }).data?.tags.map(({ tag }) => tag) ?? []

export type ScheduledReport = Answer<'listScheduledReports'>[number]
export type ReportPreview = Answer<'previewScheduledReport'>
/** The part of a report, stored or being written, that its mail depends on. */
export type PreviewedReport = Pick<
  ScheduledReport,
  'name' | 'frequency' | 'timeZone' | 'range' | 'groupBy' | 'filterByTags'
>

/** Read again while mails are under way. */
export const useScheduledReports = () =>
  useQuery<Answer<'listScheduledReports'>, ApiError>({
    ...readOf('listScheduledReports'),
    refetchInterval: ({ state: { data = [] } }) =>
      data.some(({ recipients }) =>
        recipients.some(({ lastMail }) => lastMail?.status === 'PENDING' || lastMail?.status === 'RETRY'),
      ) && mailMs,
  })
const mailMs = 3_000

export const useScheduleCreation = () => useChange('createScheduledReport')
export const useScheduleUpdate = () => useChange('updateScheduledReport')
export const useScheduleDeletion = () => useChange('deleteScheduledReport')
export const useSending = () => useChange('sendScheduledReport')

export const previewReport = (report: PreviewedReport): Promise<ReportPreview> => {
  const { name, frequency, timeZone, range, groupBy, filterByTags } = report
  const body = { frequency, timeZone, range, groupBy, filterByTags, ...(name !== '' && { name }) }
  return call('previewScheduledReport', { body })
}
