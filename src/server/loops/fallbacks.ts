import { planFallbacks } from '#notifying'
import type { Clock } from '#kernel'
import type { Store } from '#storage/database'
import type { Loop } from './run-loop.ts'

export interface FallbackTools {
  readonly store: Store
  readonly clock: Clock
  /** Whether the service can send mail. */
  readonly canMail: boolean
}

const batch = 50
const idleMs = 5_000

/** Sends alerts that their channels have not delivered for too long over a fallback. */
export const fallbackLoop = ({ store, clock, canMail }: FallbackTools): Loop => ({
  name: 'fallbacks',
  iteration: async () => ((await planFallbacks(store, { nowMs: clock.now(), canMail }, batch)) === batch ? 0 : idleMs),
})
