import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { secondsOfEndedChild } from './cpu-time.ts'
import { takeDatabaseSeconds } from './database-seconds.ts'
import { isInterrupted } from './interruption.ts'
import { reportVariable } from './report.ts'
import type { FileReport, Report } from './report.ts'

const root = join(import.meta.dirname, '../..')
const program = join(root, 'node_modules', 'vitest', 'vitest.mjs')

/** What one run of vitest came to. */
export interface Outcome {
  /** Whether nothing failed but tests: no error outside them, no lost report. */
  readonly isSound: boolean
  readonly files: readonly FileReport[]
  /** Processor time of everything, and what of it the database of the run used. */
  readonly cpuSeconds: number
  readonly databaseSeconds: number
}

export interface Choice {
  /** Default: all that have a file among the arguments. */
  readonly projects?: readonly string[]
  readonly args?: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

/** Runs the chosen tests once. `directory` is that of the run. */
export async function runVitest(
  directory: string,
  { projects = [], args = [], environment = {} }: Choice,
): Promise<Outcome> {
  // Two run at the same time.
  const reportFile = join(directory, `report-${randomUUID()}.json`)
  const reporters = ['--reporter=default', `--reporter=${join(import.meta.dirname, 'reporter.ts')}`]
  const chosen = projects.map((project) => `--project=${project}`)
  const code = await execute(['run', ...reporters, ...chosen, ...args], {
    ...environment,
    [reportVariable]: reportFile,
  })
  const cpuSeconds = secondsOfEndedChild()
  const report = readReport(reportFile)
  rmSync(reportFile, { force: true })
  const isSound = report.unhandled === 0 && (code === 0 || report.files.some(({ failed }) => failed > 0))
  return { isSound, files: report.files, cpuSeconds, databaseSeconds: takeDatabaseSeconds(directory) }
}

/** Runs them again at every change, until it is interrupted. */
export async function watchTests(args: readonly string[]): Promise<boolean> {
  return (await execute(['watch', ...args], {})) === 0
}

function execute(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<number> {
  const env = { ...process.env, ...environment }
  const child = spawn(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit', env })
  return new Promise((resolve) => {
    const end = (code: number): void => void (isInterrupted() || resolve(code))
    child.on('error', () => end(1))
    child.on('exit', (code) => end(code ?? 1))
  })
}

const lost: FileReport = {
  file: 'The test runner',
  project: 'runner',
  passed: 0,
  failed: 1,
  skipped: 0,
  cpuSeconds: 0,
  failures: [{ name: 'The test runner left no report.', text: 'The test runner left no report.' }],
  output: [],
}

function readReport(file: string): Report {
  try {
    return parseReport(readFileSync(file, 'utf8'))
  } catch {
    return { files: [lost], unhandled: 0 }
  }
}

/** Written by the reporter of this run and of its shape. */
const parseReport = (text: string): Report => JSON.parse(text) as Report
