// A separate process for work on what strangers sent, with limits of time and memory. Takes a program and orders for it.
// Returns its answers, or that there is none within the limits.
export { WorkProcess } from './work-process.ts'
export type { WorkLimits } from './work-process.ts'
