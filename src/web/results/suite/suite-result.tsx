import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { formatMs } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Glyph } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { ErrorNotes } from '../error-notes.tsx'
import { suiteRun } from '../result-details/suite-run.ts'
import { words } from '../result-details/labels.ts'
import { listIn, numberIn, objectIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import { plainText } from '../script/script-steps.ts'
import type { Asset } from '../api.ts'
import { SuiteAttempts } from './suite-attempts.tsx'
import { keyOf } from './suite-tests.ts'
import type { SuiteEnd, SuiteTest } from './suite-tests.ts'
import { useSuite } from './use-suite.ts'
import { Tag } from '../../ui/tag.tsx'
import styles from './suite-result.module.css'

const firstShown = 200

const stateOfEnd: Readonly<Record<SuiteEnd, State>> = {
  unexpected: 'FAILING',
  flaky: 'DEGRADED',
  expected: 'PASSING',
  skipped: 'PAUSED',
}

/** The tests of a suite, the worst first. */
export const SuiteResult = (run: SuiteRun) => (suiteRun.fits(run.detail) ? <Suite {...run} /> : null)

interface SuiteRun {
  readonly assets: readonly Asset[]
  readonly detail: Detail
}

function Suite({ assets, detail }: SuiteRun) {
  const suite = useSuite(assets)
  const tests = suite && 'tests' in suite ? suite.tests : []
  const hasReport = assets.some(({ type }) => type === 'report')
  // Errors of tests are shown with them.
  const errors =
    tests.length > 0 ? [] : listIn(detail['errors']).flatMap((one) => plainText(objectIn(one)['message']) ?? [])
  return (
    <Pane title={words.suite} more={countsOf(objectIn(detail['tests']))}>
      <ErrorNotes errors={errors} />
      {suite && 'problem' in suite && <p className="padx pb mute">{words[suite.problem]}</p>}
      {!hasReport && <p className="padx pb mute">{words.noReport}</p>}
      <Tests tests={tests} assets={assets} />
    </Pane>
  )
}

const counted = [
  ['failed', 'unexpected'],
  ['flaky', 'flaky'],
  ['passed', 'expected'],
  ['skipped', 'skipped'],
] as const

const countsOf = (counts: Detail): string =>
  counted
    .flatMap(([name, end]) => {
      const count = numberIn(counts[name]) ?? 0
      return count === 0 ? [] : [words.counts[end]?.(count) ?? '']
    })
    .join(', ')

function Tests({ tests, assets }: { readonly tests: readonly SuiteTest[]; readonly assets: readonly Asset[] }) {
  const [showsAll, setShowsAll] = useState(false)
  const shown = showsAll ? tests : tests.slice(0, firstShown)
  return (
    <>
      <ol className={styles.tests}>
        {shown.map((test, index) => (
          <li key={`${keyOf(test)} ${index}`}>
            <Test test={test} assets={assets} isOpenFirst={index === 0 && test.end === 'unexpected'} />
          </li>
        ))}
      </ol>
      {shown.length < tests.length && (
        <div className="pad">
          <Button size="small" onClick={() => setShowsAll(true)}>
            {words.showAll(tests.length)}
          </Button>
        </div>
      )}
    </>
  )
}

interface TestProps {
  readonly test: SuiteTest
  readonly assets: readonly Asset[]
  readonly isOpenFirst: boolean
}

/** The content is rendered when it is opened: a suite may have thousands of tests. */
function Test({ test, assets, isOpenFirst }: TestProps) {
  const [isOpen, setOpen] = useState(isOpenFirst)
  const { titles, file, line, project, end, duration, attempts } = test
  return (
    <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <Glyph state={stateOfEnd[end]} />
        <span className="sr">{words.ends[end]}</span>
        <span className="grow anywhere">
          {titles.join(' › ')}
          <span className="mono small mute">
            {' '}
            {file}
            {line !== null && `:${line}`}
          </span>
        </span>
        {project !== '' && <Tag>{project}</Tag>}
        {attempts.length > 1 && <span className="small mute">{`${attempts.length} ${words.attempts}`}</span>}
        <span className={`num ${end === 'unexpected' ? 'fail' : 'dim'}`}>{formatMs(duration)}</span>
      </summary>
      {isOpen && <SuiteAttempts attempts={attempts} assets={assets} />}
    </details>
  )
}
