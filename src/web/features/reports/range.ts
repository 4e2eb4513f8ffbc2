import type { Search } from '../../ui/search-state.ts'

export const rangeNames = [
  '24h',
  '7d',
  '30d',
  '90d',
  'thisWeek',
  'lastWeek',
  'thisMonth',
  'lastMonth',
  'custom',
] as const
export type RangeName = (typeof rangeNames)[number]

/** Instants in ISO 8601; without `to` until now, without `previousFrom` compared with as much time before. */
export interface Range {
  readonly from: string
  readonly to?: string
  readonly previousFrom?: string
}

export const rangeNameOf = ({ range }: Search): RangeName => rangeNames.find((name) => name === range) ?? '30d'

const dayMs = 86_400_000
const dayText = /^\d{4}-\d{2}-\d{2}$/

/** The range of an address, in days of the reader. */
export function rangeOf(search: Search, nowMs: number): Range {
  const name = rangeNameOf(search)
  const today = new Date(nowMs)
  const day = (year: number, month: number, date: number): string => new Date(year, month, date).toISOString()
  const [year, month, date] = [today.getFullYear(), today.getMonth(), today.getDate()]
  const monday = date - ((today.getDay() + 6) % 7)
  const rolling = (days: number): Range => ({ from: new Date(nowMs - days * dayMs).toISOString() })
  const ranges: { readonly [N in RangeName]: () => Range } = {
    '24h': () => rolling(1),
    '7d': () => rolling(7),
    '30d': () => rolling(30),
    '90d': () => rolling(90),
    thisWeek: () => ({ from: day(year, month, monday), previousFrom: day(year, month, monday - 7) }),
    lastWeek: () => ({
      from: day(year, month, monday - 7),
      to: day(year, month, monday),
      previousFrom: day(year, month, monday - 14),
    }),
    thisMonth: () => ({ from: day(year, month, 1), previousFrom: day(year, month - 1, 1) }),
    lastMonth: () => ({
      from: day(year, month - 1, 1),
      to: day(year, month, 1),
      previousFrom: day(year, month - 2, 1),
    }),
    custom: () => customRange(search) ?? rolling(30),
  }
  return ranges[name]()
}

/** Both days belong to it. Null while they are no range. */
function customRange({ from = '', to = '' }: Search): Range | null {
  if (!dayText.test(from) || !dayText.test(to) || from > to) return null
  const end = new Date(`${to}T00:00:00`)
  end.setDate(end.getDate() + 1)
  const start = new Date(`${from}T00:00:00`)
  if (Number.isNaN(start.getTime()) || Number.isNaN(end.getTime())) return null
  return { from: start.toISOString(), to: end.toISOString() }
}
