// What a language model behind any endpoint with the chat completions protocol is asked. One root cause analysis: evidence and
// secrets to redact come in, a validated analysis goes out. One exploration of a prompt: an order and a way to perform
// actions come in, the actions that succeeded go out. Or why there is none.
export { askModel } from './ask-model.ts'
export type { ModelAnswer, ModelSettings, ModelTools } from './ask-model.ts'
export { explore } from './agentic/explore.ts'
export type { ExplorationLimits } from './agentic/explore.ts'
