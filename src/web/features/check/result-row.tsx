import { Link } from '@tanstack/react-router'
import type { Answer } from '../../api/operations.ts'
import { lateTexts } from '../../strings/late.ts'
import { formatMs } from '../../ui/format.ts'
import { Status } from '../../ui/status.tsx'
import { Moment } from '../../ui/time.tsx'
import { stateOfResult } from '../results/ticks.ts'

export type Entries = Answer<'listCheckResultsV2'>['entries']

export function ResultRow({ checkId, entry }: { readonly checkId: string; readonly entry: Entries[number] }) {
  const at = entry.startedAt ?? entry.created_at ?? ''
  return (
    <tr>
      <td>
        <Link className="link" to="/checks/$id/results/$resultId" params={{ id: checkId, resultId: entry.id ?? '' }}>
          <Moment at={at} />
        </Link>
      </td>
      <td>
        <Status state={stateOfResult(entry)} of="run" />
        {(entry.attempts ?? 1) > 1 && (
          <span className="mute small">
            {' '}
            {lateTexts.check.attempt} {entry.attempts}
          </span>
        )}
      </td>
      <td className="dim">{entry.runLocation}</td>
      <td className="num">{formatMs(entry.responseTime)}</td>
    </tr>
  )
}
