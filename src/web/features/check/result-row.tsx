import { Link } from '@tanstack/react-router'
import type { ListedResult } from '../../results/api.ts'
import { outcomeTexts } from '../../results/outcome-texts.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatAlignedMs } from '../../ui/format.ts'
import { Status } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { stateOfResult } from '../../results/state-of-result.ts'
import { PlaceName } from '../../places/place-name.tsx'
import { reasonText } from '../../strings/reason-text.ts'

export function ResultRow({
  checkId,
  entry,
  hasStatus,
}: {
  readonly checkId: string
  readonly entry: ListedResult
  readonly hasStatus: boolean
}) {
  const at = entry.startedAt ?? entry.created_at ?? ''
  const state = stateOfResult(entry)
  const reason = entry.error ? reasonText(entry.error) : outcomeTexts[state]
  return (
    <tr>
      <td>
        <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId: entry.id ?? '' }}>
          <Moment at={at} />
        </Link>
      </td>
      <td>
        <Status state={state} of="run" />
        {(entry.attempts ?? 1) > 1 && (
          <span className="mute small">
            {' '}
            {lateTexts.check.attempt} {entry.attempts}
          </span>
        )}
      </td>
      <td className="dim">
        <PlaceName of={entry.runLocation} />
      </td>
      {hasStatus && <td className="num mono">{entry.statusCode}</td>}
      <td className="num">{formatAlignedMs(entry.responseTime)}</td>
      <td className="why dim">{reason && <span title={reason}>{reason}</span>}</td>
    </tr>
  )
}
