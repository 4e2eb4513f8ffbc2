import type { Exploration, ExplorationOrder } from '#contract'

/** How a model follows a prompt, and how long that may take, in milliseconds. */
export interface ExplorePrompt {
  readonly maxMs: number
  /** Never rejects. */
  readonly explore: (order: ExplorationOrder) => Promise<Exploration>
}
