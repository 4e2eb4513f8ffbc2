import { isNumeric, kindOfPlace, phrasesOf } from './reason-places.ts'
import { reasons } from './reasons.ts'
import type { ReasonCode } from './reasons.ts'

/** A row of the table with the values of its places. */
export interface Reason {
  readonly code: ReasonCode
  readonly params: Readonly<Record<string, Said>>
  /** Written without its full stop, inside another sentence. */
  readonly isWithoutStop?: true
}

/** The meaning of a text: a reason, several that follow each other, or text that is not of the table. */
export type Said = string | Reason | readonly Said[]

interface Row {
  readonly code: ReasonCode
  readonly places: readonly string[]
  readonly pattern: RegExp
  /** Its longest part without a place, which a text must have before the pattern is tried. */
  readonly literal: string
  readonly weight: number
}

/** A reading of a text, and how many characters of it are not of the table. */
interface Reading {
  readonly said: Said
  readonly unexplained: number
}

/** The expression of a text with places: those of a row are captured, those of a phrase in it are not. */
function expressionOf(text: string, captures: boolean): string {
  return text
    .split(/(\{\w+\})/)
    .map((part) => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1]
      if (name === undefined) return part.replaceAll(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
      return `(${captures ? '' : '?:'}${valueExpression(name)})`
    })
    .join('')
}

function valueExpression(name: string): string {
  const kind = kindOfPlace(name)
  const group = phrasesOf(name)
  if (group !== null) {
    const phrases = Object.values(group).map((phrase) => expressionOf(phrase, false))
    return [...phrases, ...(kind === 'word' ? [String.raw`\S+?`] : [])].join('|')
  }
  if (isNumeric(kind)) return String.raw`-?\d+(?:\.\d+)?(?:e[+-]?\d+)?`
  if (kind === 'code') return '[A-Z][A-Z0-9_]+'
  if (kind === 'reason') return String.raw`[^\n]*?`
  return kind === 'word' ? String.raw`\S+?` : '.*?'
}

function rowOf(code: ReasonCode, text: string): Row {
  const literals = text.split(/\{\w+\}/)
  return {
    code,
    places: [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
    pattern: new RegExp(`^${expressionOf(text, true)}$`, 's'),
    literal: literals.toSorted((a, b) => b.length - a.length)[0] ?? '',
    weight: literals.join('').length,
  }
}

const isCode = (code: string): code is ReasonCode => Object.hasOwn(reasons, code)
const rowsOf = (table: Readonly<Record<string, string>>): Row[] =>
  Object.entries(table)
    .flatMap(([code, text]) => (isCode(code) ? [rowOf(code, text)] : []))
    .toSorted((a, b) => b.weight - a.weight)

let all: Row[] | null = null
const allRows = (): readonly Row[] => (all ??= rowsOf(reasons))
const groups = new Map<string, Row[]>()

function rowsOfPlace(name: string): readonly Row[] {
  const rows = groups.get(name) ?? rowsOf(phrasesOf(name) ?? {})
  groups.set(name, rows)
  return rows
}

/** The inverse of `writeReason`, of its results in each other and behind each other too: the reading that explains most of a text. */
export const readReason = (text: string): Said => (text.length > mostCharacters ? text : readAny(text).said)

/** A text of others may be built to take long. */
const mostCharacters = 2500

const foreign = (text: string): Reading => ({ said: text, unexplained: text.length })

function readAny(text: string): Reading {
  return best([readIn(allRows(), text), readSequence(text), foreign(text)])
}

/** Of equal readings the first. */
const best = (readings: readonly (Reading | null)[]): Reading =>
  readings.reduce<Reading>((found, one) => (one !== null && one.unexplained < found.unexplained ? one : found), {
    said: '',
    unexplained: Infinity,
  })

function readIn(rows: readonly Row[], text: string): Reading | null {
  const readings = rows.flatMap((row) => readAs(row, text) ?? [])
  return readings.length === 0 ? null : best(readings)
}

function readAs({ code, literal, pattern, places }: Row, text: string): Reading | null {
  const found = text.includes(literal) ? pattern.exec(text) : null
  if (found === null) return null
  const values = places.map((name, index) => [name, readValue(name, found[index + 1] ?? '')] as const)
  return {
    said: { code, params: Object.fromEntries(values.map(([name, { said }]) => [name, said])) },
    unexplained: values.reduce((sum, [, { unexplained }]) => sum + unexplained, 0),
  }
}

function readValue(name: string, text: string): Reading {
  if (phrasesOf(name) !== null) return readIn(rowsOfPlace(name), text) ?? foreign(text)
  const kind = kindOfPlace(name)
  if (isNumeric(kind)) return { said: text, unexplained: 0 }
  return kind === 'reason' ? best([readAny(text), withoutStop(text)]) : foreign(text)
}

function withoutStop(text: string): Reading | null {
  const { said, unexplained } = readAny(`${text}.`)
  return typeof said === 'object' && 'code' in said ? { said: { ...said, isWithoutStop: true }, unexplained } : null
}

const mostSentences = 8

/** A reason, and what stands behind it. */
function readSequence(text: string): Reading | null {
  const ends = [...text.matchAll(/[.] (?=\S)/g)].slice(0, mostSentences)
  return best(
    ends.map(({ index, 0: end }) => {
      const first = readIn(allRows(), text.slice(0, index + 1))
      if (first === null) return null
      const rest = readAny(text.slice(index + end.length))
      const behind = Array.isArray(rest.said) ? rest.said : [rest.said]
      return { said: [first.said, ...behind], unexplained: first.unexplained + rest.unexplained }
    }),
  )
}
