import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { formatClock, formatDuration, formatMs } from '../../ui/format.ts'
import { Moment } from '../../ui/time.tsx'
import { useCheckSeries, useIssues } from './api.ts'
import { changedToo, changesBefore, riseBefore, wasGood } from './broke.ts'
import { queryOf } from './series/range.ts'
import { describeAnnotation } from './series/series-words.ts'
import styles from './before-it-broke.module.css'

const words = lateTexts.check
const lookedAtMs = 3_600_000
const points = 60
const mostNamed = 3

interface BrokeProps {
  readonly checkId: string
  /** Since when the check does not pass. */
  readonly since: string
}

/** The events of the hour before a failure: changes, slower responses, and other checks that failed. */
export function BeforeItBroke({ checkId, since }: BrokeProps) {
  const brokeMs = Date.parse(since)
  const span = { fromMs: brokeMs - lookedAtMs, toMs: brokeMs + 1_000 }
  const series = useCheckSeries(checkId, { ...queryOf(span), points }, { staleMs: 600_000 }).data
  const issues = useIssues()
  if (series === undefined) return null
  const changes = changesBefore(series, brokeMs)
  const rise = riseBefore(series, brokeMs)
  const good = wasGood(series, brokeMs)
  const others = changedToo(issues, { checkId, brokeMs })
  if (changes.length === 0 && rise === null && good === null && others.length === 0) return null
  return (
    <section className="rule pad" aria-label={words.before}>
      <h2>{words.before}</h2>
      <ul className={`mt8 stack ${styles.events}`}>
        {good !== null && (
          <li>
            <Moment at={good.at} />
            <span>{good.p50 === null ? words.beforeGood : words.beforeGoodIn(formatMs(good.p50))}</span>
          </li>
        )}
        {changes.map((change) => (
          <li key={`${change.kind} ${change.id}`}>
            <Moment at={change.at} />
            <span>
              {describeAnnotation(change)}
              <span className="mute">, {words.beforeBy(formatDuration(brokeMs - Date.parse(change.at)))}</span>
            </span>
          </li>
        ))}
        {rise !== null && (
          <li>
            <Moment at={rise.at} />
            <span>{words.beforeRise(formatMs(rise.fromMs), formatMs(rise.toMs))}</span>
          </li>
        )}
        {others.length > 0 && (
          <li>
            <span className="nw">{formatClock(since)}</span>
            <span>
              {words.beforeToo(others.length)}{' '}
              {others.slice(0, mostNamed).map(({ id, name }, index) => (
                <span key={id}>
                  {index > 0 && ', '}
                  <Link className="link" to="/checks/$id" params={{ id }}>
                    {name}
                  </Link>
                </span>
              ))}
              {others.length > mostNamed && ` ${words.beforeMore(others.length - mostNamed)}`}
            </span>
          </li>
        )}
      </ul>
    </section>
  )
}
