import type { Verification } from '../steps.ts'
import type { RepeatedOutcome } from './machine-tests.ts'
import type { FileReport } from './report.ts'

/** For a file, tests of machines aside, on a quiet machine. More is a reason to find out why, or to make two of it. */
const limitSeconds = 15
/** The same work uses up to half more where another file keeps the other half of a core busy: only above that it fails. */
const failingFactor = 1.5
/** How much an average file of a whole gate uses on the quiet machine that the limit is meant for. */
const usualAverage = 0.95
/** Above this, a machine is so busy that a file which it happened to stop looks expensive: no file fails. */
const busyAverage = 1.3 * usualAverage
const filesPrinted = 15
const machineProjects: ReadonlySet<string> = new Set(['selection', 'machine', 'alone', 'random'])

/** Files that used more processor time than a file may on this machine, in a whole run. */
export interface Excesses {
  readonly named: readonly string[]
  readonly failing: readonly string[]
}

/**
 * A slower or busier machine uses more processor time for every file, so the limit grows with the average of the run,
 * and where that is far above the usual one files are named only. A run of a few files has no average to compare with.
 */
export function excessesOf({ files }: RepeatedOutcome, isWhole: boolean): Excesses {
  const ofGate = files.filter(({ project }) => !machineProjects.has(project))
  const average = ofGate.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0) / Math.max(1, ofGate.length)
  const limit = limitSeconds * (isWhole ? Math.max(1, average / usualAverage) : 1)
  const isFailing = ({ cpuSeconds }: FileReport): boolean =>
    isWhole && average <= busyAverage && cpuSeconds > failingFactor * limit
  const above = ofGate.filter(({ cpuSeconds }) => cpuSeconds > limit)
  const describe = ({ file, cpuSeconds }: FileReport): string =>
    `${file} used ${cpuSeconds.toFixed(1)} s of processor time, more than ${limit.toFixed(1)}`
  return {
    named: above.filter((file) => !isFailing(file)).map(describe),
    failing: above.filter(isFailing).map(describe),
  }
}

/** The most expensive files, and what everything used by kind. */
export function costLines(outcome: RepeatedOutcome, verification: Verification): string[] {
  const byCost = outcome.files.toSorted((a, b) => b.cpuSeconds - a.cpuSeconds).slice(0, filesPrinted)
  const kinds = secondsByKind(outcome, verification)
  const total = [...kinds.values()].reduce((sum, seconds) => sum + seconds, 0)
  const parts = [...kinds].map(([kind, seconds]) => `${kind} ${seconds.toFixed(0)}`)
  return [
    'Seconds of processor time of the most expensive files:',
    ...byCost.map(({ file, cpuSeconds }) => `${cpuSeconds.toFixed(1).padStart(8)}  ${file}`),
    `Processor time: ${total.toFixed(0)} s (${parts.join(', ')})`,
  ]
}

function secondsByKind(outcome: RepeatedOutcome, verification: Verification): Map<string, number> {
  const kinds = new Map<string, number>()
  for (const { project, cpuSeconds } of outcome.files) {
    const kind = machineProjects.has(project) ? 'machine' : project
    kinds.set(kind, (kinds.get(kind) ?? 0) + cpuSeconds)
  }
  kinds.set('database', outcome.databaseSeconds)
  const counted = [...kinds.values()].reduce((sum, seconds) => sum + seconds, 0)
  kinds.set('verify', verification.cpuSeconds)
  // Workers start, and a process that a test did not wait for ends, outside of all files.
  kinds.set('everything else', Math.max(0, outcome.cpuSeconds - counted))
  return kinds
}
