import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'

export interface TestRun {
  /** The tests that failed, as `file › name`. */
  readonly red: readonly string[]
  readonly passed: number
  /** Why there is no answer: files that do not load, or no end. Null when every file was run. */
  readonly problem: string | null
}

export interface ChosenTests {
  readonly tests: readonly string[]
  readonly names?: string | undefined
}

/** Longer than any test may take: a hang ends by the limit of the test, which says so. */
const limitMs = 25 * 60_000

/** Runs tests of a tree. Processes that they leave behind end with them. */
export async function runTests(
  tree: string,
  { tests, names }: ChosenTests,
  options: { readonly environment: NodeJS.ProcessEnv; readonly signal: AbortSignal },
): Promise<TestRun> {
  const report = join(tree, '.cache', 'fault-report.json')
  mkdirSync(join(tree, '.cache'), { recursive: true })
  rmSync(report, { force: true })
  const vitest = join(tree, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=json', `--outputFile=${report}`]
  const args = [vitest, 'run', ...reporters, ...tests, ...(names === undefined ? [] : ['-t', names])]
  // A separate process group, which ends as a whole.
  const child = spawn(process.execPath, args, {
    cwd: tree,
    env: options.environment,
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  })
  const hasEnded = await endOf(child, options.signal)
  if (!hasEnded) return { red: [], passed: 0, problem: 'The tests did not end.' }
  return existsSync(report)
    ? readReport(tree, readFileSync(report, 'utf8'))
    : { red: [], passed: 0, problem: 'The test runner left no report.' }
}

/** Whether it ended by itself. */
function endOf(child: ChildProcess, signal: AbortSignal): Promise<boolean> {
  const stop = AbortSignal.any([signal, AbortSignal.timeout(limitMs)])
  const kill = (): void => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
  }
  stop.addEventListener('abort', kill)
  child.stderr?.resume()
  return new Promise((resolve) => {
    const settle = (): void => {
      stop.removeEventListener('abort', kill)
      resolve(!stop.aborted)
    }
    child.once('error', settle)
    child.once('exit', settle)
  })
}

interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly status: string
    readonly message: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

/** Only this tool reads what the test runner wrote for it. */
const parsed = (text: string): Report => JSON.parse(text) as Report

function readReport(tree: string, text: string): TestRun {
  const files = parsed(text).testResults
  const results = files.flatMap(({ name, assertionResults }) =>
    assertionResults.map((result) => ({ ...result, title: `${relative(tree, name)} › ${result.fullName}` })),
  )
  const failed = results.filter(({ status }) => status === 'failed')
  const red = failed.map(({ title, failureMessages }) => `${title}${isOwnLimit(failureMessages) ? ' (its limit)' : ''}`)
  const passed = results.filter(({ status }) => status === 'passed').length
  const broken = files.find((file) => file.status === 'failed' && !hasFailedTest(file))
  const problem = broken ? `${relative(tree, broken.name)} failed outside its tests: ${broken.message}` : null
  return { red, passed, problem: red.length > 0 ? null : problem }
}

const hasFailedTest = ({ assertionResults }: Report['testResults'][number]): boolean =>
  assertionResults.some(({ status }) => status === 'failed')

const isOwnLimit = (messages: readonly string[] | null): boolean =>
  messages?.some((message) => /^(?:Error: )?Test timed out in/.test(message)) === true
