import { lateTexts } from '../strings/late.ts'

/** The value of a field as people read it; empty for null. */
export const valueText = (value: string | number | boolean | null): string =>
  typeof value === 'boolean' ? lateTexts.effectiveSettings[value ? 'yes' : 'no'] : String(value ?? '')
