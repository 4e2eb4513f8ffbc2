import type { HttpAnswer } from '#contract'
import { parseExactJson } from '#kernel'
import { CannotEvaluate } from './cannot-evaluate.ts'
import type { WorkBudget } from './work-budget.ts'

/** A JSON document that is parsed when the first assertion reads it. `read` throws CannotEvaluate. */
export interface JsonDocument {
  read(work: WorkBudget): unknown
  /** The value that a path found, as it is compared. */
  readonly comparable?: (value: unknown, location: readonly (string | number)[]) => unknown
}

const charactersPerUnit = 100

export const knownDocument = (value: unknown): JsonDocument => ({ read: () => value })

/** The body of an HTTP answer as JSON. It needs the content type of JSON (MIME Sniffing 4.6): see `isJsonType`. */
export function httpJsonDocument(answer: HttpAnswer): JsonDocument {
  let parsed: { readonly value: unknown } | { readonly problem: string } | null = null
  return {
    read(work) {
      if (parsed === null) {
        work.spend(answer.body.length / charactersPerUnit)
        parsed = parseBody(answer)
      }
      if ('problem' in parsed) throw new CannotEvaluate(parsed.problem)
      return parsed.value
    },
  }
}

function parseBody(answer: HttpAnswer): { readonly value: unknown } | { readonly problem: string } {
  const header = answer.headers['content-type']
  const contentType = typeof header === 'string' ? header : header?.at(-1)
  if (contentType === undefined)
    return { problem: 'The response has no content type, so its body is not read as JSON.' }
  if (!isJsonType(contentType)) {
    return {
      problem: `The response's content type is "${contentType}", so its body is not read as JSON.`,
    }
  }
  try {
    return { value: parseExactJson(answer.body) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    if (answer.bodyTruncated)
      return { problem: 'The response body is too large and was cut, so it is not complete JSON.' }
    return { problem: 'The response body is not well-formed JSON.' }
  }
}

/** application/json, text/json, and what ends with +json, whatever its type (RFC 6839). */
function isJsonType(contentType: string): boolean {
  const type = contentType.split(';', 1).join('').trim().toLowerCase()
  return type === 'application/json' || type === 'text/json' || type.endsWith('+json')
}

/** A text that is JSON by its protocol; `missing` is why there is none. */
export function textDocument(text: string, missing: string): JsonDocument {
  let parsed: { readonly value: unknown } | null = null
  return {
    read(work) {
      if (text === '') throw new CannotEvaluate(missing)
      if (parsed === null) {
        work.spend(text.length / charactersPerUnit)
        parsed = { value: parseExactJson(text) }
      }
      return parsed.value
    },
  }
}
