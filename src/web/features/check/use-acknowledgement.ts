import { useAlertChanges } from '../../alerting/api.ts'
import { useSession } from '../../session/session.tsx'
import { lateTexts } from '../../strings/late.ts'
import type { MenuAction } from '../../ui/menu.tsx'
import { reportOutcome } from '../../ui/report-outcome.ts'
import type { CheckRow } from './api.ts'
import { isInTrouble } from './is-in-trouble.ts'

const words = lateTexts.check

/** Acknowledges the alert of a check that does not pass, or withdraws the acknowledgement; undefined where there is none. */
export function useAcknowledgement(row: CheckRow | undefined): MenuAction | undefined {
  const { may } = useSession()
  const { acknowledge, unacknowledge } = useAlertChanges(row?.id ?? '')
  if (row === undefined || !isInTrouble(row.state) || !may('acknowledgeCheck')) return undefined
  return row.acknowledgedBy
    ? { label: words.unacknowledge, onSelect: () => reportOutcome(unacknowledge(), words.changed) }
    : { label: words.acknowledge, onSelect: () => reportOutcome(acknowledge(), words.changed) }
}
