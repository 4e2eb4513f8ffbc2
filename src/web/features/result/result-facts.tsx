import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { Fact, Facts, WideFact } from '../../ui/facts.tsx'
import { formatMs } from '../../ui/format.ts'
import { Glyph, StatusLine } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { texts } from '../../strings/index.ts'
import { stateOfResult } from '../../results/state-of-result.ts'
import { useResultsOfRun } from './api.ts'
import type { ResultNeighbours } from './api.ts'
import { Broke } from './neighbours.tsx'
import { objectIn, textIn } from '../../results/read-detail.ts'
import type { Detail } from '../../results/read-detail.ts'
import type { Result } from '../../results/api.ts'
import { usePlaces } from '../../places/use-places.ts'

const words = lateTexts.result
/** Enough of the id of a trace to know it again. */
const shownDigits = 8

/** When, how long and how often, since when it fails, and what the same run came to elsewhere. */
export function ResultFacts({
  result,
  detail,
  neighbours,
}: {
  readonly result: Result
  readonly detail: Detail
  readonly neighbours: ResultNeighbours | undefined
}) {
  const { startedAt, created_at, statusCode, responseTime, attempts } = result
  return (
    <Facts>
      <Fact name={words.at} value={<Moment at={startedAt ?? created_at} />} />
      {statusCode !== null && (
        <Fact name={words.status} value={statusCode} more={textIn(objectIn(detail['response'])['statusText']) ?? ''} />
      )}
      <Fact name={words.responseTime} value={formatMs(responseTime)} />
      <Fact name={words.attempt} value={String(attempts)} />
      <Broke result={result} neighbours={neighbours} />
      {result.traceUrl !== undefined && (
        <Fact
          name={words.trace}
          value={
            <a className="link" href={result.traceUrl} target="_blank" rel="noreferrer">
              {result.traceId?.slice(0, shownDigits)}…
            </a>
          }
        />
      )}
      <OtherLocations result={result} />
    </Facts>
  )
}

/** Results of the same run in other locations. */
function OtherLocations({ result }: { readonly result: Result }) {
  const { labelsOf } = usePlaces()
  const others = useResultsOfRun(result).filter(
    ({ checkResultId, resultType }) => checkResultId !== result.id && resultType === 'FINAL',
  )
  const labels = labelsOf(others.map(({ runLocation }) => runLocation))
  if (others.length === 0) return null
  return (
    <WideFact name={words.otherLocations}>
      <div className="row wrap gap12">
        {others.map(({ checkId, checkResultId, runLocation, ...outcome }) => {
          const state = stateOfResult(outcome)
          return (
            <StatusLine key={checkResultId} isSmall>
              <Glyph state={state} />
              <Link
                className="link"
                to="/checks/$id/results/$resultId"
                params={{ id: checkId, resultId: checkResultId }}
              >
                <span className="sr">{texts.common.runState[state]}</span>
                {labels.get(runLocation)}
              </Link>
            </StatusLine>
          )
        })}
      </div>
    </WideFact>
  )
}
