import type { RateLimit } from '#contract'

type WindowLength = Pick<RateLimit, 'seconds'>

/** When the fixed window of a moment began, in epoch milliseconds; windows of a length follow each other from the epoch. */
export const windowStartMs = ({ seconds }: WindowLength, nowMs: number): number =>
  Math.floor(nowMs / (seconds * 1000)) * seconds * 1000

/** Whole seconds until the window of a moment ends, at least 1. */
export const resetSeconds = (limit: WindowLength, nowMs: number): number =>
  Math.max(1, Math.ceil((windowStartMs(limit, nowMs) + limit.seconds * 1000 - nowMs) / 1000))
