import { writeReason } from '#contract/reasons'
import type { HttpResult } from '#egress'
import { completionsUrl, requestHeaders } from '../completions-request.ts'
import type { ModelSettings, ModelTools } from '../ask-model.ts'
import { failureOfCompletion, messageOfCompletion, property } from '../read-completion.ts'
import type { FailedCompletion } from '../read-completion.ts'

export interface ToolCall {
  readonly id: string
  readonly name: string
  readonly arguments: string
}

/** A message of the chat completions protocol. */
export type TurnMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly tool_calls?: readonly object[] }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string }

export type Turn =
  | {
      readonly text: string
      readonly calls: readonly ToolCall[]
      readonly message: TurnMessage
      readonly tokens: number
    }
  | { readonly problem: string }

const answerLimitBytes = 512 * 1024
const maxCalls = 10
const attempts = 2
/** For endpoints that do not count: about four characters are one. */
const charactersOfToken = 4

/** One turn of a model with these tools. Asks again once when the endpoint fails. Never throws. */
export async function askTurn(
  messages: readonly TurnMessage[],
  tools: readonly object[],
  settings: ModelSettings,
  { http, timeoutMs, signal }: ModelTools,
): Promise<Turn> {
  const body = JSON.stringify({ model: settings.model, messages, tools, tool_choice: 'auto', stream: false })
  let problem = ''
  for (let attempt = 1; attempt <= attempts && !signal.aborted; attempt += 1) {
    const result = await http({
      method: 'POST',
      url: completionsUrl(settings.url),
      headers: requestHeaders(settings.apiKey),
      body,
      timeoutMs,
      signal,
      maxResponseBytes: answerLimitBytes,
    })
    const answered = readAnswer(result, body.length)
    if ('message' in answered) return answered
    problem = answered.problem
    if (answered.isPermanent) break
  }
  return { problem: problem === '' ? writeReason('EXPLORATION_TIME_OVER') : problem }
}

const invalid: FailedCompletion = {
  problem: writeReason('NO_CHAT_COMPLETION'),
  isPermanent: false,
}

const readAnswer = (
  result: HttpResult,
  sentLength: number,
): Exclude<Turn, { readonly problem: string }> | FailedCompletion =>
  failureOfCompletion(result) ?? (result.failure === null ? readTurn(result.body, sentLength) : null) ?? invalid

function readTurn(body: string, sentLength: number): Exclude<Turn, { readonly problem: string }> | null {
  const completion = messageOfCompletion(body)
  if (completion === null) return null
  const content = property(completion.message, 'content')
  const text = typeof content === 'string' ? content : ''
  const calls = callsOf(property(completion.message, 'tool_calls'))
  const total = property(completion.usage, 'total_tokens')
  const estimate = Math.ceil((sentLength + body.length) / charactersOfToken)
  return {
    text,
    calls,
    message: {
      role: 'assistant',
      content: text === '' ? null : text,
      ...(calls.length > 0 && { tool_calls: calls.map(sent) }),
    },
    tokens: typeof total === 'number' && Number.isFinite(total) && total >= 0 ? total : estimate,
  }
}

const sent = ({ id, name, arguments: given }: ToolCall): object => ({
  id,
  type: 'function',
  function: { name, arguments: given },
})

function callsOf(value: unknown): ToolCall[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, maxCalls).flatMap((call: unknown, index) => {
    const [id, described] = [property(call, 'id'), property(call, 'function')]
    const [name, given] = [property(described, 'name'), property(described, 'arguments')]
    if (typeof name !== 'string') return []
    const text = typeof given === 'string' ? given : JSON.stringify(given ?? {})
    return { id: typeof id === 'string' && id !== '' ? id : `call-${index + 1}`, name, arguments: text }
  })
}
