import { lateTexts } from '../../strings/late.ts'
import { formatBoth, formatDuration } from '../../ui/format.ts'
import { Moment, useNow } from '../../ui/time.tsx'
import { useMaintenances } from './maintenance-line.tsx'

const words = lateTexts.check
const minuteMs = 60_000

/** How long it is until the next run; while a maintenance pauses the check, when it resumes. */
export function NextRun({ at, checkId }: { readonly at: string; readonly checkId: string }) {
  const now = useNow()
  const { active } = useMaintenances(checkId, Math.floor(now / minuteMs) * minuteMs)
  const ends = active.flatMap(({ pauses, endsAt }) => (pauses ? [endsAt] : [])).toSorted()
  const end = ends.at(-1)
  if (end !== undefined) return <Resumes at={Date.parse(end) > now ? end : null} />
  const leftMs = Date.parse(at) - now
  return (
    <time className="mute" dateTime={at} title={formatBoth(at)}>
      {leftMs < 1_000 ? words.nextRunDue : words.nextRunIn(formatDuration(leftMs))}
    </time>
  )
}

/** Some maintenances are ended by hand, also after their time. */
const Resumes = ({ at }: { readonly at: string | null }) => (
  <span className="mute">
    {at === null ? (
      words.resumesWhenEnded
    ) : (
      <>
        {words.resumes} <Moment at={at} />
      </>
    )}
  </span>
)
