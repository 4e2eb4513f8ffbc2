import { Link } from '@tanstack/react-router'
import { useMay } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import { formatDuration, formatNumber } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import type { Noise } from './api.ts'
import styles from './reports.module.css'

const words = lateTexts.reports.noise
type Proposal = Noise['proposals'][number]
const parameters = {
  FAILED_RUNS: 'failedRuns',
  MINUTES_FAILING: 'minutesFailing',
  FAILED_OF_RUNS: 'failedRuns',
  PASSED_RUNS: 'passedRuns',
} as const

/** Settings that would have spared alerts; each opens the form of its check, and changes nothing. */
export function NoiseProposals({ proposals }: { readonly proposals: readonly Proposal[] }) {
  const mayUpdate = useMay('updateCheckGeneric')
  return (
    <Pane title={words.proposals}>
      {proposals.length === 0 ? (
        <p className="pad mute">{words.noProposals}</p>
      ) : (
        <ul className={styles.proposals}>
          {proposals.map((proposal) => (
            <li key={proposal.checkId} className="padx">
              <div className={styles.proposal}>
                <b>{proposal.checkName}</b>
                <p>{textOf(proposal)}</p>
              </div>
              {mayUpdate && (
                <Link
                  className="link"
                  to="/checks/$id/edit"
                  params={{ id: proposal.checkId }}
                  search={{
                    [parameters[proposal.kind]]: String(proposal.value),
                    ...(proposal.windowRuns !== null && { ofRuns: String(proposal.windowRuns) }),
                  }}
                  aria-label={words.openFor(proposal.checkName)}
                >
                  {words.open}
                </Link>
              )}
            </li>
          ))}
        </ul>
      )}
    </Pane>
  )
}

/** "A threshold of 2 failed runs would have spared 14 of 17 alerts and delayed 1 outage by up to 1 min." */
function textOf({ kind, value, windowRuns, alertsNow, alertsProposed, ...proposal }: Proposal): string {
  const threshold = words.thresholds[kind](value, windowRuns ?? 0)
  const spared = words.spared(threshold, formatNumber(alertsNow - alertsProposed), formatNumber(alertsNow))
  const { longestDelaySeconds, delayedOutages, missedOutages } = proposal
  return [
    spared,
    ...(longestDelaySeconds === null
      ? []
      : [words.delayed(delayedOutages, formatDuration(longestDelaySeconds * 1000))]),
    ...(missedOutages > 0 ? [words.missed(missedOutages)] : []),
  ].join(' ')
}
