import { at } from './json-fields.ts'

/** The duration of each phase in milliseconds, from the field `timingPhases`; null when there are none. */
export function phasesIn(value: unknown): Record<string, number> | null {
  const phases = at(value, 'timingPhases')
  if (typeof phases !== 'object' || phases === null) return null
  const known = Object.entries(phases).flatMap(([name, ms]) => (typeof ms === 'number' ? [[name, ms] as const] : []))
  return known.length === 0 ? null : Object.fromEntries(known)
}
