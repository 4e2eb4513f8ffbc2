import { operations, proposable } from '#contract'
import type { OperationRow, ProposableOperation } from '#contract'
import { unknownNamesOf, validatorOf } from '#validation'
import type { OperationId } from '#contract'

type Fields = Readonly<Record<string, unknown>>

/** The call that a plan makes once it is confirmed. */
export interface PlannedCall {
  readonly params: Fields
  readonly body: Fields | null
}

export const rowOf = (operation: OperationId): OperationRow => operations[operation]

/** The problem that keeps a call from being made, as a sentence; null when its shape is right. */
export function problemOfCall(operation: ProposableOperation, { params, body }: PlannedCall): string | null {
  const row = rowOf(operation)
  const problems = [
    ...(row.params ? (validatorOf('params', row.params)({ ...params }, true) ?? []) : []),
    ...(row.body && body !== null
      ? (validatorOf('body', row.body, unknownNamesOf(row))(structuredClone(body), true) ?? [])
      : []),
  ]
  if (problems.length > 0)
    return problems
      .map(({ path, message }) => `${path} ${message}`.trim())
      .join('; ')
      .slice(0, 1_000)
  return row.body !== undefined && row.bodyOptional !== true && body === null ? 'it needs a body.' : null
}

/** The path of an operation with its parameters, each from the first place that has it. */
export const pathOf = (operation: OperationId, ...sources: readonly Fields[]): string =>
  rowOf(operation).path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => encodeURIComponent(textIn(sources, name)))

function textIn(sources: readonly Fields[], name: string): string {
  const value = sources.map((source) => source[name]).find((one) => one !== undefined)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

interface Rule {
  /** Reads what the operation changes. */
  readonly reads?: OperationId
  /** Undoes it, other than by the values from before. */
  readonly undo?: OperationId
  /** Where the answer has the id that it needs. Default: `id`. */
  readonly idIn?: string
  /** The field that it sets on the status of a check; nothing undoes it where that is set already. */
  readonly sets?: 'acknowledgedAt' | 'snoozedUntil' | 'mutedUntil'
}

export const ruleOf = (operation: ProposableOperation): Rule => proposable[operation]
