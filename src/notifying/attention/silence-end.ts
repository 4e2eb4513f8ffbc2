import { maxSilenceMinutes } from '#contract'
import type { SilenceBody } from '#contract'
import { Fault, minuteMs, parseInstant, rangeFault } from '#kernel'

/**
 * When a silence requested now ends. Throws BODY_INVALID unless exactly one of the two is given, and TIME_RANGE_INVALID
 * for an invalid date, one in the past, or one too far ahead.
 */
export function silenceEnd({ minutes, until }: SilenceBody, nowMs: number): Date {
  if ((minutes === undefined) === (until === undefined)) {
    const problem = 'must be given unless until is, and not both.'
    throw new Fault('BODY_INVALID', {
      values: { problems: `minutes ${problem}` },
      attributes: { minutes: problem },
      problems: [{ path: 'minutes', rule: 'exactlyOne', parameters: { fields: ['minutes', 'until'] } }],
    })
  }
  if (minutes !== undefined) return new Date(nowMs + minutes * minuteMs)
  const endMs = parseInstant('until', until ?? '')
  if (endMs <= nowMs) throw rangeFault('until must lie in the future.')
  if (endMs > nowMs + maxSilenceMinutes * minuteMs) throw rangeFault('until must lie at most 30 days ahead.')
  return new Date(endMs)
}
