import type { Verification } from '../steps.ts'
import type { RepeatedOutcome } from './machine-tests.ts'
import type { FileReport } from './report.ts'

/** What a test file may use, tests of machines aside. More is a reason to find out why, or to make two of it. */
const limitSeconds = 15
/** The same work uses up to half more where another file keeps the other half of a core busy: only above that it fails. */
const failingSeconds = 1.5 * limitSeconds
const filesPrinted = 15
const machineProjects: ReadonlySet<string> = new Set(['selection', 'machine', 'alone', 'random'])

/** The files that used more processor time than a file may: those that fail the run, or those that are only named. */
export const filesAboveLimit = ({ files }: RepeatedOutcome, kind: 'failing' | 'named'): FileReport[] =>
  files.filter(
    ({ cpuSeconds, project }) =>
      cpuSeconds > limitSeconds &&
      cpuSeconds > failingSeconds === (kind === 'failing') &&
      !machineProjects.has(project),
  )

export const describeExcess = ({ file, cpuSeconds }: FileReport): string =>
  `${file} used ${cpuSeconds.toFixed(1)} s of processor time, more than ${limitSeconds}`

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
