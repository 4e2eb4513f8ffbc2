import type { AgenticAction, AgenticStep, AgenticSuggestion } from './agentic-run.ts'

/** The page that a model sees after an action. Secrets are removed. */
export interface ExploredPage {
  readonly problem: string | null
  readonly url: string
  readonly title: string
  readonly snapshot: string
  readonly response: object | null
}

/** A prompt that a model shall follow. */
export interface ExplorationOrder {
  readonly prompt: string
  readonly skills: readonly string[]
  /** Those that the prompt refers to; `value` is null for secrets. */
  readonly variables: readonly { readonly name: string; readonly value: string | null }[]
  readonly hosts: readonly string[]
  /** A script that failed; null for a first exploration. */
  readonly previous: {
    readonly script: string
    readonly conditions: readonly string[]
    readonly expectations: readonly string[]
    readonly error: string
  } | null
  /** Performs an action. Never rejects. */
  readonly perform: (action: AgenticAction) => Promise<ExploredPage>
  /** Ends the exploration when its time is over. */
  readonly signal: AbortSignal
  /** Epoch milliseconds. */
  readonly now: () => number
}

/** The judgement of the model at its end. */
export interface ExplorationFinish {
  readonly outcome: 'passed' | 'failed'
  readonly summary: string
  readonly suggestions?: readonly AgenticSuggestion[]
}

/** The result of an exploration. `problem`: why it stopped early. */
export interface Exploration {
  readonly conditions: readonly string[]
  /** Actions that succeeded, in their order. */
  readonly actions: readonly AgenticAction[]
  readonly steps: readonly AgenticStep[]
  readonly finish: ExplorationFinish | null
  readonly problem: string | null
  /** The endpoint of the model failed, which says nothing about the target. */
  readonly isUnavailable: boolean
  readonly tokens: number
}
