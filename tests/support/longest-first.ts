import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Folders whose files take long although they are short. */
const longRunning = /\/tests\/(journeys|simulation|conformance)\//

/** Files that take longest, longest first: a fresh clone has no durations of an earlier run. */
const longest = [
  'tests/journeys/clock-with-database.test.ts',
  'tests/journeys/kill.test.ts',
  'tests/journeys/test-file-checks.test.ts',
  'tests/journeys/standstill.test.ts',
  'tests/journeys/clock-and-alerts.test.ts',
  'tests/journeys/clock.test.ts',
  'tests/journeys/test-session.test.ts',
  'tests/journeys/check-type.test.ts',
  'tests/journeys/silences.test.ts',
  'tests/journeys/ssl-checks.test.ts',
  'tests/journeys/two-servers.test.ts',
  'tests/journeys/command-line.test.ts',
  'tests/conformance/omitted-fields.test.ts',
  'tests/conformance/operations.test.ts',
  'tests/conformance/fuzz.test.ts',
  'src/scripting/playwright/playwright.test.ts',
  'src/storage/embedded/start-embedded-postgres.test.ts',
  'src/scripting/runtimes/runtimes.test.ts',
]

/**
 * Starts first what takes longest: journeys, which mostly wait and leave the processor to the others, then simulations
 * and conformance. Within them come the files listed above, then the others: what failed in the last run, then what took
 * longest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b) || placeOf(a) - placeOf(b))
  }
}

function rankOf({ project, moduleId }: TestSpecification): number {
  if (project.config.isolate) return 0
  return longRunning.test(moduleId) || placeOf({ moduleId }) < longest.length ? 1 : 2
}

function placeOf({ moduleId }: Pick<TestSpecification, 'moduleId'>): number {
  const place = longest.findIndex((path) => moduleId.endsWith(`/${path}`))
  return place === -1 ? longest.length : place
}
