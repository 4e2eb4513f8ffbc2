import type { Input } from '../api/operations.ts'
import { lateTexts } from '../strings/late.ts'
import { formatMinute } from '../ui/format.ts'

interface MuteChoice {
  readonly label: string
  readonly body: Input<'muteCheck'>['body']
}

const short = [30, 60, 120]
const dayMinutes = 1440
const morning = 9

/** How long a check can be muted: for a time, and until the next morning of the viewer. */
export function muteChoices(nowMs: number): readonly MuteChoice[] {
  const lasting = (minutes: number): MuteChoice => ({ label: lateTexts.check.mute(minutes), body: { minutes } })
  const end = new Date(nowMs)
  end.setHours(morning, 0, 0, 0)
  if (end.getTime() <= nowMs) end.setDate(end.getDate() + 1)
  const until = end.toISOString()
  return [
    ...short.map(lasting),
    { label: lateTexts.check.muteUntil(formatMinute(until)), body: { until } },
    lasting(dayMinutes),
  ]
}
