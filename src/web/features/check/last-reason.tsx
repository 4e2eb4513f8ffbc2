import { Link } from '@tanstack/react-router'
import { useOperation } from '../../api/use-operation.ts'
import { reasonOf } from '../results/reason.ts'
import type { Row } from './check-screen.tsx'

const inTrouble: ReadonlySet<Row['state']> = new Set(['FAILING', 'DEGRADED'])

/** The reason of the last failed or degraded run, with a link to it. */
export function LastReason({ row }: { readonly row: Row | undefined }) {
  const resultId = row && inTrouble.has(row.state) ? row.lastResultId : null
  const params = { checkId: row?.id ?? '', checkResultId: resultId ?? '' }
  const { data } = useOperation('getCheckResult', { params }, { enabled: resultId !== null, staleMs: 600_000 })
  const reason = data && reasonOf(data)?.split('\n', 1)[0]
  if (!row || resultId === null || !reason) return null
  return (
    <Link className="quiet anywhere" to="/checks/$id/results/$resultId" params={{ id: row.id, resultId }}>
      {reason}
    </Link>
  )
}
