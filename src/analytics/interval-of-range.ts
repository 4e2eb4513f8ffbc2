import { dayMs, hourMs, minuteMs } from '#kernel'
import type { TimeRange } from './time-range.ts'

const secondMs = 1000
/** Each divides the next whole day, or is whole days, so that intervals lie where clocks and calendars have marks. */
const lengths = [
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * secondMs),
  ...[1, 2, 3, 5, 10, 15, 20, 30].map((minutes) => minutes * minuteMs),
  ...[1, 2, 3, 4, 6, 8, 12].map((hours) => hours * hourMs),
]

/** The shortest length of which at most so many, two or more, cover the range; not below `leastMs`. */
export function intervalOf({ fromMs, toMs }: TimeRange, points: number, leastMs = 0): number {
  const covers = (length: number): boolean =>
    length >= leastMs && Math.ceil(toMs / length) - Math.floor(fromMs / length) <= points
  const found = lengths.find(covers)
  if (found !== undefined) return found
  let days = Math.max(1, Math.floor((toMs - fromMs) / dayMs / points))
  // One interval more than points would be counted where the range begins within a day.
  while (!covers(days * dayMs)) days += 1
  return days * dayMs
}
