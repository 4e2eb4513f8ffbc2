import { writeFileSync } from 'node:fs'
import type { SerializedError, UserConsoleLog } from 'vitest'
import type { Reporter, TestCase, TestModule } from 'vitest/node'
import { reportVariable } from './report.ts'
import type { Failure, FileReport, Report } from './report.ts'

const linesKept = 200

/**
 * Prints each failed test at the moment it fails, so that failures are visible before a long run ends, and writes a
 * `Report` to the path in `BELFRY_TEST_REPORT`.
 */
export default class RunReporter implements Reporter {
  readonly #output = new Map<string, string[]>()

  onUserConsoleLog({ taskId, content }: UserConsoleLog): void {
    const [module = ''] = taskId?.split('_') ?? []
    const lines = [...(this.#output.get(module) ?? []), ...content.trimEnd().split('\n')]
    this.#output.set(module, lines.slice(-linesKept))
  }

  onTestCaseResult(testCase: TestCase): void {
    if (testCase.result().state === 'failed') process.stdout.write(`FAILED ${failureOf(testCase).text}\n`)
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[reportVariable]
    if (path === undefined) return
    const files = modules.map((module) => ({ ...describeFile(module), output: this.#output.get(module.id) ?? [] }))
    const report: Report = { files, unhandled: unhandled.length }
    writeFileSync(path, JSON.stringify(report))
  }
}

function describeFile(module: TestModule): Omit<FileReport, 'output'> {
  const counts = { passed: 0, failed: 0, skipped: 0, pending: 0 }
  const failures: Failure[] = []
  for (const testCase of module.children.allTests()) {
    const { state } = testCase.result()
    counts[state] += 1
    if (state === 'failed') failures.push(failureOf(testCase))
  }
  if (module.state() === 'failed' && failures.length === 0) failures.push(failureOutside(module))
  return {
    file: module.relativeModuleId,
    project: module.project.name,
    passed: counts.passed,
    failed: failures.length,
    skipped: counts.skipped + counts.pending,
    cpuSeconds: module.meta().cpuSeconds ?? 0,
    failures,
  }
}

function failureOf(testCase: TestCase): Failure {
  const name = `${testCase.module.relativeModuleId} > ${testCase.fullName}`
  return describe(name, testCase.result().errors ?? [])
}

function failureOutside(module: TestModule): Failure {
  const inSuites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  return describe(`${module.relativeModuleId}, outside its tests`, [...module.errors(), ...inSuites])
}

function describe(name: string, [error]: readonly SerializedError[]): Failure {
  const [frame] = error?.stacks ?? []
  const place = frame === undefined ? [] : [`  at ${frame.file}:${frame.line}:${frame.column}`]
  return { name, text: [name, `  ${error?.message ?? 'no message'}`, ...place].join('\n') }
}
