import { lateTexts } from '../../strings/late.ts'
import { formatBoth, formatDuration } from '../../ui/format.ts'
import { useNow } from '../../ui/time.tsx'

const words = lateTexts.check

/** How long it is until the next run; counts down. */
export function NextRun({ at }: { readonly at: string }) {
  const leftMs = Date.parse(at) - useNow()
  return (
    <time className="mute" dateTime={at} title={formatBoth(at)}>
      {leftMs < 1_000 ? words.nextRunDue : words.nextRunIn(formatDuration(leftMs))}
    </time>
  )
}
