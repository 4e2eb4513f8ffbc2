import { muteChoices } from '../muting/mute-choices.ts'
import { useSession } from '../session/session.tsx'
import { lateTexts } from '../strings/late.ts'
import { now } from '../time/page-time.ts'
import type { MenuAction } from '../ui/menu.tsx'
import { reportOutcome } from '../ui/report-outcome.ts'
import { useAlertChanges } from './api.ts'
import type { Notification } from './api.ts'

const log = lateTexts.alertLog
type AlertChanges = ReturnType<typeof useAlertChanges>

/** The actions of the person for the check of an alert. */
export function useAlertActions(
  { checkId, checkName, alertSource }: Notification,
  isOpen: boolean,
): readonly MenuAction[] {
  const { may } = useSession()
  const changes = useAlertChanges(checkId)
  const acknowledge = {
    label: lateTexts.check.acknowledge,
    onSelect: () => reportOutcome(changes.acknowledge(), log.acknowledged(checkName)),
  }
  // What is done about those of other tools is on their screen.
  if (alertSource !== undefined) return []
  return [
    ...(isOpen && may('acknowledgeCheck') ? [acknowledge] : []),
    ...(may('muteCheck') ? muteActions(changes, log.muted(checkName)) : []),
  ]
}

/** Mutes the check for a time. */
export const muteActions = ({ mute }: Pick<AlertChanges, 'mute'>, done: string): readonly MenuAction[] =>
  muteChoices(now()).map(({ label, body }) => ({ label, onSelect: () => reportOutcome(mute(body), done) }))
