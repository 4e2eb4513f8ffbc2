import type { FileReport } from './report.ts'
import { runRandomTests } from './random-tests.ts'
import { runVitest } from './vitest.ts'
import type { Outcome } from './vitest.ts'

/** A test that failed and passed when its file was run again, alone: a defect that has to be explained. */
export interface Unstable {
  readonly name: string
  /** The failure and what the file printed, then what it printed when the test passed. */
  readonly outputs: readonly [string, string]
}

export interface RepeatedOutcome extends Outcome {
  readonly unstable: readonly Unstable[]
}

const projects = ['selection', 'machine', 'alone']

/** Runs the tests of machines: those that `args` choose; without any all, and the tests that draw at random with a new seed. */
export async function runMachineTests(directory: string, args: readonly string[]): Promise<RepeatedOutcome> {
  if (args.length > 0) return withRepeats(directory, [await runVitest(directory, { projects, args })])
  const selection = await runSelection(directory)
  // Those that run beside others mostly wait, and those that draw at random never do.
  const beside = await Promise.all([runBesideOthers(directory), runRandomTests(directory)])
  return withRepeats(directory, [selection, ...beside, await runAlone(directory)])
}

export const runSelection = (directory: string): Promise<Outcome> => runVitest(directory, { projects: ['selection'] })
export const runBesideOthers = (directory: string): Promise<Outcome> => runVitest(directory, { projects: ['machine'] })
export const runAlone = (directory: string): Promise<Outcome> => runVitest(directory, { projects: ['alone'] })

/** Several outcomes as one, with what failed in tests of machines repeated when nothing else runs any more. */
export async function withRepeats(directory: string, outcomes: readonly Outcome[]): Promise<RepeatedOutcome> {
  const repeated: RepeatedOutcome[] = []
  for (const outcome of outcomes)
    repeated.push(await repeatFailures(outcome, (file) => runVitest(directory, { projects, args: [file] })))
  return combine(repeated)
}

/** Runs each file of these tests that failed once more, alone; what it comes to then counts. Repeats nothing else. */
export async function repeatFailures(
  outcome: Outcome,
  run: (file: string) => Promise<Outcome>,
): Promise<RepeatedOutcome> {
  const repeated: RepeatedOutcome[] = []
  for (const file of outcome.files.filter(({ failed, project }) => failed > 0 && projects.includes(project))) {
    process.stdout.write(`\n${file.file} failed and is run once more, alone.\n`)
    const again = await run(file.file)
    repeated.push({ ...again, unstable: unstableTests(file, again) })
  }
  const names = new Set(repeated.flatMap(({ files }) => files.map(({ file }) => file)))
  return combine([
    { ...outcome, files: outcome.files.filter(({ file }) => !names.has(file)), unstable: [] },
    ...repeated,
  ])
}

/** Outcomes of several runs of vitest as one. */
export const combine = (outcomes: readonly RepeatedOutcome[]): RepeatedOutcome => ({
  isSound: outcomes.every(({ isSound }) => isSound),
  files: outcomes.flatMap(({ files }) => files),
  unstable: outcomes.flatMap(({ unstable }) => unstable),
  cpuSeconds: outcomes.reduce((sum, { cpuSeconds }) => sum + cpuSeconds, 0),
  databaseSeconds: outcomes.reduce((sum, { databaseSeconds }) => sum + databaseSeconds, 0),
})

function unstableTests(first: FileReport, { files }: Outcome): Unstable[] {
  const second = files.find(({ file }) => file === first.file)
  if (second === undefined) return []
  const stillFailing = new Set(second.failures.map(({ name }) => name))
  return first.failures
    .filter(({ name }) => !stillFailing.has(name))
    .map(({ name, text }) => ({ name, outputs: [[text, ...first.output].join('\n'), second.output.join('\n')] }))
}
