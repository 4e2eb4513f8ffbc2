import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { explainMissingPrograms } from '../explain-missing-programs.ts'

/** The part of a report that is shown and kept. Paths are relative to the work directory. */
export interface SuiteReport {
  readonly tests: { readonly passed: number; readonly failed: number; readonly flaky: number; readonly skipped: number }
  /** Of tests that failed finally, and outside of tests, in order. */
  readonly errors: readonly string[]
  readonly files: readonly SuiteFile[]
}

export interface SuiteFile {
  readonly name: string
  readonly kind: 'trace' | 'video' | 'screenshot' | 'file'
  readonly contentType: string
  readonly path: string
}

const maxErrors = 100
const maxErrorLength = 20_000
const maxFiles = 200

/**
 * Reads the JSON report of Playwright, which code of users could have changed: whatever is not as expected is left out.
 * Null when it is no report at all. `root` is the work directory as the run saw it.
 */
export function readReport(text: string, root: string): SuiteReport | null {
  let report: unknown
  try {
    report = JSON.parse(text)
  } catch {
    return null
  }
  const stats = at(report, 'stats')
  if (typeof stats !== 'object' || stats === null) return null
  const tests = listAt(report, 'suites').flatMap(testsIn)
  const errors = [...listAt(report, 'errors'), ...tests.filter(isFailed).flatMap(lastErrors)].map(messageOf)
  const files = tests.flatMap((test) => listAt(test, 'results').flatMap((result) => filesOf(result, root)))
  return {
    tests: {
      passed: countAt(stats, 'expected'),
      failed: countAt(stats, 'unexpected'),
      flaky: countAt(stats, 'flaky'),
      skipped: countAt(stats, 'skipped'),
    },
    errors: errors.slice(0, maxErrors),
    files: files.slice(0, maxFiles),
  }
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name)
  return Array.isArray(list) ? list : []
}

const countAt = (value: unknown, name: string): number => {
  const count = at(value, name)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0
}

const textAt = (value: unknown, name: string): string => {
  const text = at(value, name)
  return typeof text === 'string' ? text : ''
}

/** Suites lie in each other: files, describe blocks, tests of each project. Without recursion, as the depth is theirs. */
function testsIn(suite: unknown): unknown[] {
  const tests: unknown[] = []
  const waiting = [suite]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...listAt(next, 'suites').toReversed())
    tests.push(...listAt(next, 'specs').flatMap((spec) => listAt(spec, 'tests')))
  }
  return tests
}

const isFailed = (test: unknown): boolean => textAt(test, 'status') === 'unexpected'

const lastErrors = (test: unknown): readonly unknown[] => listAt(listAt(test, 'results').at(-1), 'errors')

const messageOf = (error: unknown): string =>
  explainMissingPrograms(stripVTControlCharacters(textAt(error, 'message') || 'Unknown error')).slice(0, maxErrorLength)

const kinds: readonly (readonly [type: RegExp, kind: SuiteFile['kind']])[] = [
  [/^application\/zip$/, 'trace'],
  [/^video\//, 'video'],
  [/^image\//, 'screenshot'],
]

function filesOf(result: unknown, root: string): SuiteFile[] {
  return listAt(result, 'attachments').flatMap((attachment) => {
    const file = path.posix.relative(root, textAt(attachment, 'path'))
    if (textAt(attachment, 'path') === '' || file === '' || file.startsWith('..') || path.isAbsolute(file)) return []
    const contentType = textAt(attachment, 'contentType')
    const kind = kinds.find(([type]) => type.test(contentType))?.[1] ?? 'file'
    return [{ name: textAt(attachment, 'name').slice(0, 200), kind, contentType, path: file }]
  })
}
