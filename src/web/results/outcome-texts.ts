import { lateTexts } from '../strings/late.ts'
import type { State } from '../ui/status.tsx'

/** The reason of an outcome for which the service sends no message. */
export const outcomeTexts: Readonly<Partial<Record<State, string>>> = {
  DEGRADED: lateTexts.result.degraded,
  UNKNOWN: lateTexts.result.unknown,
}
