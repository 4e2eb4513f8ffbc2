import type { Search } from '../../../ui/search-state.ts'
import type { Check } from '../api.ts'

const hourMs = 3_600_000
/** The ranges of the strip, which end now. */
export const ranges = {
  '1h': hourMs,
  '4h': 4 * hourMs,
  '24h': 24 * hourMs,
  '7d': 7 * 24 * hourMs,
  '30d': 30 * 24 * hourMs,
} as const
export type RangeName = keyof typeof ranges
export const rangeNames = Object.keys(ranges) as readonly RangeName[]
const usual: RangeName = '4h'

const unitMs = { seconds: 1_000, minutes: 60_000, hours: hourMs, days: 24 * hourMs } as const
const periodsShown = 8

/** The range that is shown until somebody chooses another one: of a job that is rare, one that has some of its pings. */
export function usualRange({ heartbeat }: Pick<Check, 'heartbeat'>): RangeName {
  const periodMs = heartbeat ? heartbeat.period * unitMs[heartbeat.periodUnit] : 0
  return rangeNames.find((name) => ranges[name] >= Math.max(ranges[usual], periodsShown * periodMs)) ?? '30d'
}

/** Epoch milliseconds; the end lies outside. */
export interface TimeSpan {
  readonly fromMs: number
  readonly toMs: number
}

export const rangeNameOf = (search: Search, otherwise: RangeName): RangeName =>
  rangeNames.find((name) => name === search['r']) ?? otherwise

export const searchOfRange = (name: RangeName, otherwise: RangeName): Readonly<Record<string, string>> => ({
  r: name === otherwise ? '' : name,
  from: '',
  to: '',
})

/** The range until now. Its end moves by steps of a tick, so that what was read can be kept meanwhile. */
export function windowOf(name: RangeName, nowMs: number, points: number): TimeSpan {
  const lengthMs = ranges[name]
  const stepMs = Math.max(5_000, Math.ceil(lengthMs / points / 1000) * 1000)
  const toMs = Math.ceil(nowMs / stepMs) * stepMs
  return { fromMs: toMs - lengthMs, toMs }
}

/** The selection in the address, as far as there is one. */
export function brushOf(search: Search): TimeSpan | null {
  const [fromMs, toMs] = [Number(search['from']) * 1000, Number(search['to']) * 1000]
  return fromMs > 0 && toMs > fromMs ? { fromMs, toMs } : null
}

export const searchOfBrush = (brush: TimeSpan | null): Readonly<Record<string, string>> => ({
  from: brush ? String(Math.floor(brush.fromMs / 1000)) : '',
  to: brush ? String(Math.ceil(brush.toMs / 1000)) : '',
})

/** As the operations take it. */
export const queryOf = ({ fromMs, toMs }: TimeSpan): { readonly from: string; readonly to: string } => ({
  from: String(fromMs / 1000),
  to: String(toMs / 1000),
})
