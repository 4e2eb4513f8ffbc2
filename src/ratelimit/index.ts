// How often something may happen: one kind of decision, and two places where it is counted.
// Keys and limits come in. Out go decisions; `RateLimiter` counts in the database, exactly over all processes,
// `LocalRateLimiter` in the memory of one, without a statement.
export { isWithinLimits } from './is-within-limits.ts'
export { LocalRateLimiter } from './local-rate-limiter.ts'
export type { RateDecision } from './rate-decision.ts'
export { resetSeconds } from './rate-window.ts'
export { createRateLimiter } from './shared-rate-limiter.ts'
export type { RateLimiter } from './shared-rate-limiter.ts'
