import type { HttpAssertion } from '../../counterparts/http-check.ts'
import { fieldsIn, listIn } from '../../counterparts/hosted/answers.ts'
import { textIn } from '../../counterparts/text-in.ts'
import { SourceFields } from '../../source-fields.ts'
import { comparisonOf, memberSteps } from './http-assertions.ts'
import { jsonPathOf } from '../../counterparts/conditions.ts'
import type { TestImport } from './test-import.ts'

/** An assertion of a test without HTTP. */
export interface WireAssertion {
  readonly operator: string
  readonly target: string
  readonly property: string
  /** Of `validatesJSONPath`. */
  readonly member: Readonly<Record<string, unknown>>
}

/** One or several assertions; null: there is no counterpart. A text says in what they differ. */
export type WriteAssertion = (assertion: WireAssertion) => readonly HttpAssertion[] | null

export type WireAssertions = Readonly<Record<string, WriteAssertion>>

/** The assertions of a check of one type, by the types of assertions of the source. Others are reported. */
export function wireAssertions(
  { draft, fields, config, variables }: TestImport,
  known: WireAssertions,
): readonly HttpAssertion[] {
  return listIn(config.value('assertions')).flatMap((given, index) => {
    const assertion = new SourceFields(draft, fields.item, given, `config.assertions[${index}].`)
    const type = assertion.text('type') ?? ''
    const write = Object.hasOwn(known, type) ? known[type] : undefined
    const written = write?.({
      operator: assertion.text('operator') ?? '',
      target: variables.fill(textIn(assertion.value('target'))),
      property: assertion.text('property') ?? '',
      member: fieldsIn(assertion.value('target')),
    })
    if (written) assertion.exact('type')
    else assertion.impossible('type', 'It has no counterpart in checks of this type.')
    assertion.exact('operator', 'property', 'target')
    assertion.ignored('timingsScope')
    assertion.finish()
    return written ?? []
  })
}

/** A number that is compared. */
export const numberOf =
  (source: string, property?: (assertion: WireAssertion) => string | null): WriteAssertion =>
  (assertion) => {
    const name = property?.(assertion)
    if (name === null) return null
    return (
      comparisonOf({ kind: 'time' }, assertion.operator, assertion.target)?.map(({ comparison, target }) => ({
        source,
        comparison,
        target,
        ...(name !== undefined && { property: name }),
      })) ?? null
    )
  }

/** A text, also by a regular expression. */
export const textOf =
  (source: string): WriteAssertion =>
  ({ operator, target }) =>
    comparisonOf({ kind: 'text' }, operator, target)?.map(({ comparison, target: text, pattern }) => ({
      source,
      comparison,
      ...(text !== '' && { target: text }),
      ...(pattern !== undefined && { property: pattern }),
    })) ?? null

/** A member of JSON, or the text as a whole. */
export const jsonOrText =
  (json: string, text: string): WriteAssertion =>
  (assertion) => {
    if (assertion.operator !== 'validatesJSONPath') return textOf(text)(assertion)
    const steps = memberSteps(textIn(assertion.member['jsonPath']))
    if (steps === null) return null
    const operator = textIn(assertion.member['operator'])
    return (
      comparisonOf({ kind: 'json', steps }, operator, textIn(assertion.member['targetValue']))?.map(
        ({ comparison, target }) => ({ source: json, comparison, target, property: jsonPathOf(steps) }),
      ) ?? null
    )
  }
