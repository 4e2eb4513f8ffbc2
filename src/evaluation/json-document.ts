import type { HttpAnswer } from '#contract'
import { writeReason } from '#contract/reasons'
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
  if (contentType === undefined) return { problem: writeReason('NO_CONTENT_TYPE') }
  if (!isJsonType(contentType)) {
    return {
      problem: writeReason('CONTENT_TYPE_NOT_JSON', { contentType }),
    }
  }
  try {
    return { value: parseExactJson(answer.body) }
  } catch (error) {
    if (error instanceof RangeError) throw error
    if (answer.bodyTruncated) return { problem: writeReason('BODY_CUT') }
    return { problem: writeReason('BODY_NOT_JSON') }
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
