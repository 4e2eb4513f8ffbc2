import { checkResultFields, defaultPageSize, isCheckResultField, pageWindow, storedResultNames } from '#contract'
import type { CheckResultField, CheckResultResource, Handlers, ProjectedCheckResult } from '#contract'
import { Fault } from '#kernel'
import {
  findDifferences,
  findNeighbours,
  getResult,
  listCertificates,
  listResultPage,
  listResults,
  readResults,
} from '#reporting'
import { uuidFromPath } from '../requests/path-id.ts'
import { presentResult, presentSummary, resultCsv } from '../presenters/check-result.ts'
import { presentedPage } from '../presenters/presented-page.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { linkToolsOf } from './link-tools-of.ts'
import { asFile, linesOf } from './text-file.ts'

/** Fields that are read from the stored detail of a result. */
const fieldsOfDetail: readonly CheckResultField[] = [...storedResultNames, 'traceId', 'traceUrl']

export const checkResultHandlers = {
  listCheckResults: async ({ params, query }, context) => {
    const page = pageWindow(query)
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const found = await listResultPage(context.store, callerOf(context), { ...query, checkId }, page)
    return presentedPage(found, page.offset, (row) => presentResult(row, linkToolsOf(context)))
  },

  listCheckResultsV2: async ({ params, query }, context) => {
    const fields = requestedFields(query.fields)
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const found = await listResults(
      context.store,
      callerOf(context),
      { ...query, checkId },
      {
        limit: query.limit ?? defaultPageSize,
        nextId: query.nextId,
        withDetail: fields === null || fieldsOfDetail.some((name) => fields.includes(name)),
      },
    )
    const links = linkToolsOf(context)
    const entries = found.items.map((row) => projected(presentResult(row, links), fields))
    return { length: entries.length, entries, nextId: found.nextId }
  },

  getResultNeighbours: async ({ params, query }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const resultId = uuidFromPath(params.checkResultId, 'CHECK_RESULT_NOT_FOUND')
    const found = await findNeighbours(context.store, callerOf(context), { ...query, checkId, resultId })
    return {
      previous: found.previous && presentSummary(found.previous),
      next: found.next && presentSummary(found.next),
      around: found.around.map(presentSummary),
      lastPassing: found.lastPassing && presentSummary(found.lastPassing),
      firstFailing: found.firstFailing && presentSummary(found.firstFailing),
    }
  },

  getResultDifferences: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const resultId = uuidFromPath(params.checkResultId, 'CHECK_RESULT_NOT_FOUND')
    const found = await findDifferences(context.store, callerOf(context), { checkId, resultId })
    const { comparedWith, differences } = found
    return { comparedWith: comparedWith && presentSummary(comparedWith), differences: [...differences] }
  },

  listCheckCertificates: ({ params }, context) =>
    listCertificates(context.store, callerOf(context), uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')),

  exportCheckResults: async ({ params, query }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const pages = await readResults(context.store, callerOf(context), { ...query, checkId }, context.signal)
    asFile('results.csv', context)
    return linesOf(resultCsv.header, pages, resultCsv.line)
  },

  getCheckResult: async ({ params }, context) => {
    const checkId = uuidFromPath(params.checkId, 'CHECK_NOT_FOUND')
    const resultId = uuidFromPath(params.checkResultId, 'CHECK_RESULT_NOT_FOUND')
    const row = await getResult(context.store, callerOf(context), { checkId, resultId })
    return presentResult(row, linkToolsOf(context))
  },
} satisfies Partial<Handlers<RequestContext>>

/** The requested fields, some possibly joined by commas; null for all. Throws PARAMETER_INVALID for an unknown name. */
function requestedFields(given: readonly string[] | undefined): readonly CheckResultField[] | null {
  const names = (given ?? []).flatMap((text) => text.split(',')).flatMap((name) => name.trim() || [])
  const unknown = names.filter((name) => !isCheckResultField(name))
  if (unknown.length > 0) {
    const problem = `no field of a result is called ${unknown.join(', ')}; there are ${checkResultFields.join(', ')}`
    throw new Fault('PARAMETER_INVALID', {
      values: { problems: `fields: ${problem}` },
      attributes: { fields: problem },
      problems: [{ path: 'fields', rule: 'enum', parameters: { allowed: checkResultFields } }],
    })
  }
  return names.length === 0 ? null : names.filter(isCheckResultField)
}

function projected(result: CheckResultResource, fields: readonly CheckResultField[] | null): ProjectedCheckResult {
  if (fields === null) return result
  const selected = Object.entries(result).filter(([name]) => fields.some((field) => field === name))
  return Object.fromEntries(selected)
}
