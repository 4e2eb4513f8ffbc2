import type { Verification } from '../steps.ts'
import { costLines, excessesOf } from './costs.ts'
import type { RepeatedOutcome, Unstable } from './machine-tests.ts'
import type { FileReport } from './report.ts'

export interface Summary {
  /** What to print; the last line has the counts. */
  readonly lines: readonly string[]
  readonly hasPassed: boolean
}

/** What a run came to; with a verification also what it cost. */
export function summarise(outcome: RepeatedOutcome, verification?: Verification): Summary {
  const { files, unstable } = outcome
  const counts = countsOf(files)
  const excesses = excessesOf(outcome, verification !== undefined)
  const problems = [...excesses.failing, ...problemsOf(outcome, verification)]
  const lines = [
    ...(verification === undefined ? [] : ['', ...costLines(outcome, verification)]),
    ...excesses.named,
    ...unstable.flatMap(unstableLines),
    ...files.flatMap(({ failures }) => failures.map(({ name }) => `Failed: ${name}`)),
    ...problems.map((problem) => `Failed: ${problem}`),
    ...(unstable.length === 0 ? [] : [`${unstable.length} unstable: failed, and passed when run again, alone.`]),
    countLine(counts),
  ]
  return { lines, hasPassed: problems.length === 0 && counts.failed === 0 && counts.passed > 0 }
}

/** What is wrong besides the tests that failed. */
function problemsOf(outcome: RepeatedOutcome, verification: Verification | undefined): string[] {
  const { unstable, isSound } = outcome
  const isSecond = ({ name }: Unstable, index: number): boolean =>
    unstable.findIndex((other) => other.name === name) < index
  return [
    ...unstable.filter(isSecond).map(({ name }) => `unstable twice: ${name}`),
    ...(verification?.failed ?? []).map((name) => `the check of ${name}; it is above`),
    ...(isSound ? [] : ['an error outside of all tests; it is above']),
  ]
}

interface Counts {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
}

function countsOf(files: readonly FileReport[]): Counts {
  const sum = (valueOf: (file: FileReport) => number): number => files.reduce((total, file) => total + valueOf(file), 0)
  return {
    passed: sum(({ passed }) => passed),
    failed: sum(({ failed }) => failed),
    skipped: sum(({ skipped }) => skipped),
  }
}

const countLine = ({ passed, failed, skipped }: Counts): string =>
  `Belfry: ${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

const unstableLines = ({ name, outputs: [first, second] }: Unstable): string[] => [
  `\nUnstable: ${name}`,
  'The first run:',
  indented(first),
  'The second one, alone, in which it passed:',
  indented(second),
]

const indented = (text: string): string => text.replaceAll(/^/gm, '  ')
