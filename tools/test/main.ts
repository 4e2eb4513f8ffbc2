import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { verify } from '../steps.ts'
import type { Verification } from '../steps.ts'
import { changedFiles, testsConcernedBy } from './changed.ts'
import { secondsOfEndedChild } from './cpu-time.ts'
import { endWhenInterrupted } from './interruption.ts'
import { runAlone, runBesideOthers, runMachineTests, runSelection, withRepeats } from './machine-tests.ts'
import type { RepeatedOutcome } from './machine-tests.ts'
import { runRandomTests } from './random-tests.ts'
import { openRunDirectory } from './run-directory.ts'
import { summarise } from './summary.ts'
import { writeTestTimes } from './test-times.ts'
import { runVitest, watchTests } from './vitest.ts'

// Without arguments the gate: every test but those of machines, then the quick checks beside the short selection of these.
// `--machine` runs the tests of machines, `--all` the gate and these, whatever fails. Other arguments go to vitest (a path,
// `-t name`, `--watch`), and then only the tests they choose run. `--changed` chooses those that the files concern which
// differ from the last commit, or from the commit that follows.
const run = openRunDirectory()
endWhenInterrupted(run)
const hasPassed = await start(process.argv.slice(2))
await run.close()
process.exit(hasPassed ? 0 : 1)

async function start(args: readonly string[]): Promise<boolean> {
  const [mode, ...rest] = args
  if (args.includes('--watch') || args.includes('-w')) return watchTests(args)
  if (mode === '--machine') return conclude(await runMachineTests(run.path, rest), { failed: [], cpuSeconds: 0 })
  if (mode === undefined || mode === '--all') return runGate(mode)
  if (mode === '--changed') return runChanged(rest)
  return runChosen(args)
}

async function runChosen(args: readonly string[]): Promise<boolean> {
  return conclude({ ...(await runVitest(run.path, { args })), unstable: [] })
}

async function runChanged([base = 'HEAD', ...args]: readonly string[]): Promise<boolean> {
  const changed = changedFiles(base)
  const { tests, unknown } = testsConcernedBy(changed)
  process.stdout.write(`${changed.length} files differ from ${base} and concern ${tests.length} test files.\n`)
  if (unknown.length > 0)
    process.stdout.write(`No test loads these; only the whole gate says what they change:\n  ${unknown.join('\n  ')}\n`)
  return tests.length === 0 || runChosen([...tests, ...args])
}

/**
 * The gate. With `--all` also the tests of machines: those that mostly wait run beside the others, those that need the machine
 * for themselves at the end. The selection mostly waits too, one test at a time: the quick checks use the processors meanwhile.
 */
async function runGate(mode = ''): Promise<boolean> {
  const isAll = mode === '--all'
  const endPreparation = prepare(mode)
  const beside = isAll ? runBesideOthers(run.path) : []
  const outcomes = [await runVitest(run.path, { projects: ['!selection', '!machine', '!alone'] })]
  if (isAll) outcomes.push(await runRandomTests(run.path))
  outcomes.push(...[await beside].flat())
  const [verification, selection] = await Promise.all([verify(), runSelection(run.path)])
  outcomes.push(selection)
  endPreparation()
  if (isAll) outcomes.push(await runAlone(run.path))
  return conclude(await withRepeats(run.path, outcomes), verification)
}

/** With a verification, which is a whole run, it ends with what the run cost. */
function conclude(outcome: RepeatedOutcome, verification?: Verification): boolean {
  const measured = outcome.files.filter(({ cpuSeconds }) => cpuSeconds > 0)
  // With a name, only a part of a file is run.
  if (!process.argv.includes('-t'))
    writeTestTimes(Object.fromEntries(measured.map(({ file, cpuSeconds }) => [file, cpuSeconds])))
  const { lines, hasPassed: isGood } = summarise(outcome, verification)
  process.stdout.write(`${lines.join('\n')}\n`)
  return isGood
}

/** What several tests need and wait for, once for a machine: the interface is built and runtimes are installed beside the tests. */
function prepare(mode: string): () => void {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'prepare.ts'), mode], { stdio: 'ignore' })
  child.on('error', () => {})
  // What it used is nobody's: it is taken from what ends next.
  child.on('exit', () => void secondsOfEndedChild())
  child.unref()
  return () => void child.kill()
}
