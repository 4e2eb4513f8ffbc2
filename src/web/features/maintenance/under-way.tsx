import { Link } from '@tanstack/react-router'
import { lateTexts } from '../../strings/late.ts'
import { now } from '../../time/page-time.ts'
import { StateBand } from '../../ui/state-band.tsx'
import { momentOfMinute } from '../../ui/time.tsx'
import { useReadAtTurns, useSchedule } from './api.ts'
import { occurrencesHash } from './maintenances-pane.tsx'
import { MaintenanceActions } from './maintenance-actions.tsx'

const words = lateTexts.maintenanceWindows

/** The windows under way, each with the actions that it permits. */
export function UnderWay() {
  const entries = useSchedule().data?.entries ?? []
  useReadAtTurns(entries)
  return entries.map(
    ({ window, current }) =>
      current?.maintenanceId && (
        <StateBand key={window.id} state="PAUSED" sentence={words.underWay(window.name)} role="status">
          <span className="dim">{untilText(current.endsAt)}</span>
          <span className="row wrap end">
            <MaintenanceActions windowId={window.id} maintenance={{ ...current, id: current.maintenanceId }} />
            <Link
              className="link small"
              to="/maintenance/$id"
              params={{ id: String(window.id) }}
              hash={occurrencesHash}
            >
              {words.heldBack}
            </Link>
          </span>
        </StateBand>
      ),
  )
}

/** Some are ended by hand, also after their time. */
export const untilText = (endsAt: string): string =>
  Date.parse(endsAt) > now() ? words.until(momentOfMinute(endsAt)) : words.untilEnded
