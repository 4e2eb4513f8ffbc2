import { memo, useState } from 'react'
import { texts } from '../../strings/index.ts'
import { Button } from '../../ui/button.tsx'
import { ListLink } from '../../ui/list-link.tsx'
import { TickStrip } from '../../ui/tick-strip.tsx'
import type { Tick } from '../../ui/tick-strip.tsx'
import { Since } from '../../ui/time.tsx'
import { notRunningText } from '../../ui/not-running.ts'
import { Glyph, stateClass, StatusLine } from '../../ui/status.tsx'
import { useMayOpenIncident } from './api.ts'
import type { Issue as IssueData, IssueCheck } from './api.ts'
import { Who } from './who.tsx'
import { usePlaces } from '../../places/use-places.ts'
import styles from './issue.module.css'
import { reasonText } from '../../strings/reason-text.ts'

const words = texts.home

/** One problem: what, since when, why, where, and who knows. Several checks that fail for one reason are one problem. */
export const Issue = memo(function Issue({
  issue: { state, reason, target, since, checks, incident },
  ticks,
}: {
  readonly issue: IssueData
  readonly ticks: readonly Tick[] | undefined
}) {
  const mayOpen = useMayOpenIncident()
  const [first] = checks
  if (first === undefined) return null
  return (
    <li className={state === 'FAILING' ? styles.issue : `${styles.issue} ${styles.minor}`}>
      <Glyph state={state} />
      <div>
        {checks.length === 1 ? <OneTitle check={first} /> : <SeveralTitle checks={checks} target={target} />}
        <p className={styles.reason}>
          {first.notRunning
            ? notRunningText(first.notRunning)
            : reason === null
              ? words.unknownReason
              : reasonText(reason)}
        </p>
        <div className={styles.meta}>
          {since && (
            <b className={stateClass[state]}>
              {words.sinceLabel} <Since at={since} />
            </b>
          )}
          {checks.length === 1 && first.locations.length > 0 && <Outcomes locations={first.locations} />}
          {first.lastResultId && (
            <ListLink className="link" to={`/checks/${first.id}/results/${first.lastResultId}`}>
              {words.openResult}
            </ListLink>
          )}
          {incident ? (
            <ListLink className="link anywhere" to={`/incidents/${incident.id}`}>
              {words.incident(incident.name)}
            </ListLink>
          ) : (
            mayOpen &&
            state !== 'UNKNOWN' && (
              <ListLink className="link" to={newIncidentOf(checks)}>
                {words.openIncident}
              </ListLink>
            )
          )}
        </div>
      </div>
      <div>{ticks && ticks.length > 0 && <TickStrip ticks={ticks} />}</div>
      <Who checks={checks} />
    </li>
  )
})

/** As many checks as an incident can name. */
const mostCauses = 100

const newIncidentOf = (checks: readonly IssueCheck[]): string =>
  `/incidents/new?check=${checks
    .slice(0, mostCauses)
    .map(({ id }) => id)
    .join(',')}`

const worstFirst = ['FAILING', 'DEGRADED', 'PASSING', 'UNKNOWN'] as const

/** The worst outcome of each place. */
function Outcomes({ locations }: Pick<IssueCheck, 'locations'>) {
  const { nameOf } = usePlaces()
  return [...Map.groupBy(locations, ({ location }) => nameOf(location))].map(([name, outcomes]) => (
    <StatusLine key={name} isSmall>
      <Glyph state={worstFirst.find((one) => outcomes.some(({ state }) => state === one)) ?? 'UNKNOWN'} />
      {name}
    </StatusLine>
  ))
}

const kindOf = ({ checkType, frequency }: IssueCheck): string =>
  [texts.checks.types[checkType], ...(frequency === null ? [] : [texts.checks.everyMinutes(frequency)])].join(', ')

const OneTitle = ({ check }: { readonly check: IssueCheck }) => (
  <div className="row">
    <ListLink className={`${styles.title} quiet`} to={`/checks/${check.id}`}>
      {check.name}
    </ListLink>
    <span className="kind">{kindOf(check)}</span>
  </div>
)

const listedAtMost = 50

function SeveralTitle({ checks, target }: Pick<IssueData, 'checks' | 'target'>) {
  const [isOpen, setOpen] = useState(false)
  const groups = new Set(checks.map(({ groupName }) => groupName))
  const [group = null] = groups.size === 1 ? groups : []
  return (
    <>
      <div className="row">
        <b className={styles.title}>{words.sameReason(checks.length, group)}</b>
        {target && <span className="kind">{target}</span>}
        <Button kind="ghost" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? words.hideChecks : words.showChecks}
        </Button>
      </div>
      <p className="dim small">
        {(isOpen ? checks.slice(0, listedAtMost) : checks.slice(0, 3)).map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <ListLink className="link" to={`/checks/${id}`}>
              {name}
            </ListLink>
          </span>
        ))}
        {!isOpen && checks.length > 3 && ', …'}
      </p>
    </>
  )
}
