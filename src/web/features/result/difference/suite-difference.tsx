import { words } from '../../../results/result-details/labels.ts'
import type { Result } from '../../../results/api.ts'
import { keyOf } from '../../../results/suite/suite-tests.ts'
import type { SuiteTest } from '../../../results/suite/suite-tests.ts'
import { useSuite } from '../../../results/suite/use-suite.ts'
import { useAssets } from '../../../results/api.ts'
import { TimedDifferences } from './run-difference.tsx'
import { timedDifferences } from './run-differences.ts'
import type { NamedPart } from './run-differences.ts'

interface Runs {
  readonly before: Result
  readonly after: Result
}

/** The tests of a suite that ended otherwise than before, or took clearly longer or shorter. */
export function SuiteDifference({ before, after }: Runs) {
  const [was, is] = [useSuite(useAssets(before)), useSuite(useAssets(after))]
  if (was === null || is === null || 'problem' in was || 'problem' in is) return null
  return (
    <TimedDifferences
      title={words.difference.tests}
      differences={timedDifferences(was.tests.map(partOf), is.tests.map(partOf))}
    />
  )
}

const partOf = (test: SuiteTest): NamedPart => ({
  name: [...test.titles, ...(test.project === '' ? [] : [`[${test.project}]`])].join(' › '),
  key: keyOf(test),
  duration: test.duration,
  isFailed: test.end === 'unexpected',
})
