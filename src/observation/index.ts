export type { PlannedCheck, Unobserved, UnservedPlace } from './decide-observation.ts'
export { findUnobserved, findUnobservedIds } from './find-unobserved.ts'
export { presentUnobserved } from './present-unobserved.ts'
