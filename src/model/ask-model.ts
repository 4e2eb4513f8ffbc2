import type { Analysis } from '#contract'
import type { HttpCall, HttpResult } from '#egress'
import { redactor } from '#redaction'
import { analysisMessages, correctionMessage } from './analysis-messages.ts'
import type { Message } from './analysis-messages.ts'
import { completionsUrl, requestHeaders } from './completions-request.ts'
import { readCompletion } from './read-completion.ts'
import type { ModelQuestion } from './model-question.ts'
import { readAnalysis } from './read-analysis.ts'

/** The operator's endpoint. */
export interface ModelSettings {
  /** The base of the API, for example `https://models.example/v1` or `http://localhost:11434/v1`. */
  readonly url: string
  /** Null for endpoints without authentication. */
  readonly apiKey: string | null
  readonly model: string
}

export interface ModelTools {
  readonly http: (request: HttpCall) => Promise<HttpResult>
  /** For each of the two attempts, in milliseconds. */
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

export type ModelAnswer =
  | { readonly analysis: Analysis }
  /** `isUnavailable`: the endpoint did not respond, so further requests are not worthwhile for a while. */
  | { readonly problem: string; readonly isUnavailable: boolean }

const answerLimitBytes = 512 * 1024

/**
 * Requests an analysis from the model, a second time when the first answer is invalid. Never throws: an endpoint that
 * fails, hangs or answers something invalid is a `problem`, a sentence for the log without anything of the answer.
 */
export async function askModel(
  question: ModelQuestion,
  settings: ModelSettings,
  tools: ModelTools,
): Promise<ModelAnswer> {
  const redact = redactor([...question.secrets, settings.apiKey ?? ''])
  const messages = analysisMessages(question, redact)
  const first = await askOnce({ question, messages, requestsJson: true, redact }, settings, tools)
  if ('analysis' in first) return first
  if (first.isPermanent || tools.signal.aborted) return unanswered(first, first.problem)
  const again = first.correction === null ? messages : [...messages, correctionMessage(first.correction)]
  const second = await askOnce(
    { question, messages: again, requestsJson: first.correction !== null, redact },
    settings,
    tools,
  )
  return 'analysis' in second ? second : unanswered(second, `${first.problem} Asked again: ${second.problem}`)
}

const unanswered = ({ correction }: Failed, problem: string): ModelAnswer => ({
  problem,
  isUnavailable: correction === null,
})

interface Try {
  readonly question: ModelQuestion
  readonly messages: readonly Message[]
  /** Not every endpoint supports the JSON response format; the second attempt after a rejection omits it. */
  readonly requestsJson: boolean
  readonly redact: (text: string) => string
}

interface Failed {
  readonly problem: string
  /** Whether a retry is pointless. */
  readonly isPermanent: boolean
  /** The validation error of the answer, for the model; null without an answer. */
  readonly correction: string | null
}

async function askOnce(
  { question, messages, requestsJson, redact }: Try,
  { url, apiKey, model }: ModelSettings,
  { http, timeoutMs, signal }: ModelTools,
): Promise<{ readonly analysis: Analysis } | Failed> {
  const format = requestsJson ? { response_format: { type: 'json_object' } } : {}
  const result = await http({
    method: 'POST',
    url: completionsUrl(url),
    headers: requestHeaders(apiKey),
    body: JSON.stringify({ model, messages, stream: false, ...format }),
    timeoutMs,
    signal,
    maxResponseBytes: answerLimitBytes,
  })
  const completion = readCompletion(result)
  if ('problem' in completion) return { ...completion, correction: null }
  const read = readAnalysis(completion.text, question, redact)
  if ('analysis' in read) return read
  return { problem: `The model's answer cannot be used: ${read.problem}`, isPermanent: false, correction: read.problem }
}
