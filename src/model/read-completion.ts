import type { HttpResult } from '#egress'

/** The text of a completion, or why there is none. */
export type Completion = { readonly text: string } | { readonly problem: string; readonly isPermanent: boolean }

/** Statuses that are not worth a retry: wrong key, no permission, wrong URL. */
const hopeless = new Set([401, 403, 404, 405])

/** Reads the response of a chat completions endpoint. Its text is not quoted in problems, because it is untrusted. */
export function readCompletion(result: HttpResult): Completion {
  if (result.failure) {
    const { kind, code } = result.failure
    const isPermanent = kind === 'policy' || kind === 'preparation'
    return { problem: `The endpoint of the model could not be reached (${code}).`, isPermanent }
  }
  if (result.status !== 200)
    return { problem: `The endpoint of the model answered ${result.status}.`, isPermanent: hopeless.has(result.status) }
  const text = contentOf(parsed(result.body))
  return text === null
    ? { problem: 'The endpoint of the model did not answer a chat completion.', isPermanent: false }
    : { text }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `choices[0].message.content`. */
function contentOf(completion: unknown): string | null {
  const choices = property(completion, 'choices')
  const content = Array.isArray(choices) ? property(property(choices[0], 'message'), 'content') : null
  return typeof content === 'string' ? content : null
}

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? new Map<string, unknown>(Object.entries(value)).get(name) : undefined
