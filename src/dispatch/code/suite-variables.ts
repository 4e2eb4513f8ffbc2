import type { RunSource } from '#contract'

/** Runs that a command line or a deployment started, where tools expect to be told that no person watches. */
const automated: ReadonlySet<RunSource> = new Set([
  'DEPLOYMENT',
  'DEPLOYMENT_CACHE_WARMER',
  'TEST_NO_RECORD',
  'TEST_RECORD',
  'TRIGGER_NO_RECORD',
  'TRIGGER_RECORD',
])

/** The built-in variables that only suites have. */
export const suiteVariables = (run: {
  readonly checkId: string
  readonly location: string
  readonly runSource: RunSource
}): Readonly<Record<string, string>> => ({
  SERVICE: '1',
  SERVICE_RUN_SOURCE: run.runSource,
  SERVICE_CHECK_ID: run.checkId,
  SERVICE_REGION: run.location,
  ...(automated.has(run.runSource) && { CI: '1' }),
})
