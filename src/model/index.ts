// One root cause analysis by a language model behind any endpoint that speaks the chat completions protocol. Evidence,
// the secrets to keep back and the operator's endpoint come in. A validated analysis goes out, or why there is none.
export { askModel } from './ask-model.ts'
export type { ModelAnswer, ModelSettings, ModelTools } from './ask-model.ts'
