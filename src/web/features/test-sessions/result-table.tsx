import { Link } from '@tanstack/react-router'
import { PlaceName } from '../../places/place-name.tsx'
import { texts } from '../../strings/index.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatMs } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { Empty } from '../../ui/states.tsx'
import { Glyph } from '../../ui/status.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Moment } from '../../ui/time.tsx'
import type { Difference } from './comparison.ts'
import { ResultStatus } from './session-parts.tsx'
import { outcomeOf, stateOfTestResult } from './states.ts'
import type { SessionRun } from './runs-of-session.ts'

const words = lateTexts.testSessions

interface ResultTableProps {
  readonly sessionId: string
  readonly runs: readonly SessionRun[]
  /** How they differ from those of the previous session, by the ids of results. */
  readonly differences: ReadonlyMap<string, Difference>
}

export const ResultTable = ({ sessionId, runs, differences }: ResultTableProps) => (
  <Pane title={words.results}>
    {runs.length === 0 ? (
      <Empty title={words.noResults} />
    ) : (
      <Table isFlat isStacked>
        <thead>
          <tr>
            <th scope="col">{words.check}</th>
            <th scope="col">{words.status}</th>
            <th scope="col">{words.type}</th>
            <th scope="col">{words.location}</th>
            <th scope="col">{words.attempts}</th>
            <th scope="col" className="num">
              {words.responseTime}
            </th>
            <th scope="col" className="num">
              {words.started}
            </th>
          </tr>
        </thead>
        <tbody>
          {runs.map((run) => (
            <Row
              key={run.result.testSessionResultId}
              sessionId={sessionId}
              run={run}
              difference={differences.get(run.result.testSessionResultId)}
            />
          ))}
        </tbody>
      </Table>
    )}
  </Pane>
)

interface RowProps {
  readonly sessionId: string
  readonly run: SessionRun
  readonly difference: Difference | undefined
}

const Row = ({ sessionId, run: { result, attempts }, difference }: RowProps) => (
  <tr>
    <td>
      <Link
        className="quiet"
        to="/test-sessions/$id/results/$resultId"
        params={{ id: sessionId, resultId: result.testSessionResultId }}
      >
        <b>{result.name}</b>
      </Link>
    </td>
    <td>
      <span className="row wrap">
        <ResultStatus result={result} />
        {difference && difference.slowerMs === null && <Tag>{words.changes[difference.change]}</Tag>}
      </span>
    </td>
    <td className="dim">{texts.checks.types[result.checkType]}</td>
    <td className="dim">
      <PlaceName of={result.runLocation} />
    </td>
    <td className="dim" data-label={words.attempts}>
      {attempts.length === 1 ? '1' : <Attempts sessionId={sessionId} attempts={attempts} />}
    </td>
    <td className="num">
      {formatMs(result.responseTime)}
      {difference && difference.slowerMs !== null && (
        <span className="deg small"> {words.slowerBy(formatMs(difference.slowerMs))}</span>
      )}
    </td>
    <td className="num">{result.startedAt !== null && <Moment at={result.startedAt} />}</td>
  </tr>
)

const Attempts = ({ sessionId, attempts }: Pick<RowProps, 'sessionId'> & Pick<SessionRun, 'attempts'>) => (
  <span className="row gap12">
    {attempts.map((attempt, index) => (
      <span key={attempt.testSessionResultId} className="row gap4">
        <Glyph state={stateOfTestResult(attempt)} />
        <Link
          className="link"
          to="/test-sessions/$id/results/$resultId"
          params={{ id: sessionId, resultId: attempt.testSessionResultId }}
          aria-label={words.attempt(index + 1, outcomeOf(attempt))}
        >
          {index + 1}
        </Link>
      </span>
    ))}
  </span>
)
