import { Link } from '@tanstack/react-router'
import { usePlaces } from '../../places/use-places.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatNumber } from '../../ui/format.ts'
import { KeyValues } from '../../ui/key-values.tsx'
import { Pane } from '../../ui/pane.tsx'
import { Ago, Moment } from '../../ui/time.tsx'
import type { ErrorDetail } from './api.ts'
import { OccurrenceStrip } from './occurrence-strip.tsx'

const words = lateTexts.errors

/** When, where and in what else an error occurred. */
export const ErrorFacts = ({ error }: { readonly error: ErrorDetail }) => (
  <div>
    <Pane title={words.occurrences} more={words.recent}>
      <div className="padx pb stack">
        <OccurrenceStrip recent={error.recent} />
        <KeyValues>
          <Source error={error} />
          <dt>{words.firstRun}</dt>
          <dd>
            <Run checkId={error.checkId} run={error.first} at={error.firstSeen} />
          </dd>
          {error.kind === 'CHECK' && (
            <>
              <dt>{words.lastGood}</dt>
              <dd>
                <Run checkId={error.checkId} run={error.lastGood} at={null} />
              </dd>
            </>
          )}
          <dt>{words.lastSeen}</dt>
          <dd>
            <Moment at={error.lastSeen} />
          </dd>
        </KeyValues>
      </div>
    </Pane>
    <Locations locations={error.locations} />
    {error.others.length > 0 && <Others others={error.others} />}
  </div>
)

const Source = ({ error: { kind, checkId, checkName, environments } }: { readonly error: ErrorDetail }) => (
  <>
    {checkId !== null && (
      <>
        <dt>{words.check}</dt>
        <dd>
          <Link className="link" to="/checks/$id" params={{ id: checkId }}>
            {checkName}
          </Link>
        </dd>
      </>
    )}
    {kind === 'TEST_SESSION' && environments.length > 0 && (
      <>
        <dt>{words.environments}</dt>
        <dd>{environments.join(', ')}</dd>
      </>
    )}
  </>
)

interface RunProps {
  readonly checkId: string | null
  readonly run: ErrorDetail['first']
  /** Of a run that is not kept any more. */
  readonly at: string | null
}

function Run({ checkId, run, at }: RunProps) {
  if (run === null || checkId === null)
    return at === null ? <span className="mute">{words.noLastGood}</span> : <Moment at={at} />
  return (
    <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId: run.id }}>
      <Moment at={run.at} />
    </Link>
  )
}

function Locations({ locations }: Pick<ErrorDetail, 'locations'>) {
  const labels = usePlaces().labelsOf(locations.map(({ location }) => location))
  if (locations.length === 0) return null
  return (
    <Pane title={words.locations}>
      <ul className="padx pb stack gap4">
        {locations.map(({ location, occurrences }) => (
          <li key={location} className="row">
            <span>{labels.get(location)}</span>
            <span className="end num dim">{formatNumber(occurrences)}</span>
          </li>
        ))}
      </ul>
    </Pane>
  )
}

const Others = ({ others }: Pick<ErrorDetail, 'others'>) => (
  <Pane title={words.others}>
    <ul className="padx pb stack gap4">
      {others.map(({ id, checkName, lastSeen }) => (
        <li key={id} className="row">
          <Link className="link anywhere" to="/errors/$id" params={{ id }}>
            {checkName}
          </Link>
          <span className="end dim nw">
            <Ago at={lastSeen} />
          </span>
        </li>
      ))}
    </ul>
  </Pane>
)
