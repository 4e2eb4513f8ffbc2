import { lateTexts } from '../../../strings/late.ts'
import { formatMs, formatPercent } from '../../../ui/format.ts'
import { DetailsTable, Holds } from '../../../results/result-details/parts.tsx'
import { words } from '../../../results/result-details/labels.ts'
import type { Detail } from '../../../results/read-detail.ts'
import {
  newLogErrors,
  newPageErrors,
  requestDifferences,
  stepParts,
  timedDifferences,
  vitalDifferences,
} from './run-differences.ts'
import type { TimedDifference, TimedPart, VitalDifference } from './run-differences.ts'
import styles from './run-difference.module.css'

const found = words.difference
const mostRows = 30

interface Runs {
  readonly before: Detail
  readonly after: Detail
}

/** The differences of a script: its steps, its requests, and new errors. */
export function RunDifference({ before, after }: Runs) {
  const steps = timedDifferences(stepParts(before), stepParts(after))
  const requests = requestDifferences(before, after)
  const pages = newPageErrors(before, after)
  const log = newLogErrors(before, after)
  const vitals = vitalDifferences(before, after)
  const isScript = stepParts(after).length > 0
  if (steps.length + requests.length + pages.length + log.length + vitals.length === 0)
    return isScript ? <p className="padx pb mute">{found.same}</p> : null
  return (
    <>
      <TimedDifferences title={found.steps} differences={steps} />
      {requests.length > 0 && (
        <Part title={found.requests} count={requests.length}>
          <DetailsTable
            label={found.requests}
            columns={[{ name: found.requests, isMono: true }, { name: found.before }, { name: found.now }]}
            rows={requests
              .slice(0, mostRows)
              .map((request) => [request.name, request.before ?? found.missing, <b key="now">{request.after}</b>])}
          />
        </Part>
      )}
      <Vitals differences={vitals} />
      <Errors title={found.console} errors={pages} />
      <Errors title={found.log} errors={log} />
    </>
  )
}

const vitalValue = (vital: string, value: number): string => (vital === 'CLS' ? String(value) : formatMs(value))

const Vitals = ({ differences }: { readonly differences: readonly VitalDifference[] }) =>
  differences.length === 0 ? null : (
    <Part title={found.vitals} count={differences.length}>
      <DetailsTable
        label={found.vitals}
        columns={[
          { name: found.vitals },
          { name: lateTexts.result.script.page, isMono: true },
          { name: found.before, isNumber: true },
          { name: found.now, isNumber: true },
        ]}
        rows={differences
          .slice(0, mostRows)
          .map(({ vital, page, before, after }) => [
            lateTexts.result.script.vitals[vital] ?? vital,
            page,
            vitalValue(vital, before),
            vitalValue(vital, after),
          ])}
      />
    </Part>
  )

interface TimedProps {
  readonly title: string
  readonly differences: readonly TimedDifference[]
}

/** Steps or tests, before and now. */
export const TimedDifferences = ({ title, differences }: TimedProps) =>
  differences.length === 0 ? null : (
    <Part title={title} count={differences.length}>
      <DetailsTable
        label={title}
        columns={[
          { name: title },
          { name: found.before, isNumber: true },
          { name: found.now, isNumber: true },
          { name: '' },
        ]}
        rows={differences.slice(0, mostRows).map(({ name, before, after }) => [
          <span key="name" className="anywhere">
            {name}
          </span>,
          <PartOf key="before" part={before} />,
          <PartOf key="now" part={after} />,
          before && after ? changeOf(before.duration, after.duration) : '',
        ])}
      />
    </Part>
  )

const PartOf = ({ part }: { readonly part: TimedPart | null }) =>
  part === null ? (
    <span className="mute">{found.missing}</span>
  ) : part.isFailed ? (
    <Holds is={false}>{formatMs(part.duration)}</Holds>
  ) : (
    formatMs(part.duration)
  )

function changeOf(before: number, after: number): string {
  if (before <= 0 || Math.abs(after - before) < 1) return ''
  const share = formatPercent(Math.abs(after - before) / before, 0)
  return after > before ? found.slower(share) : found.faster(share)
}

interface PartProps {
  readonly title: string
  readonly count: number
  readonly children: React.ReactNode
}

const Part = ({ title, count, children }: PartProps) => (
  <div className={styles.part}>
    <h3 className="padx">{title}</h3>
    {children}
    {count > mostRows && <p className="padx small mute">{found.more(count - mostRows)}</p>}
  </div>
)

const Errors = ({ title, errors }: { readonly title: string; readonly errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <Part title={title} count={errors.length}>
      <ul className="padx stack mono small multiline">
        {errors.slice(0, mostRows).map((error) => (
          <li key={error}>{error.slice(0, 2_000)}</li>
        ))}
      </ul>
    </Part>
  )
