import type { DryRunResource, ScriptError } from '#contract'
import { duration, indented, plainText } from './terminal-text.ts'

type Result = NonNullable<DryRunResource['result']>

/** The parts of the result of a test file that are printed. */
interface TestFileDetail {
  readonly errors?: readonly PrintedError[]
  readonly tests?: readonly { readonly status: string }[]
  readonly pages?: readonly {
    readonly url: string
    readonly webVitals: Readonly<Record<string, { readonly score: string; readonly value: number } | undefined>>
  }[]
}
type PrintedError = Pick<ScriptError, 'message' | 'snippet'> & {
  readonly location: ScriptError['position']
  readonly test?: string
}

/** The cast is safe because the service answers what the schemas of its types say. */
const detailOf = ({ browserCheckResult, multiStepCheckResult }: Result): TestFileDetail =>
  (browserCheckResult ?? multiStepCheckResult ?? {}) as TestFileDetail

/** The result of a run in lines: errors with their position and snippet, web vitals, and the verdict. */
export function resultText(run: DryRunResource): string {
  const { result } = run
  if (result === null) return 'The run has no result.\n'
  const { errors = [], tests = [], pages = [] } = detailOf(result)
  const parts = [...errors.map(errorText), vitalsText(pages), verdictText(run, result, tests.length, errors.length)]
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`
}

function errorText({ message, location, snippet, test }: PrintedError): string {
  const at = location ? ` (${location.file}:${location.line}:${location.column})` : ''
  const parts = [`✗ ${test ?? 'Outside of tests'}${at}`, indented(message.trim(), 4), indented(snippet ?? '', 4)]
  return plainText(parts.filter((part) => part !== '').join('\n'))
}

function vitalsText(pages: NonNullable<TestFileDetail['pages']>): string {
  const lines = pages.flatMap(({ url, webVitals }) => {
    const vitals = Object.entries(webVitals).flatMap(([name, vital]) => (vital ? [vitalText(name, vital)] : []))
    return vitals.length === 0 ? [] : [plainText(`  ${url}  ${vitals.join(', ')}`)]
  })
  return lines.length === 0 ? '' : ['Web vitals', ...lines].join('\n')
}

const vitalText = (name: string, { score, value }: { readonly score: string; readonly value: number }): string =>
  `${name} ${name === 'CLS' ? value.toFixed(3) : duration(value)} ${score.toLowerCase().replaceAll('_', ' ')}`

const words = { PASSED: 'Passed', DEGRADED: 'Degraded', FAILED: 'Failed', RUNNING: 'Still running' } as const

function verdictText({ status }: DryRunResource, result: Result, tests: number, errors: number): string {
  const word = result.hasErrors ? 'Could not run' : words[status]
  const summary = `${word}: ${tests} ${tests === 1 ? 'test' : 'tests'} in ${duration(result.responseTime)}.`
  // The errors of tests are above, with more than their message.
  const isSaid = errors > 0 && status === 'FAILED'
  return [summary, ...(isSaid ? [] : result.reasons.map(({ message }) => plainText(`  ${message}`)))].join('\n')
}
