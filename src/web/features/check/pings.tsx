import { lateTexts } from '../../strings/late.ts'
import { formatDuration } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { useHeartbeatTimeline } from './api.ts'
import type { Ping } from './api.ts'
import { differenceOf } from './heartbeat/heartbeat-pane.tsx'
import type { TimeSpan } from './series/range.ts'
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
  return (
    <Pane title={words.pings}>
      <Loaded query={list} rows={3}>
        {({ events }) =>
          events.length === 0 ? (
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
                    <th scope="col">{words.source}</th>
                  </tr>
                </thead>
                <tbody>
                  {events.map((event, index) => (
                    <PingRow key={event.id} ping={event} before={events[index + 1]} />
                  ))}
                </tbody>
              </Table>
            </TableRegion>
          )
        }
      </Loaded>
    </Pane>
  )
}

interface PingRowProps {
  readonly ping: Ping
  /** The one before it, if that is listed. */
  readonly before: Ping | undefined
}

const PingRow = ({ ping, before }: PingRowProps) => (
  <tr>
    <td className="nw">
      <Moment at={ping.timestamp} />
    </td>
    <td className="nw">
      <StatusLine>
        <Glyph state={glyphs[ping.state]} />
        {words.pingStates[ping.state]}
      </StatusLine>
    </td>
    <td className="nw dim">
      <Moment at={ping.expectedAt} />
    </td>
    <td className="nw">{differenceOf(ping)}</td>
    <td className="nw dim">
      {before ? formatDuration(Date.parse(ping.timestamp) - Date.parse(before.timestamp)) : '–'}
    </td>
    <td className="dim">{[ping.source, ping.userAgent].filter(Boolean).join(', ')}</td>
  </tr>
)
