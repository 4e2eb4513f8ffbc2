import { Link } from '@tanstack/react-router'
import { useResult } from '../../results/api.ts'
import { reasonOf } from '../../results/reason.ts'
import type { CheckRow } from './api.ts'
import { isInTrouble } from './is-in-trouble.ts'
import { reasonText } from '../../strings/reason-text.ts'

/** The reason of the last failed or degraded run, with a link to it. */
export function LastReason({ row }: { readonly row: CheckRow | undefined }) {
  const resultId = row && isInTrouble(row.state) ? row.lastResultId : null
  const { data } = useResult(row?.id ?? '', resultId)
  const reason = data && reasonOf(data)?.split('\n', 1)[0]
  if (!row || resultId === null || !reason) return null
  return (
    <Link className="quiet anywhere" to="/checks/$id/results/$resultId" params={{ id: row.id, resultId }}>
      {reasonText(reason)}
    </Link>
  )
}
