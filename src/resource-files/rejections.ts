import { mistakeText } from './mistake.ts'
import type { Mistake } from './mistake.ts'

/** The answer of the service to a resource that it rejected. */
export interface Rejection {
  readonly type: string
  readonly logicalId: string
  /** Of the payload; empty for the whole of it. */
  readonly field: string
  readonly message: string
}

/** The answer of the service to a deployment that it does not make. */
export interface Refusal {
  readonly message: string
  /** As in errors of the API. */
  readonly attributes: Readonly<Record<string, unknown>>
}

/** Where a rejected resource stands, or is referred to; null for what is in no file. */
export type Locate = (rejection: Rejection) => Mistake | null

/** How the service names a field of a resource in what it says of a deployment. */
const field = /^([a-z-]+) "([^"]+)"(?:: (\S+))?$/
/** A sentence about a resource. */
const sentence = /^[a-z-]+ (?:"[^"]+"|\S+): (.*)$/s

/** Texts of a refusal, at the places of the files, or its message where it is about none of them. */
export const refusalTexts = (locate: Locate, refusal: Refusal): readonly string[] =>
  placedTexts(locate, rejectionsIn(refusal), refusal.message)

/** The same of a deployment that failed with a message. */
export const failureTexts = (locate: Locate, message: string): readonly string[] =>
  placedTexts(locate, rejectionsOfText(message), message)

function placedTexts(locate: Locate, rejections: readonly Rejection[], message: string): readonly string[] {
  const placed = rejections.flatMap((rejection) => locate(rejection) ?? [])
  return placed.length > 0 && placed.length === rejections.length ? placed.map(mistakeText) : [withoutOutcome(message)]
}

/** The rejections of single resources in an answer; empty for an error that is about none. */
export function rejectionsIn({ attributes, message }: Refusal): readonly Rejection[] {
  const { type, logicalId } = attributes
  if (typeof type === 'string' && typeof logicalId === 'string')
    return [{ type, logicalId, field: '', message: `was rejected: ${reasonOf(message)}` }]
  return Object.entries(attributes).flatMap(([name, text]) => rejectionOf(name, String(text)))
}

function rejectionOf(name: string, message: string): Rejection[] {
  const [, type, logicalId, path = ''] = field.exec(name) ?? []
  return type === undefined || logicalId === undefined ? [] : [{ type, logicalId, field: path, message }]
}

/** The rejection of one resource, for which a deployment failed. */
function rejectionsOfText(text: string): readonly Rejection[] {
  const [, type, logicalId] = /^([a-z-]+) "([^"]+)": /.exec(text) ?? []
  if (type === undefined || logicalId === undefined) return []
  return [{ type, logicalId, field: '', message: `was rejected: ${reasonOf(text)}` }]
}

/** Who prints the texts says by itself that nothing was changed. */
const withoutOutcome = (message: string): string => message.replace(/ Nothing was changed\.$/, '')

const reasonOf = (message: string): string => withoutOutcome(sentence.exec(message)?.[1] ?? message)
