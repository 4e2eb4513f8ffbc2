import type { ProposableOperation } from '#contract'
import { isUuid } from '#kernel'
import { rowOf } from './plan-call.ts'
import type { PlannedCall } from './plan-call.ts'

/** The subjects of a call: checks, those of a group, the tags that a check would have, a page, and services of pages. */
export function subjectOf(operation: ProposableOperation, { params, body }: PlannedCall) {
  const { path } = rowOf(operation)
  const id = params['id'] ?? params['checkId']
  const named = path.startsWith('/v1/checks/{') ? [id] : []
  const group = path.includes('/check-groups/{') ? id : body?.['groupId']
  const [statusPageId = null] = idsOf([params['statusPageId']])
  return {
    statusPageId,
    serviceIds: idsOf(listOf(body?.['services']).map((one) => Object(one)['id'])),
    checkIds: idsOf([...named, ...listOf(body?.['checkIds'])]),
    groupId: wholeNumber(group),
    tags: listOf(body?.['tags']).filter((one) => typeof one === 'string'),
  }
}

const wholeNumber = (value: unknown): number | null =>
  Number.isSafeInteger(Number(value ?? Number.NaN)) ? Number(value) : null

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

const idsOf = (values: readonly unknown[]): string[] =>
  values.filter((one) => typeof one === 'string' && isUuid(one)).map(String)
