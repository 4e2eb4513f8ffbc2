import { lateTexts } from '../../../strings/late.ts'
import { formatDuration, formatFull, formatNumber } from '../../../ui/format.ts'
import { Table } from '../../../ui/table.tsx'
import { TableHead } from '../../../ui/table-head.tsx'
import type { BackTest } from './api.ts'
import styles from './time-lines.module.css'
import { TimeLines } from './time-lines.tsx'

const words = lateTexts.backTest
const shownOutages = 10
const kinds = ['failure', 'degraded', 'recovery', 'reminder'] as const

/** The difference in a sentence, both time lines, and the outages that are known at another time. */
export function BackTestResult({ result }: { readonly result: BackTest }) {
  const { now, proposed } = result
  const shown = kinds.filter((kind) => now[kind] + proposed[kind] > 0)
  return (
    <div className="stack gap12" role="status">
      <p>
        <b>{summaryText(result)}</b>
      </p>
      <TimeLines result={result} />
      {shown.length > 0 && (
        <p className="small mute">
          {shown
            .map((kind) => words.ofKind(words.kinds[kind], formatNumber(now[kind]), formatNumber(proposed[kind])))
            .join(' · ')}
        </p>
      )}
      <Outages result={result} />
      {result.limits.length > 0 && (
        <ul className={`small mute ${styles.limits}`}>
          {result.limits.map(({ code, count }) => (
            <li key={code}>{words.limits[code](formatNumber(count ?? 0), formatFull(result.from))}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

function summaryText({ now, proposed, ...result }: BackTest): string {
  const { missedOutages, addedOutages, delayedOutages, longestDelaySeconds } = result
  const parts = [
    now.alerts === proposed.alerts
      ? words.same(now.alerts)
      : words.instead(formatNumber(proposed.alerts), formatNumber(now.alerts)),
    ...(longestDelaySeconds === null ? [] : [words.later(delayedOutages, formatDuration(longestDelaySeconds * 1000))]),
    ...(missedOutages > 0 ? [words.missed(missedOutages)] : []),
    ...(addedOutages > 0 ? [words.added(addedOutages)] : []),
  ]
  return parts.join(' ')
}

function Outages({ result: { outages } }: { readonly result: BackTest }) {
  const different = outages.filter(({ delaySeconds }) => delaySeconds !== 0).slice(0, shownOutages)
  if (different.length === 0) return null
  return (
    <Table isStacked>
      <TableHead columns={[words.outage, words.now, words.proposed]} />
      <tbody>
        {different.map((outage) => (
          <tr key={outage.from}>
            <td>
              {formatFull(outage.from)}{' '}
              <span className="mute">
                {outage.to === null ? words.lasts : formatDuration(Date.parse(outage.to) - Date.parse(outage.from))}
              </span>
            </td>
            <td data-label={words.now}>{alertText(outage.from, outage.detectedNow)}</td>
            <td data-label={words.proposed}>{alertText(outage.from, outage.detectedProposed)}</td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const alertText = (from: string, at: string | null): string =>
  at === null
    ? words.never
    : at === from
      ? words.atOnce
      : words.after(formatDuration(Date.parse(at) - Date.parse(from)))
