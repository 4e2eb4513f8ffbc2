import { lateTexts } from '../../../strings/late.ts'
import { reasonText } from '../../../strings/reason-text.ts'
import { Moment } from '../../../ui/time.tsx'
import { useHeartbeatTimeline } from '../api.ts'

/** Why a heartbeat fails: what its last ping said, or when that came if the next one did not. */
export function LastPing({ checkId }: { readonly checkId: string }) {
  const { events = [], signals = [] } = useHeartbeatTimeline(checkId, null).data ?? {}
  const errors = new Map(signals.map(({ id, error }) => [id, error]))
  const error = errors.get(events[0]?.id ?? '') ?? null
  if (error !== null) return <span className="anywhere">{reasonText(error)}</span>
  const came = events.find(({ id, state }) => state !== 'FAILING' || errors.has(id))
  return (
    came && (
      <span>
        {lateTexts.heartbeat.lastPing} <Moment at={came.timestamp} />
      </span>
    )
  )
}
