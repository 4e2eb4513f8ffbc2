import type { TimeSpan } from './range.ts'

const minutesOfDay = 1_440
const dayMs = 86_400_000
/** In minutes; each fits into a day, or is whole days. */
const steps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, ...[1, 2, 5, 10, 30].map((days) => days * minutesOfDay)]

export interface AxisTimes {
  /** Epoch milliseconds. */
  readonly times: readonly number[]
  /** Whether they are days. */
  readonly isByDay: boolean
}

/** Round times of the clock of the browser within a span, at most so many. */
export function axisTimes({ fromMs, toMs }: TimeSpan, most: number): AxisTimes {
  const minutes = (toMs - fromMs) / 60_000
  const step = steps.find((one) => minutes / one <= most) ?? minutesOfDay * Math.ceil(minutes / minutesOfDay / most)
  const first = new Date(fromMs)
  const [year, month, day] = [first.getFullYear(), first.getMonth(), first.getDate()]
  const isByDay = step >= minutesOfDay
  const atStep = (index: number): number =>
    (isByDay
      ? new Date(year, month, day + (index * step) / minutesOfDay)
      : new Date(year, month, day, 0, index * step)
    ).getTime()
  // A day of the summer time ends an hour later.
  const count = Math.ceil(((toMs - fromMs + dayMs) / 60_000 + 60) / step)
  const times = Array.from({ length: count + 1 }, (_, index) => atStep(index))
  return { times: [...new Set(times)].filter((at) => at >= fromMs && at <= toMs), isByDay }
}
