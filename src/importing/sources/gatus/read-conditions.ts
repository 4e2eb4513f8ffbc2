import { conditionOf } from '../../counterparts/conditions.ts'
import type { SourceFields } from '../../source-fields.ts'
import { counterpartOf } from './assertions.ts'
import type { AssertionNames, Counterpart } from './assertions.ts'
import type { Context } from './context.ts'

/** A check without what all have in common. */
export interface MadeCheck {
  readonly value: Readonly<Record<string, unknown>>
  /** False: it could not pass here. */
  readonly isSound: boolean
  readonly shortest: 10 | 60
  /** A second check, for example of the certificate. */
  readonly beside?: Readonly<Record<string, unknown>>
}

export interface ReadCondition {
  readonly text: string
  readonly counterpart: Counterpart
}

/** The conditions of an endpoint, each with what it becomes. */
export const conditionsOf = (fields: SourceFields, names: AssertionNames): readonly ReadCondition[] =>
  fields.list('conditions').map((one) => {
    const text = String(one).trim()
    const condition = conditionOf(text)
    const note = 'It is not read as a condition: correct it.'
    const unread: Counterpart = { assertions: [], fate: 'impossible', note }
    return { text, counterpart: condition === null ? unread : counterpartOf(condition, names) }
  })

/** One line for each condition. */
export function reportConditions(
  fields: SourceFields,
  conditions: readonly ReadCondition[],
  context: Context,
  note = '',
): void {
  for (const { text, counterpart } of conditions) {
    const { fate } = counterpart
    context.draft.report({
      item: fields.item,
      field: `conditions: ${text.slice(0, 300)}`,
      fate,
      note: counterpart.note || note,
    })
  }
}

/** False where a condition asks for a target that cannot be reached. */
export const isReachable = (conditions: readonly ReadCondition[]): boolean =>
  conditions.every(({ text, counterpart }) => !(text.startsWith('[CONNECTED]') && counterpart.fate === 'impossible'))

export const assertionsIn = (conditions: readonly ReadCondition[], sources?: readonly string[]) =>
  conditions
    .flatMap(({ counterpart }) => counterpart.assertions)
    .filter(({ source }) => (sources ? sources.includes(source) : source !== 'CERTIFICATE'))
    .slice(0, 100)
