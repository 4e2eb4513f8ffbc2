import { Link } from '@tanstack/react-router'
import { PlaceName } from '../../places/place-name.tsx'
import { lateTexts } from '../../strings/late.ts'
import { formatMs } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { TableHead } from '../../ui/table-head.tsx'
import { Table } from '../../ui/table.tsx'
import { Moment } from '../../ui/time.tsx'
import type { ErrorDetail } from './api.ts'

const words = lateTexts.errors

/** Where the error can be looked at: results of its check, or sessions. */
export const LatestResults = ({ error }: { readonly error: ErrorDetail }) =>
  error.kind === 'CHECK' ? <Results error={error} /> : <Sessions sessions={error.sessions} />

function Results({ error: { checkId, results } }: { readonly error: ErrorDetail }) {
  if (checkId === null || results.length === 0)
    return (
      <Pane title={words.results}>
        <p className="dim padx pb">{words.noResults}</p>
      </Pane>
    )
  return (
    <Pane title={words.results}>
      <Table isFlat>
        <TableHead columns={[words.time, words.location, words.responseTime]} />
        <tbody>
          {results.map(({ id: resultId, at, location, responseTime }) => (
            <tr key={resultId}>
              <td>
                <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId }}>
                  <Moment at={at} />
                </Link>
              </td>
              <td className="dim">
                <PlaceName of={location} />
              </td>
              <td>{formatMs(responseTime)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Pane>
  )
}

const Sessions = ({ sessions }: Pick<ErrorDetail, 'sessions'>) => (
  <Pane title={words.sessions}>
    {sessions.length === 0 ? (
      <p className="dim padx pb">{words.noResults}</p>
    ) : (
      <Table isFlat>
        <TableHead columns={[lateTexts.testSessions.session, lateTexts.testSessions.started]} />
        <tbody>
          {sessions.map(({ id, name, startedAt }) => (
            <tr key={id}>
              <td>
                <Link className="link" to="/test-sessions/$id" params={{ id }}>
                  {name}
                </Link>
              </td>
              <td>
                <Moment at={startedAt} />
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    )}
  </Pane>
)
