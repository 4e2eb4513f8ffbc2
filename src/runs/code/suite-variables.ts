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

interface SuiteRun {
  readonly checkId: string
  readonly location: string
  readonly runSource: RunSource
}

/** In drop-in mode also by the names that configurations ask for which were written for the hosted product. */
const prefixes = (isDropIn: boolean): readonly string[] => (isDropIn ? ['SERVICE', 'CHECKLY'] : ['SERVICE'])

/** The built-in variables that only suites have. */
export const suiteVariables = (
  { checkId, location, runSource }: SuiteRun,
  isDropIn: boolean,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    prefixes(isDropIn).flatMap((prefix) => [
      [prefix, '1'],
      [`${prefix}_RUN_SOURCE`, runSource],
      [`${prefix}_CHECK_ID`, checkId],
      [`${prefix}_REGION`, location],
    ]),
  ),
  ...(automated.has(runSource) && { CI: '1' }),
})
