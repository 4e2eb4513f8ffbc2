import { lateTexts } from '../../../strings/late.ts'
import { formatMs } from '../../../ui/format.ts'
import { Status } from '../../../ui/status.tsx'
import { stateOfResult } from '../../../results/state-of-result.ts'
import { useFoundResult } from './find-result.ts'
import type { TimeSpan } from './range.ts'
import { sizeOf } from './series-words.ts'
import type { Bucket } from './series-words.ts'
import { formatSpan } from './time-axis.tsx'
import { PlaceName } from '../../../places/place-name.tsx'
import styles from './strip-tip.module.css'
import { reasonText } from '../../../strings/reason-text.ts'

const words = lateTexts.series
const tipPx = 280

/** The interval under the pointer: its counts, and its worst result with location, time and reason. */
export function StripTip({
  checkId,
  bucket,
  span,
  left,
  width,
}: {
  readonly checkId: string
  readonly bucket: Bucket | undefined
  readonly span: TimeSpan
  readonly left: number
  readonly width: number
}) {
  const found = useFoundResult(checkId, bucket, span.toMs - span.fromMs)
  const place = Math.max(0, Math.min(left - tipPx / 2, width - tipPx))
  return (
    <div className={styles.tip} style={{ left: place, width: Math.min(tipPx, width) }}>
      <b>{formatSpan(span)}</b>
      {bucket === undefined ? (
        <p className="mute">{words.noRun}</p>
      ) : (
        <p>
          {words.counts({ all: sizeOf(bucket), failed: bucket.failed, degraded: bucket.degraded })}
          {bucket.p95 !== null && `, p95 ${formatMs(bucket.p95)}`}
        </p>
      )}
      {found && (
        <p>
          <Status state={stateOfResult(found.entry)} of="run" /> <PlaceName of={found.entry.runLocation} />,{' '}
          {formatMs(found.entry.responseTime)}
        </p>
      )}
      {found?.reason && <p className="dim">{reasonText(found.reason).slice(0, 200)}</p>}
    </div>
  )
}
