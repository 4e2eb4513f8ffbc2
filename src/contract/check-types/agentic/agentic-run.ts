/** The target of an action: an element by its role and accessible name, or by its text. `nth` counts from 0. */
export interface AgenticTarget {
  readonly role?: string
  readonly name?: string
  readonly text?: string
  readonly nth?: number
}

export const agenticAssertionKinds = ['visible', 'hidden', 'text', 'value', 'url', 'title', 'status', 'body'] as const
export type AgenticAssertionKind = (typeof agenticAssertionKinds)[number]

/** The actions of a model. Texts have variables as `{{NAME}}`, which are filled in when the action runs. */
export type AgenticAction =
  | { readonly tool: 'navigate'; readonly url: string }
  | { readonly tool: 'snapshot' }
  | { readonly tool: 'click'; readonly target: AgenticTarget }
  | { readonly tool: 'type'; readonly target: AgenticTarget; readonly text: string }
  | { readonly tool: 'press'; readonly target?: AgenticTarget; readonly key: string }
  | { readonly tool: 'select'; readonly target: AgenticTarget; readonly option: string }
  | {
      readonly tool: 'request'
      readonly method: string
      readonly url: string
      readonly headers?: Readonly<Record<string, string>>
      readonly body?: string
    }
  | {
      readonly tool: 'assert'
      /** The number of a condition, from 1. */
      readonly condition: number
      readonly kind: AgenticAssertionKind
      readonly target?: AgenticTarget
      readonly expected?: string
    }

/** A script that passed, with what it verifies. */
export interface AgenticScript {
  readonly script: string
  /** The conditions of the prompt, as the model listed them before it saw any page. */
  readonly conditions: readonly string[]
  /** The expectation of each condition, which a repair must not change. */
  readonly expectations: readonly string[]
  readonly needsBrowser: boolean
}

export interface StoredAgenticScript extends AgenticScript {
  readonly id: string
  /** Whether a model may repair it now. */
  readonly mayRepair: boolean
}

/** The inputs of the run of a prompt. */
export interface AgenticTask {
  readonly prompt: string
  readonly skills: readonly string[]
  /** Changes with the prompt and the skills. */
  readonly version: string
  readonly stored: StoredAgenticScript | null
}

/** The script that a run learned for its check. `base` is the id of the script it started from; null for none. */
export interface LearnedScript {
  readonly version: string
  readonly base: string | null
  /** Null: a repair of the script failed. */
  readonly script: AgenticScript | null
}

export interface AgenticCondition {
  readonly condition: string
  readonly passed: boolean
  readonly actual: string
  readonly expected: string
}

export const agenticSuggestionCategories = ['credentials', 'endpoint', 'configuration'] as const

/** How the author may change the check so that it can run. */
export interface AgenticSuggestion {
  readonly summary: string
  readonly prompt: string
  readonly promptReplacement: string
  readonly secrets: readonly string[]
  readonly category: (typeof agenticSuggestionCategories)[number]
}

export interface AgenticStep {
  readonly type: 'tool_call' | 'tool_result' | 'message'
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: string
  /** ISO 8601. */
  readonly timestamp: string
  readonly sequenceNumber: number
}

/** The outcome of a run of a prompt. It failed when it has errors or a condition that did not pass. */
export interface AgenticAnswer {
  readonly prompt: string
  readonly summary: string
  readonly assertions: readonly AgenticCondition[]
  readonly suggestions: readonly AgenticSuggestion[]
  readonly steps: readonly AgenticStep[]
  readonly errors: readonly { readonly message: string }[]
  /** The kind of each file of the run, by its name. */
  readonly artifactManifest: Readonly<Record<string, string>>
}

export const agenticSample: AgenticAnswer = {
  prompt: 'Open {{SHOP_URL}} and see the total.',
  summary: 'The stored script passed.',
  assertions: [{ condition: 'The total is shown.', passed: true, actual: 'as expected', expected: 'visible: Total' }],
  suggestions: [],
  steps: [
    {
      type: 'tool_call',
      name: 'navigate',
      input: { url: '{{SHOP_URL}}' },
      output: '',
      timestamp: '2026-01-01T00:00:00.000Z',
      sequenceNumber: 1,
    },
  ],
  errors: [],
  artifactManifest: {},
}

export const isAgenticRunFailed = ({ errors, assertions }: AgenticAnswer): boolean =>
  errors.length > 0 || assertions.some(({ passed }) => !passed)
