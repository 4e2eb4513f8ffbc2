import { writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import type { Profiler } from 'node:inspector'
import { join } from 'node:path'
import { env, pid } from 'node:process'

// The engine counts only in what it compiles after this, so the session starts with the first import and stays.
const session = new Session()
session.connect()
let taken = 0
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })

/**
 * How many blocks of JavaScript some work executes, in our code and in the libraries it uses: functions, branches and
 * turns of loops, as the engine counts them for coverage. Unlike seconds the number is the same on a busy machine.
 * Searches inside the engine (regular expressions, `indexOf`) are not counted.
 */
export function countedSteps(work: () => void): number {
  takeSteps()
  work()
  return takeSteps()
}

/** The steps since it was called before. */
function takeSteps(): number {
  let steps = 0
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error
    keepForCoverage(coverage)
    for (const { functions } of coverage.result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count
  })
  return steps
}

/** Taking the counts resets them, so `npm run coverage` gets what was taken. */
function keepForCoverage(coverage: Profiler.TakePreciseCoverageReturnType): void {
  const directory = env['NODE_V8_COVERAGE']
  if (directory === undefined) return
  taken += 1
  writeFileSync(join(directory, `steps-${pid}-${taken}.json`), JSON.stringify(coverage))
}
