import { lateTexts } from '../../strings/late.ts'
import { Pane } from '../../ui/pane.tsx'
import { Loaded } from '../../ui/states.tsx'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import type { State } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { usePings } from './api.ts'
import type { Ping } from './api.ts'
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
  const list = usePings(checkId, range)
  return (
    <Pane title={words.pings}>
      <Loaded query={list} rows={3}>
        {([first]) =>
          first === undefined || first.events.length === 0 ? (
            <p className="padx pb mute">{words.noPings}</p>
          ) : (
            <TableRegion aria-label={words.pings}>
              <Table isFlat>
                <thead>
                  <tr>
                    <th scope="col">{lateTexts.check.time}</th>
                    <th scope="col">{lateTexts.check.verdict}</th>
                    <th scope="col">{words.source}</th>
                  </tr>
                </thead>
                <tbody>
                  {first.events.map(({ id, timestamp, state, source, userAgent }) => (
                    <tr key={id}>
                      <td className="nw">
                        <Moment at={timestamp} />
                      </td>
                      <td className="nw">
                        <StatusLine>
                          <Glyph state={glyphs[state]} />
                          {words.pingStates[state]}
                        </StatusLine>
                      </td>
                      <td className="dim">{[source, userAgent].filter(Boolean).join(', ')}</td>
                    </tr>
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
