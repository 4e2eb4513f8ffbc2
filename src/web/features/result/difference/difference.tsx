import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../../strings/late.ts'
import { Pane } from '../../../ui/pane.tsx'
import { formatMs } from '../../../ui/format.ts'
import { Moment } from '../../../ui/time.tsx'
import { detailOf } from '../../../results/reason.ts'
import { suiteRun } from '../../../results/result-details/suite-run.ts'
import type { Result } from '../../../results/api.ts'
import { differencesOf } from './differences.ts'
import { RunDifference } from './run-difference.tsx'
import { SuiteDifference } from './suite-difference.tsx'
import styles from './difference.module.css'

const words = lateTexts.result
/** Of parts of responses; headers have their own. */
const names: Readonly<Record<string, string>> = {
  status: words.status,
  statusText: words.statusText,
  remoteAddress: words.remoteAddress,
  body: words.body,
}

/** The difference from the last passing run in this location. */
export function Difference({ result, lastGood }: { readonly result: Result; readonly lastGood: Result | null }) {
  if (lastGood === null) return null
  const [before, after] = [detailOf(lastGood), detailOf(result)]
  const rows = [
    { name: words.responseTime, before: formatMs(lastGood.responseTime), after: formatMs(result.responseTime) },
    ...differencesOf(before, after),
  ]
  return (
    <Pane title={words.difference}>
      <div className={`padx ${styles.differences}`}>
        <span className={styles.heading} />
        <span className={styles.heading}>
          {words.lastGoodRun}{' '}
          <Link
            className="link"
            to="/checks/$id/results/$resultId"
            params={{ id: lastGood.checkId, resultId: lastGood.id }}
          >
            <Moment at={lastGood.startedAt ?? lastGood.created_at} />
          </Link>
        </span>
        <span className={styles.heading}>{words.thisRun}</span>
        {rows.map(({ name, before, after }) => (
          <Row key={name} name={names[name] ?? name} before={before} after={after} />
        ))}
      </div>
      {suiteRun.fits(after) ? (
        <SuiteDifference before={lastGood} after={result} />
      ) : (
        <RunDifference before={before} after={after} />
      )}
    </Pane>
  )
}

const Row = ({ name, before, after }: { readonly name: string; readonly before: string; readonly after: string }) => (
  <>
    <span className={styles.heading}>{name}</span>
    <span className="mono">{before}</span>
    <span className={`mono ${styles.after}`}>{after}</span>
  </>
)
