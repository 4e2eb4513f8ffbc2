import { writeReason } from '#contract/reasons'
import type { HttpResult } from '#egress'

/** The text of a completion, or why there is none. */
export type Completion = { readonly text: string } | FailedCompletion

export interface FailedCompletion {
  readonly problem: string
  readonly isPermanent: boolean
}

/** Statuses that are not worth a retry: wrong key, no permission, wrong URL. */
const hopeless = new Set([401, 403, 404, 405])

/** Why a response is no completion; null for one that may be. Its text is not quoted, because it is untrusted. */
export function failureOfCompletion(result: HttpResult): FailedCompletion | null {
  if (result.failure) {
    const { kind, code } = result.failure
    const isPermanent = kind === 'policy' || kind === 'preparation'
    return { problem: writeReason('MODEL_UNREACHABLE', { errorCode: code }), isPermanent }
  }
  if (result.status === 200 && result.cut !== null)
    return { problem: writeReason('MODEL_ANSWER_CUT', { errorCode: result.cut.code }), isPermanent: false }
  return result.status === 200
    ? null
    : { problem: writeReason('MODEL_STATUS', { status: result.status }), isPermanent: hopeless.has(result.status) }
}

/** Reads the response of a chat completions endpoint. */
export function readCompletion(result: HttpResult): Completion {
  const failed = failureOfCompletion(result)
  if (failed !== null) return failed
  const content = property(messageOfCompletion(result.failure === null ? result.body : '')?.message, 'content')
  return typeof content === 'string'
    ? { text: content }
    : { problem: writeReason('NO_CHAT_COMPLETION'), isPermanent: false }
}

/** `choices[0].message` and `usage`; null when the body has no message. */
export function messageOfCompletion(body: string): { readonly message: unknown; readonly usage: unknown } | null {
  const completion = parsed(body)
  const choices = property(completion, 'choices')
  const message = Array.isArray(choices) ? property(choices[0], 'message') : undefined
  return typeof message === 'object' && message !== null ? { message, usage: property(completion, 'usage') } : null
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined
