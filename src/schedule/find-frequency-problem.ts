import { checkTypes } from '#contract'
import type { CheckType, CheckTypeDescriptor, FaultCode, FieldProblem, Violation } from '#contract'
import type { Frequency } from './interval-ms.ts'

/** A problem of settings: a row of the faults table, the values of its message, and the rule of the field. */
export interface SettingsProblem {
  readonly code: FaultCode
  readonly values: Readonly<Record<string, string | number>>
  readonly problems: readonly FieldProblem[]
}

export interface TypedFrequency extends Frequency {
  readonly checkType: CheckType
}

const subMinuteOffsets: readonly number[] = [10, 20, 30]

/**
 * Validates a frequency with its offset; null when they are valid. The check types table says which types may run
 * sub-minute, some of them in drop-in mode only. Inbound checks are not scheduled, so their frequency is not validated.
 */
export function findFrequencyProblem(settings: TypedFrequency, isDropIn = false): SettingsProblem | null {
  const row: CheckTypeDescriptor = checkTypes[settings.checkType]
  if (row.execution === 'inbound') return null
  if (settings.frequency === 0) return findSubMinuteProblem(settings, row, isDropIn)
  return findLeastProblem(settings, row) ?? findOffsetProblem(settings)
}

/** Validates the seconds between runs while a check is failing; null when they are valid, or the check is not scheduled. */
export function findFailingFrequencyProblem(
  { checkType, seconds }: { readonly checkType: CheckType; readonly seconds: number | null | undefined },
  isDropIn = false,
): SettingsProblem | null {
  const { execution, subMinute, leastFrequency = 1 }: CheckTypeDescriptor = checkTypes[checkType]
  const isAny = execution === 'inbound' || (subMinute === 'drop-in' ? isDropIn : subMinute)
  const least = leastFrequency * 60
  if (isAny || typeof seconds !== 'number' || seconds >= least) return null
  const rule = `use ${least} seconds or more for frequencyWhileFailing.`
  return {
    code: 'FREQUENCY_NOT_ALLOWED',
    values: { frequency: `of ${seconds} seconds while failing`, checkType, rule },
    problems: [{ path: 'frequencyWhileFailing', rule: 'minimum', parameters: { limit: least } }],
  }
}

function findSubMinuteProblem(
  settings: TypedFrequency,
  { subMinute, leastFrequency = 1 }: CheckTypeDescriptor,
  isDropIn: boolean,
): SettingsProblem | null {
  const isPossible = subMinute === 'drop-in' ? isDropIn : subMinute
  if (!isPossible) return frequencyProblem(settings, leastFrequency)
  if (subMinuteOffsets.includes(settings.frequencyOffset ?? 0)) return null
  const violation: Violation = { rule: 'enum', parameters: { allowed: subMinuteOffsets } }
  return offsetProblem(settings, 'use 10, 20 or 30, the seconds between runs.', violation)
}

const findLeastProblem = (
  settings: TypedFrequency,
  { leastFrequency = 1 }: CheckTypeDescriptor,
): SettingsProblem | null => (settings.frequency < leastFrequency ? frequencyProblem(settings, leastFrequency) : null)

const frequencyProblem = ({ checkType, frequency }: TypedFrequency, least: number): SettingsProblem => ({
  code: 'FREQUENCY_NOT_ALLOWED',
  values: { frequency, checkType, rule: `use a frequency of ${least} or more.` },
  problems: [{ path: 'frequency', rule: 'minimum', parameters: { limit: least } }],
})

function findOffsetProblem(settings: TypedFrequency): SettingsProblem | null {
  const { frequency, frequencyOffset } = settings
  if (frequencyOffset === undefined || frequencyOffset === null) return null
  const highest = highestOffset(frequency)
  const fits = Number.isInteger(frequencyOffset) && frequencyOffset >= 1 && frequencyOffset <= highest
  const violation: Violation = { rule: 'range', parameters: { minimum: 1, maximum: highest } }
  return fits ? null : offsetProblem(settings, `use a whole number from 1 to ${highest}, or leave it out.`, violation)
}

const highestOffset = (frequency: number): number =>
  frequency <= 60 ? Math.floor(frequency * 10) : Math.ceil(frequency / 60)

const offsetProblem = (
  { frequency, frequencyOffset }: Frequency,
  rule: string,
  violation: Violation,
): SettingsProblem => ({
  code: 'FREQUENCY_OFFSET_INVALID',
  values: { frequency, offset: frequencyOffset ?? 'null', rule },
  problems: [{ path: 'frequencyOffset', ...violation }],
})
