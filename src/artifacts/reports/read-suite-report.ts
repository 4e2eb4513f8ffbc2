import { stripVTControlCharacters } from 'node:util'

/** A report, for a whole suite. */
export interface SuiteSummary {
  readonly tests: { readonly passed: number; readonly failed: number; readonly flaky: number; readonly skipped: number }
  /** Messages of tests that failed finally, and of what failed outside of tests. */
  readonly errors: readonly string[]
}

/** The report of the reporter of the hosted product, which is in a directory of the archive. */
export const reportPattern = /(?:^|\/)checkly-report\.json$/

const maxErrors = 100
const maxErrorLength = 20_000

/** Reads the JSON report of Playwright of a stranger: what is not as expected is left out. Null when it is no report. */
export function readSuiteReport(text: string): SuiteSummary | null {
  const report = parsed(text)
  const stats = at(report, 'stats')
  if (typeof stats !== 'object' || stats === null) return null
  const failed = listAt(report, 'suites')
    .flatMap(testsIn)
    .filter((test) => at(test, 'status') === 'unexpected')
  const errors = [
    ...listAt(report, 'errors'),
    ...failed.flatMap((test) => listAt(listAt(test, 'results').at(-1), 'errors')),
  ]
  return {
    tests: {
      passed: countAt(stats, 'expected'),
      failed: countAt(stats, 'unexpected'),
      flaky: countAt(stats, 'flaky'),
      skipped: countAt(stats, 'skipped'),
    },
    errors: errors.slice(0, maxErrors).map(messageOf),
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const at = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined

function listAt(value: unknown, name: string): readonly unknown[] {
  const list = at(value, name)
  return Array.isArray(list) ? list : []
}

function countAt(value: unknown, name: string): number {
  const count = at(value, name)
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : 0
}

/** Suites lie in each other. Without recursion, as the depth is theirs. */
function testsIn(suite: unknown): unknown[] {
  const tests: unknown[] = []
  const waiting = [suite]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    waiting.push(...listAt(next, 'suites').toReversed())
    tests.push(...listAt(next, 'specs').flatMap((spec) => listAt(spec, 'tests')))
  }
  return tests
}

/** The message of an error as reporters have it: a text, `{ message }` or `{ error: { message } }`, without colours. */
export function messageOf(error: unknown): string {
  const message = typeof error === 'string' ? error : (at(error, 'message') ?? at(at(error, 'error'), 'message'))
  const text = typeof message === 'string' && message !== '' ? message : 'Unknown error'
  return stripVTControlCharacters(text).slice(0, maxErrorLength)
}
