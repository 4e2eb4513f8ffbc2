import { isFields } from '#contract'
import type { ImportFile } from '../../imported.ts'
import { jsonOf } from '../yaml-documents.ts'

export type Fields = Readonly<Record<string, unknown>>

/** An answer of an API as the file that a person could have saved. */
export const fileOf = (path: string, answer: unknown): ImportFile => ({
  path,
  content: new TextEncoder().encode(JSON.stringify(answer)),
})

export const listIn = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : [])

/** The object below a name; an empty one where there is none. */
export const fieldsIn = (value: unknown): Fields => (isFields(value) ? value : {})

/** The items of answers: of the lists with these names, and of answers that are lists. A file may have several answers. */
export const itemsIn = (files: readonly ImportFile[], names: readonly string[]): readonly Fields[] =>
  files.flatMap((file) => itemsOf(jsonOf(file), names))

const deepest = 3

function itemsOf(value: unknown, names: readonly string[], depth = 0): readonly Fields[] {
  if (depth > deepest) return []
  if (!Array.isArray(value)) return names.flatMap((name) => listIn(fieldsIn(value)[name]))
  const isOfAnswers = value.some(
    (one) => Array.isArray(one) || names.some((name) => Array.isArray(fieldsIn(one)[name])),
  )
  return isOfAnswers ? value.flatMap((one: unknown) => itemsOf(one, names, depth + 1)) : listIn(value)
}
