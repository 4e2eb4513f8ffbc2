import { Link } from '@tanstack/react-router'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { reread } from '../../api/change.ts'
import { after, now } from '../../time/page-time.ts'
import { StateBand } from '../../ui/state-band.tsx'
import { momentOfMinute } from '../../ui/time.tsx'
import { useSchedule } from './api.ts'
import type { Schedule } from './api.ts'
import { MaintenanceActions } from './maintenance-actions.tsx'

const words = lateTexts.maintenanceWindows
/** The service needs a moment for what is due. */
const turnMs = 3_000
/** Timers of browsers count no further than a few weeks. */
const longestWaitMs = 86_400_000

/** The windows under way, each with the actions that it permits. */
export function UnderWay() {
  const entries = useSchedule().data?.entries ?? []
  useReadAtTurns(entries)
  return entries.map(
    ({ window, current }) =>
      current?.maintenanceId && (
        <StateBand key={window.id} state="PAUSED" sentence={words.underWay(window.name)} role="status">
          <span className="dim">{untilText(current.endsAt)}</span>
          <span className="row end">
            <MaintenanceActions windowId={window.id} maintenance={{ ...current, id: current.maintenanceId }} />
            <Link className="link small" to="/maintenance/$id" params={{ id: String(window.id) }}>
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

/** Reads the schedule again when the next window begins or ends, which no event names. */
function useReadAtTurns(entries: Schedule['entries']): void {
  const client = useQueryClient()
  const times = entries.flatMap(({ current, next }) => [current?.endsAt ?? [], next?.startsAt ?? []].flat())
  const turnAt = Math.min(...times.map((at) => Date.parse(at)).filter((at) => at > now()))
  useEffect(() => {
    const waitMs = turnAt - now() + turnMs
    return waitMs > longestWaitMs ? undefined : after(waitMs, () => void reread(client, ['maintenance-windows']))
  }, [client, turnAt])
}
