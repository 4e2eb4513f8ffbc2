// One root cause analysis by a language model behind any endpoint with the chat completions protocol. Input: evidence,
// the secrets to redact and the operator's endpoint. Output: a validated analysis, or why there is none.
export { askModel } from './ask-model.ts'
export type { ModelAnswer, ModelSettings, ModelTools } from './ask-model.ts'
