import type { AgenticAction, AgenticStep, AgenticSuggestion } from '#contract'

/** The page that a model is shown. Secrets are removed. */
export interface ShownPage {
  readonly problem: string | null
  readonly url: string
  readonly title: string
  readonly snapshot: string
  readonly response: object | null
}

export interface PromptOrder {
  readonly prompt: string
  readonly skills: readonly string[]
  /** `value` is null for secrets. */
  readonly variables: readonly { readonly name: string; readonly value: string | null }[]
  readonly hosts: readonly string[]
  readonly previous: {
    readonly script: string
    readonly conditions: readonly string[]
    readonly expectations: readonly string[]
    readonly error: string
  } | null
  readonly perform: (action: AgenticAction) => Promise<ShownPage>
  readonly signal: AbortSignal
  readonly now: () => number
}

export interface Explored {
  readonly conditions: readonly string[]
  readonly actions: readonly AgenticAction[]
  readonly steps: readonly AgenticStep[]
  readonly finish: {
    readonly outcome: 'passed' | 'failed'
    readonly summary: string
    readonly suggestions?: readonly AgenticSuggestion[]
  } | null
  readonly problem: string | null
  readonly isUnavailable: boolean
  readonly tokens: number
}

/** How a model follows a prompt, and how long that may take, in milliseconds. */
export interface ExplorePrompt {
  readonly maxMs: number
  /** Never rejects. */
  readonly explore: (order: PromptOrder) => Promise<Explored>
}
