import type { CheckDefinition } from '#contract'
import { findFrequencyProblem } from '#schedule'
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

/** A check after a body: an absent field keeps its value, null clears it. Rejects only what cannot be stored. */
export const applyInput = (check: CheckDefinition, given: CheckInput): CheckDefinition => ({
  ...check,
  ...pickGiven(given, plainFields),
  frequencyOffset: frequencyOffsetOf(check, given),
  locations: given.locations === undefined ? check.locations : (given.locations ?? []),
  privateLocations: given.privateLocations === undefined ? check.privateLocations : (given.privateLocations ?? []),
  settings: settingsOf(check, given),
})

/**
 * An absent offset is kept when the new frequency uses the same unit and its range includes it: seconds below a minute,
 * slots of six seconds up to an hour, hours above. Otherwise it is cleared.
 */
function frequencyOffsetOf(check: CheckDefinition, given: CheckInput): number | null {
  if (given.frequencyOffset !== undefined) return given.frequencyOffset
  const { checkType, frequencyOffset } = check
  const frequency = given.frequency ?? check.frequency
  if (frequency === check.frequency) return frequencyOffset
  const isSameUnit = offsetUnit(frequency) === offsetUnit(check.frequency)
  return isSameUnit && !findFrequencyProblem({ checkType, frequency, frequencyOffset }) ? frequencyOffset : null
}

const offsetUnit = (frequency: number): string => (frequency === 0 ? 'second' : frequency <= 60 ? 'slot' : 'hour')
