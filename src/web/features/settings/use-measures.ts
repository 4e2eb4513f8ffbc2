import { lateTexts } from '../../strings/late.ts'
import type { Option } from '../../ui/select.tsx'
import type { Entitlements, UseHistory } from './api.ts'

const words = lateTexts.installation.account
type Day = UseHistory['days'][number]

export interface Measure extends Option<string> {
  readonly of: (day: Day) => number
  readonly isBytes?: true
  /** Undefined: there is no limit. */
  readonly limit?: number | undefined
}

/** The series that can be shown: runs and storage first, then each entitlement that was ever used, by name. */
export function measuresOf(days: readonly Day[], plan: Entitlements): readonly Measure[] {
  const entitlements = new Map(plan.entitlements.map((one) => [one.key, one]))
  const used = new Set(
    days.flatMap((day) => day.entitlements.filter(({ used: count }) => count > 0).map(({ key }) => key)),
  )
  const others = [...used].map((key): Measure => {
    const { name = key, quantity } = entitlements.get(key) ?? {}
    const of = (day: Day): number => day.entitlements.find((one) => one.key === key)?.used ?? 0
    return { value: key, label: words.names[key] ?? name, of, limit: quantity }
  })
  return [
    { value: 'runs', label: words.history.runs, of: ({ runs }) => runs },
    { value: 'storage', label: words.storage, of: ({ bytes }) => bytes, isBytes: true },
    ...others.toSorted((one, other) => one.label.localeCompare(other.label)),
  ]
}
