import type { SettingSource } from '#contract'
import { fillPlaces, reasons, writeReason } from '#contract/reasons'
import type { ReasonCode } from '#contract/reasons'

/** One sentence of an explanation, with the values in it. */
export interface Step {
  readonly code: ReasonCode
  readonly params: Readonly<Record<string, string | number>>
  /** In English. */
  readonly text: string
}

export function step<C extends ReasonCode>(...[code, given]: Parameters<typeof writeReason<C>>): Step {
  const values = Object.entries<unknown>({ ...given })
  const params = Object.fromEntries(
    values.map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  )
  return { code, params, text: fillPlaces(reasons[code], params) }
}

/** `2026-03-01 12:00:00`, in UTC. */
export const dateText = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** Where a setting comes from, as sentences say it. */
export function setOn(source: SettingSource, group: string | null): string {
  if (source === 'GROUP') return writeReason('SET_ON_GROUP', { name: group ?? '' })
  return writeReason(source === 'CHECK' ? 'SET_ON_CHECK' : source === 'ACCOUNT' ? 'SET_ON_ACCOUNT' : 'SET_BY_DEFAULT')
}
