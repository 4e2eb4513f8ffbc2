import { useState } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Button } from '../../ui/button.tsx'
import { formatDuration } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { useHeartbeatTimeline } from './api.ts'
import type { Ping, Signal } from './api.ts'
import { differenceOf } from './heartbeat/heartbeat-pane.tsx'
import { measured } from './heartbeat/metric-charts.tsx'
import { OutputDialog } from './output-dialog.tsx'
import { pingEntries } from './ping-rows.ts'
import type { PingEntry } from './ping-rows.ts'
import type { TimeSpan } from './series/range.ts'
import { saidBy } from './signal-words.ts'
import { Table, TableRegion } from '../../ui/table.tsx'

const words = lateTexts.series

const glyphs: Readonly<Record<Ping['state'], State>> = {
  FAILING: 'FAILING',
  EARLY: 'DEGRADED',
  RECEIVED: 'PASSING',
  GRACE: 'PASSING',
  LATE: 'DEGRADED',
}

/** The latest pings of a heartbeat, and those that did not come. */
export function Pings({ checkId, span }: { readonly checkId: string; readonly span: TimeSpan | null }) {
  const range = span && { startTime: String(span.fromMs / 1000), endTime: String(span.toMs / 1000) }
  const list = useHeartbeatTimeline(checkId, range)
  const [opened, setOpened] = useState<Signal | null>(null)
  return (
    <Pane title={words.pings}>
      <Loaded query={list} rows={3}>
        {(timeline) =>
          timeline.events.length + timeline.signals.length === 0 ? (
            <p className="padx pb mute">{words.noPings}</p>
          ) : (
            <TableRegion aria-label={lateTexts.heartbeat.table}>
              <Table isFlat>
                <thead>
                  <tr>
                    <th scope="col">{lateTexts.check.time}</th>
                    <th scope="col">{lateTexts.check.verdict}</th>
                    <th scope="col">{lateTexts.heartbeat.expected}</th>
                    <th scope="col">{lateTexts.heartbeat.difference}</th>
                    <th scope="col">{lateTexts.heartbeat.sincePrevious}</th>
                    <th scope="col">{lateTexts.heartbeat.duration}</th>
                    <th scope="col">{lateTexts.heartbeat.output}</th>
                    <th scope="col">{words.source}</th>
                  </tr>
                </thead>
                <tbody>
                  {pingEntries(timeline).map((entry) => (
                    <PingRow key={entry.id} entry={entry} onOutput={setOpened} />
                  ))}
                </tbody>
              </Table>
            </TableRegion>
          )
        }
      </Loaded>
      {opened && <OutputDialog checkId={checkId} signal={opened} onClose={() => setOpened(null)} />}
    </Pane>
  )
}

interface PingRowProps {
  readonly entry: PingEntry
  readonly onOutput: (signal: Signal) => void
}

const PingRow = ({ entry: { timestamp, event, signal, before }, onOutput }: PingRowProps) => (
  <tr>
    <td className="nw">
      <Moment at={timestamp} />
    </td>
    <td className="long">
      <StatusLine>
        <Glyph state={glyphOf(event, signal)} />
        {verdictOf(event, signal)}
      </StatusLine>
    </td>
    <td className="long dim">{event ? <Moment at={event.expectedAt} /> : '–'}</td>
    <td className="nw">{event ? differenceOf(event) : '–'}</td>
    <td className="nw dim">
      {event && before ? formatDuration(Date.parse(timestamp) - Date.parse(before.timestamp)) : '–'}
    </td>
    <td className="nw">{lengthOf(signal)}</td>
    <td className="nw">
      {signal?.hasBody ? (
        <Button size="small" aria-label={lateTexts.heartbeat.showOutput} onClick={() => onOutput(signal)}>
          {lateTexts.heartbeat.show}
        </Button>
      ) : (
        '–'
      )}
    </td>
    <td className="long dim">{sourceOf(event ?? signal)}</td>
  </tr>
)

/** A ping in time may still have sent a number beyond a limit. */
function glyphOf(event: Ping | null, signal: Signal | null): State {
  if (event === null) return 'PENDING'
  const isDegraded = event.state !== 'FAILING' && signal?.metrics.some(({ verdict }) => verdict === 'DEGRADED')
  return isDegraded ? 'DEGRADED' : glyphs[event.state]
}

/** "Late, exit status 0", "Failed", "Started, 2 others running". */
function verdictOf(event: Ping | null, signal: Signal | null): string {
  const said =
    signal && (event?.state === 'FAILING' || event === null || signal.exitStatus !== null) ? saidBy(signal) : null
  const state = event && (said === null || event.state !== 'FAILING') ? words.pingStates[event.state] : null
  const others =
    signal?.kind === 'start' && signal.overlapping > 0 ? lateTexts.heartbeat.others(signal.overlapping) : null
  const off = signal?.metrics.filter(({ verdict }) => verdict !== 'OK') ?? []
  const numbers = off.map(({ name, value, unit }) => `${name} ${measured(value, unit)}`)
  return [state, said, others, ...numbers].filter((part) => part !== null).join(', ')
}

const lengthOf = (signal: Signal | null): string =>
  typeof signal?.durationMs === 'number' ? formatDuration(signal.durationMs) : '–'

const sourceOf = (ping: Ping | Signal | null): string => [ping?.source, ping?.userAgent].filter(Boolean).join(', ')
