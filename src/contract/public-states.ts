/**
 * The state of a service, a page or a day, from best to worst: severities of incidents on services, and impacts of
 * incidents on components.
 */
export const publicStates = [
  'OPERATIONAL',
  'MAINTENANCE',
  'UNDER_MAINTENANCE',
  'MINOR',
  'DEGRADED_PERFORMANCE',
  'MEDIUM',
  'MAJOR',
  'PARTIAL_OUTAGE',
  'CRITICAL',
  'MAJOR_OUTAGE',
] as const
export type PublicState = (typeof publicStates)[number]
