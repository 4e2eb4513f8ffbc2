import type { CheckDefinition } from '#contract'
import type { CheckInput } from './check-input.ts'
import { pickGiven } from './pick-given.ts'
import { settingsOf } from './settings-of-input.ts'

const plainFields = [
  'name',
  'activated',
  'muted',
  'groupId',
  'groupOrder',
  'tags',
  'frequency',
  'runParallel',
] as const satisfies readonly (keyof CheckInput & keyof CheckDefinition)[]

/** A check after a body: an absent field keeps its value, null clears it. Judges nothing but what cannot be stored. */
export const applyInput = (check: CheckDefinition, given: CheckInput): CheckDefinition => ({
  ...check,
  ...pickGiven(given, plainFields),
  frequencyOffset: frequencyOffsetOf(check, given),
  locations: given.locations === undefined ? check.locations : (given.locations ?? []),
  privateLocations: given.privateLocations === undefined ? check.privateLocations : (given.privateLocations ?? []),
  settings: settingsOf(check, given),
})

/**
 * An offset belongs to its frequency: seconds below a minute, slots above. So another frequency drops it unless a new
 * one comes with it.
 */
function frequencyOffsetOf(check: CheckDefinition, given: CheckInput): number | null {
  if (given.frequencyOffset !== undefined) return given.frequencyOffset
  const keepsFrequency = given.frequency === undefined || given.frequency === check.frequency
  return keepsFrequency ? check.frequencyOffset : null
}
