import type { RouteHop, RouteLatency } from '#contract'
import { roundMs } from '../outcome.ts'

/** The probes of one hop. */
export class HopRecord {
  sent = 0
  readonly rtts: number[] = []
  readonly #answers = new Map<string, number>()

  note(address: string, rtt: number): void {
    this.rtts.push(roundMs(rtt))
    this.#answers.set(address, (this.#answers.get(address) ?? 0) + 1)
  }

  /** The address that answered most often: some routes share their load between several. */
  get address(): string | null {
    const [first] = [...this.#answers].toSorted(([, a], [, b]) => b - a)
    return first ? first[0] : null
  }
}

/** Mean, extremes and standard deviation; null without values. */
export function statisticsOf(rtts: readonly number[]): RouteLatency | null {
  if (rtts.length === 0) return null
  const avg = rtts.reduce((sum, rtt) => sum + rtt, 0) / rtts.length
  const variance = rtts.reduce((sum, rtt) => sum + (rtt - avg) ** 2, 0) / rtts.length
  return { avg: roundMs(avg), min: Math.min(...rtts), max: Math.max(...rtts), stdDev: roundMs(Math.sqrt(variance)) }
}

/** A hop as the result shows it, without its name. */
export function hopOf(number: number, record: HopRecord): RouteHop {
  const { sent, rtts, address } = record
  const statistics = statisticsOf(rtts)
  return {
    hop_number: number,
    main_ip: address,
    sent,
    received: rtts.length,
    loss_percentage: sent === 0 ? 100 : Math.round((1 - rtts.length / sent) * 10_000) / 100,
    ...(statistics && {
      rtt: {
        last_ms: rtts.at(-1) ?? 0,
        avg_ms: statistics.avg,
        best_ms: statistics.min,
        worst_ms: statistics.max,
        stddev_ms: statistics.stdDev,
      },
    }),
  }
}
