// Settings tried on stored history by the functions that decide live, noise of checks and channels, and proposals. Input:
// a caller, a range and proposed settings. Output: alerts and outages as they would have been. Nothing is changed.
export { backTestCheck, backTestChecks } from './back-test.ts'
export { getNoise } from './noise.ts'
