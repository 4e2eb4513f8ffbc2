import { Link } from '@tanstack/react-router'
import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { Moment, useNow } from '../../ui/time.tsx'
import { useMaintenanceOccurrences } from './api.ts'
import type { MaintenanceOccurrence } from './api.ts'

const words = lateTexts.maintenance

const dayMs = 86_400_000
const shownDays = 90
const underWay: ReadonlySet<MaintenanceOccurrence['status']> = new Set(['IN_PROGRESS', 'VERIFYING'])

/** The maintenances of a check that are under way, and the next one if it is near. */
export function useMaintenances(
  checkId: string,
  now: number,
): { readonly active: readonly MaintenanceOccurrence[]; readonly next: MaintenanceOccurrence | undefined } {
  const to = new Date((Math.floor(now / dayMs) + shownDays) * dayMs).toISOString()
  const entries = useMaintenanceOccurrences(checkId, to)
  const active = entries.filter(({ status }) => underWay.has(status))
  const [next] = entries.filter(({ status, startsAt }) => status === 'SCHEDULED' && Date.parse(startsAt) > now)
  return { active, next }
}

/** Until when the check is under maintenance, or when it will be next; nothing when that is far away. */
export function MaintenanceLine({ checkId }: { readonly checkId: string }) {
  const now = useNow(30_000)
  const { active, next } = useMaintenances(checkId, now)
  if (active.length === 0 && next === undefined) return null
  return (
    <div className="padx mt8">
      {active.map((one) => (
        <Line key={one.maintenanceId}>
          <Active occurrence={one} now={now} />
        </Line>
      ))}
      {active.length === 0 && next && (
        <Line>
          <Next occurrence={next} />
        </Line>
      )}
    </div>
  )
}

const Line = ({ children }: { readonly children: ReactNode }) => (
  <p className="row small">
    <CalendarClock className="ic s" aria-hidden="true" />
    {children}
  </p>
)

/** Some are ended by hand, also after their time. */
const Active = ({
  occurrence: { name, endsAt, maintenanceWindowId, ...does },
  now,
}: {
  readonly occurrence: MaintenanceOccurrence
  readonly now: number
}) => (
  <span>
    {Date.parse(endsAt) > now ? (
      <>
        {words.until} <Moment at={endsAt} />
      </>
    ) : (
      words.untilEnded
    )}
    :{' '}
    <b>
      <WindowLink id={maintenanceWindowId}>{name}</WindowLink>
    </b>
    , {words.effect(does)}
  </span>
)

const Next = ({ occurrence }: { readonly occurrence: MaintenanceOccurrence }) => (
  <span className="dim">
    {words.next} <Moment at={occurrence.startsAt} /> {words.to} <Moment at={occurrence.endsAt} />:{' '}
    <WindowLink id={occurrence.maintenanceWindowId}>{occurrence.name}</WindowLink>, {words.effect(occurrence)}
  </span>
)

const WindowLink = ({ id, children }: { readonly id: number; readonly children: ReactNode }) => (
  <Link className="quiet" to="/maintenance/$id" params={{ id: String(id) }}>
    {children}
  </Link>
)
