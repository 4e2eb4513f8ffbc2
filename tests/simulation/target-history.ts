import type { Interval } from './outage-witness.ts'

/** When a target is up and down, decided beforehand, so that what the service says can be compared with the truth. */
export class TargetHistory {
  readonly outages: readonly Interval[]

  constructor(outages: readonly Interval[]) {
    this.outages = outages
  }

  isDownAt(ms: number): boolean {
    return this.outages.some(({ fromMs, untilMs }) => fromMs <= ms && ms < untilMs)
  }
}

const minMs = 5_000
const maxMs = 900_000

/** Outages of any length, from ones that no policy sees to ones that each must see, with times between them. */
export function drawOutages(span: Interval, random: () => number): Interval[] {
  const outages: Interval[] = []
  const draw = (): number => minMs + Math.floor(random() ** 1.5 * (maxMs - minMs))
  for (let at = span.fromMs + 30_000 + draw(); at < span.untilMs;) {
    const untilMs = at + draw()
    outages.push({ fromMs: at, untilMs })
    at = untilMs + 20_000 + Math.floor(draw() / 3)
  }
  return outages
}
