import type { State } from '../../ui/status.tsx'

const troubled: ReadonlySet<State> = new Set(['FAILING', 'DEGRADED'])

/** Whether a check in this state needs somebody. */
export const isInTrouble = (state: State): boolean => troubled.has(state)
