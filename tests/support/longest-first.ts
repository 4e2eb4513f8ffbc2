import { BaseSequencer } from 'vitest/node'
import type { TestSpecification } from 'vitest/node'

/** Folders whose files take long although they are short. */
const longRunning = /\/tests\/(journeys|simulation|conformance)\//

/**
 * Starts first what takes longest: journeys, which mostly wait and leave the processor to the others, then simulations
 * and conformance. Within them what failed in the last run is first, then what took longest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ project, moduleId }: TestSpecification): number {
  if (project.config.isolate) return 0
  return longRunning.test(moduleId) ? 1 : 2
}
