import type { State } from '../ui/status.tsx'

/** The states of checks in the order in which lists name them. */
export const states = [
  'FAILING',
  'DEGRADED',
  'UNKNOWN',
  'PENDING',
  'PASSING',
  'PAUSED',
] as const satisfies readonly State[]
