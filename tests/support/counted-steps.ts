import { Session } from 'node:inspector'

// The engine counts only in what it compiles after this, so the session starts with the first import and stays.
const session = new Session()
session.connect()
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
    for (const { functions } of coverage.result)
      for (const { ranges } of functions) for (const { count } of ranges) steps += count
  })
  return steps
}
