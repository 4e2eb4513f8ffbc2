import type { FuncKeywordDefinition } from 'ajv'
import type { OperationRow } from '#contract'
import { distance } from 'fastest-levenshtein'

const shortestNear = 4
const lengthOfTwoMistakes = 8
/** Longer names are compared by their start. */
const longestName = 100
/** So many unknown names of one object are reported. */
const reportedMax = 20
/** With more unknown names than this in one object, none is compared: comparing costs more than reading them. */
const namesMax = 200

/** A name without regard to case and separators. */
const plain = (name: string): string => name.toLowerCase().replaceAll(/[_-]/g, '')

/**
 * The known name that was probably meant by an unknown one, or undefined: it differs only in case or in `_` and `-`, by
 * one letter when the longer of both has at least four, or by two when both have at least eight.
 */
export function nearName(name: string, known: readonly string[]): string | undefined {
  const requested = plain(name)
  const candidates = plainNames(known).filter((other) => isNear(requested, other.plain))
  return candidates.toSorted((a, b) => distance(requested, a.plain) - distance(requested, b.plain))[0]?.name
}

const plainOf = new WeakMap<readonly string[], readonly { readonly name: string; readonly plain: string }[]>()

/** Computed once for the names of a schema: a body may have any number of unknown names. */
function plainNames(known: readonly string[]) {
  const found = plainOf.get(known) ?? known.map((name) => ({ name, plain: plain(name) }))
  plainOf.set(known, found)
  return found
}

function isNear(one: string, other: string): boolean {
  if (one === other) return true
  const [shorter, longer] = [Math.min(one.length, other.length), Math.max(one.length, other.length)]
  if (longer < shortestNear || longer - shorter > 2) return false
  return distance(one, other) <= (shorter >= lengthOfTwoMistakes ? 2 : 1)
}

/** The known name that is nearest to an unknown one and has at least half of it. */
function nearest(name: string, known: readonly string[]): string | undefined {
  const requested = plain(name).slice(0, longestName)
  const [best] = known
    .map((other) => ({ other, away: distance(requested, plain(other)) }))
    .toSorted((a, b) => a.away - b.away)
  return best && best.away * 2 <= Math.max(requested.length, best.other.length) ? best.other : undefined
}

/** The known name that was most probably meant by an unknown one, where every unknown one is a mistake. */
export const similarName = (name: string, known: readonly string[]): string | undefined =>
  nearName(name, known) ?? nearest(name, known)

/** Names of the API reference that are not used here. */
const namesElsewhere = ['secrets']

/**
 * Names that clients may send anywhere in a body, because some request or response body has them, and in a query,
 * because some query has them: such a name is not a misspelling.
 */
export function knownNames(rows: readonly OperationRow[]): {
  readonly body: ReadonlySet<string>
  readonly query: ReadonlySet<string>
} {
  const body = new Set(namesElsewhere)
  const seen = new Set<unknown>()
  const walk = (node: unknown): void => {
    if (node === null || typeof node !== 'object' || seen.has(node)) return
    seen.add(node)
    if ('properties' in node) for (const name of Object.keys(Object(node.properties))) body.add(name)
    Object.values(node).forEach(walk)
  }
  for (const { body: sent, success } of rows) [sent, success.schema, success.pending].forEach(walk)
  return { body, query: new Set(rows.flatMap(({ query }) => Object.keys(query?.properties ?? {}))) }
}

export const nearNamesKeyword = 'nearNames'
/** The value of the keyword in a schema: the names of an object, and whether each other one is rejected. */
export interface Names {
  readonly known: readonly string[]
  readonly isStrict: boolean
  /** Dropped without a word, also where every other name is rejected. */
  readonly ignored: readonly string[]
}

/**
 * The Ajv keyword that rejects unknown names of an object: those that are similar to a known one, or all of them with
 * the similar one.
 */
export const rejectUnknownNames = (isNoMistake: (name: string) => boolean): FuncKeywordDefinition => {
  const validate: NonNullable<FuncKeywordDefinition['validate']> = (names: Names, value: object): boolean => {
    const mistakes = mistakesIn(value, names, isNoMistake)
    if (mistakes.length === 0) return true
    validate.errors = mistakes.map((params) => ({ keyword: nearNamesKeyword, params }))
    return false
  }
  return {
    keyword: nearNamesKeyword,
    type: 'object',
    schemaType: 'object',
    errors: true,
    // Unknown names are dropped there.
    before: 'additionalProperties',
    validate,
  }
}

interface Mistake {
  readonly name: string
  /** The similar name, if there is one. */
  readonly meant: string | undefined
  readonly known: readonly string[]
}

/** Few of the mistakes in a body are reported, and only for these the similar name is looked for. */
const strictMistake = (name: string, known: readonly string[]): Mistake => ({
  name,
  known,
  get meant() {
    return similarName(name, known)
  },
})

function mistakesIn(
  value: object,
  { known, isStrict, ignored }: Names,
  isNoMistake: (name: string) => boolean,
): Mistake[] {
  const unknown = Object.keys(value).filter((name) => !known.includes(name) && !ignored.includes(name))
  if (isStrict) return unknown.slice(0, reportedMax).map((name) => strictMistake(name, known))
  for (const name of unknown.filter((other) => !isNoMistake(other)).slice(0, namesMax)) {
    const meant = nearName(name, known)
    if (meant !== undefined) return [{ name, meant, known }]
  }
  return []
}
