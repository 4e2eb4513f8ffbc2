import { listIn, numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import { plainText } from '../script/script-steps.ts'
import type { ScriptStep } from '../script/script-steps.ts'

/** How a test of a suite ended, the worst first. */
const suiteEnds = ['unexpected', 'flaky', 'skipped', 'expected'] as const
export type SuiteEnd = (typeof suiteEnds)[number]

export interface SuiteAttempt {
  readonly status: string
  readonly duration: number
  readonly errors: readonly string[]
  readonly steps: readonly ScriptStep[]
  /** Paths of what it attached, as the run saw them. */
  readonly files: readonly string[]
}

/** A test of a project of a suite, with each time it ran. */
export interface SuiteTest {
  /** Of its describe blocks and its own. */
  readonly titles: readonly string[]
  readonly file: string
  readonly line: number | null
  readonly project: string
  readonly end: SuiteEnd
  /** Of all its attempts, milliseconds. */
  readonly duration: number
  readonly attempts: readonly SuiteAttempt[]
}

const deepest = 20

/** The tests in the JSON report of a suite, the worst first. Code of users could have written it: what is not as expected is left out. */
export function suiteTests(report: unknown): readonly SuiteTest[] {
  const tests = listIn(objectIn(report)['suites']).flatMap((file) => testsIn(objectIn(file), [], 0))
  return tests.toSorted((a, b) => suiteEnds.indexOf(a.end) - suiteEnds.indexOf(b.end))
}

/** A suite is a file, or a describe block within it, whose title counts. */
function testsIn(suite: Detail, titles: readonly string[], depth: number): readonly SuiteTest[] {
  if (depth > deepest) return []
  const inside = listIn(suite['suites'])
    .map(objectIn)
    .flatMap((block) => testsIn(block, [...titles, textIn(block['title']) ?? ''], depth + 1))
  const own = listIn(suite['specs'])
    .map(objectIn)
    .flatMap((spec) => listIn(spec['tests']).map((test) => testOf(spec, objectIn(test), titles)))
  return [...own, ...inside]
}

function testOf(spec: Detail, test: Detail, titles: readonly string[]): SuiteTest {
  const attempts = listIn(test['results']).map((result) => attemptOf(objectIn(result)))
  const status = textIn(test['status'])
  return {
    titles: [...titles, textIn(spec['title']) ?? ''],
    file: textIn(spec['file']) ?? '',
    line: numberIn(spec['line']),
    project: textIn(test['projectName']) ?? '',
    end: suiteEnds.find((end) => end === status) ?? 'unexpected',
    duration: attempts.reduce((sum, { duration }) => sum + duration, 0),
    attempts,
  }
}

function attemptOf(result: Detail): SuiteAttempt {
  return {
    status: textIn(result['status']) ?? '',
    duration: numberIn(result['duration']) ?? 0,
    errors: listIn(result['errors']).flatMap((error) => errorText(error) ?? []),
    steps: stepsIn(result['steps'], 0),
    files: listIn(result['attachments']).flatMap((attachment) => textIn(objectIn(attachment)['path']) ?? []),
  }
}

/** An error is a text, or an object with its message and the lines around it. */
function errorText(error: unknown): string | null {
  const { message, snippet } = objectIn(error)
  const text = plainText(message) ?? plainText(error)
  const lines = plainText(snippet)
  return text === null || lines === null || text.includes(lines) ? text : `${text}\n\n${lines}`
}

const stepsIn = (steps: unknown, depth: number): readonly ScriptStep[] =>
  depth > deepest
    ? []
    : listIn(steps)
        .map(objectIn)
        .map((step) => ({
          test: null,
          title: textIn(step['title']) ?? '',
          start: 0,
          duration: numberIn(step['duration']) ?? 0,
          error: errorText(step['error']),
          line: null,
          actions: stepsIn(step['steps'], depth + 1),
          request: null,
        }))

/** Those of the files of the run that an attempt attached. Files are named by their path below the directory of outputs. */
export const filesOf = <F extends { readonly name: string }>(
  { files }: SuiteAttempt,
  all: readonly F[],
): readonly F[] => all.filter(({ name }) => files.some((path) => path === name || path.endsWith(`/${name}`)))

/** The same test in another run. */
export const keyOf = ({ project, file, titles }: SuiteTest): string => JSON.stringify([project, file, ...titles])
