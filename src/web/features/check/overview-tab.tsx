import { Link } from '@tanstack/react-router'
import { Suspense } from 'react'
import type { Answer } from '../../api/operations.ts'
import { useOperation } from '../../api/use-operation.ts'
import { texts } from '../../strings/index.ts'
import { formatMs, formatPercent } from '../../ui/format.ts'
import { latePart } from '../../ui/late-part.ts'
import { Loaded, Loading } from '../../ui/states.tsx'
import { Status } from '../../ui/status.tsx'
import { TickStrip, largeTicks } from '../../ui/tick-strip.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import { stateOfResult, tickOf, tickQuery } from '../results/ticks.ts'
import type { Check, Row } from './check-screen.tsx'
import { WhyPanel } from './why-panel.tsx'

const Chart = latePart(async () => (await import('./response-chart.tsx')).ResponseChart)
const words = texts.check
const shown = 100
type Entries = Answer<'listCheckResultsV2'>['entries']

/** The last runs as ticks and as a chart, beside who is notified. */
export function OverviewTab({ check, row }: { readonly check: Check; readonly row: Row | undefined }) {
  const results = useOperation(
    'listCheckResultsV2',
    { params: { checkId: check.id }, query: tickQuery(shown) },
    { everyMs: 30_000 },
  )
  return (
    <div className="split">
      <div>
        <Loaded query={results}>
          {({ entries }) => <Runs checkId={check.id} entries={entries} check={check} row={row} />}
        </Loaded>
      </div>
      <aside aria-label={words.why}>
        <WhyPanel check={check} />
      </aside>
    </div>
  )
}

function Runs({
  checkId,
  entries,
  check,
  row,
}: {
  readonly checkId: string
  readonly entries: Entries
  readonly check: Check
  readonly row: Row | undefined
}) {
  if (entries.length === 0) return <p className="pad mute">{words.pending}</p>
  const oldestFirst = entries.toReversed()
  const times = entries.flatMap(({ responseTime }) => responseTime ?? []).toSorted((a, b) => a - b)
  const passed = entries.filter((entry) => ['PASSING', 'DEGRADED'].includes(stateOfResult(entry))).length
  return (
    <>
      <div className="facts">
        <Fact
          name={words.availability}
          value={formatPercent(passed / entries.length, 1)}
          more={words.ofRuns(entries.length)}
        />
        <Fact name={words.responseTime} value={formatMs(entries[0]?.responseTime)} />
        <Fact name={words.p95} value={formatMs(times[Math.floor(times.length * 0.95)])} />
        <div>
          <div className="k">{words.lastRun}</div>
          <div className="v">
            <Ago at={row?.lastRunAt ?? entries[0]?.startedAt ?? null} />
          </div>
        </div>
      </div>
      <section className="pane pad runs" aria-label={words.runs}>
        <TickStrip ticks={oldestFirst.map(tickOf)} shape={largeTicks} />
      </section>
      <section className="pane" aria-label={words.responseTimes}>
        <div className="pane-h">
          <h2>{words.responseTimes}</h2>
        </div>
        <div className="padx">
          <Suspense fallback={<Loading rows={4} />}>
            <Chart
              entries={oldestFirst}
              degraded={check.degradedResponseTime ?? null}
              failing={check.maxResponseTime ?? null}
            />
          </Suspense>
        </div>
      </section>
      <section className="pane" aria-label={words.tabs.results}>
        <table className="tbl flat">
          <thead>
            <tr>
              <th scope="col">{words.time}</th>
              <th scope="col">{words.verdict}</th>
              <th scope="col">{words.location}</th>
              <th scope="col" className="num">
                {words.responseTime}
              </th>
            </tr>
          </thead>
          <tbody>
            {entries.slice(0, 10).map((entry) => (
              <ResultRow key={entry.id} checkId={checkId} entry={entry} />
            ))}
          </tbody>
        </table>
      </section>
    </>
  )
}

const Fact = ({ name, value, more }: { readonly name: string; readonly value: string; readonly more?: string }) => (
  <div>
    <div className="k">{name}</div>
    <div className="v">
      {value} {more && <small>{more}</small>}
    </div>
  </div>
)

export function ResultRow({ checkId, entry }: { readonly checkId: string; readonly entry: Entries[number] }) {
  const at = entry.startedAt ?? entry.created_at ?? ''
  return (
    <tr>
      <td>
        <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId: entry.id ?? '' }}>
          <Moment at={at} />
        </Link>
      </td>
      <td>
        <Status state={stateOfResult(entry)} of="run" />
        {(entry.attempts ?? 1) > 1 && (
          <span className="mute small">
            {' '}
            {words.attempt} {entry.attempts}
          </span>
        )}
      </td>
      <td className="dim">{entry.runLocation}</td>
      <td className="num">{formatMs(entry.responseTime)}</td>
    </tr>
  )
}
