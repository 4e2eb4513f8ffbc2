import type { Ref } from 'react'
import { lateTexts } from '../../strings/late.ts'
import { ResultRow } from './result-row.tsx'
import type { ListedResult } from '../../results/api.ts'
import { Table } from '../../ui/table.tsx'
import styles from './result-table.module.css'

const words = lateTexts.check

/** Results of a check. Status codes have a column where any of them has one. */
export function ResultTable({
  isFlat = false,
  checkId,
  entries,
  body,
}: {
  readonly isFlat?: boolean
  readonly checkId: string
  readonly entries: readonly ListedResult[]
  readonly body?: Ref<HTMLTableSectionElement>
}) {
  const hasStatus = entries.some(({ statusCode }) => statusCode !== null && statusCode !== undefined)
  return (
    <Table isFlat={isFlat} isStacked className={styles.results}>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          <th scope="col">{words.verdict}</th>
          <th scope="col">{words.location}</th>
          {hasStatus && (
            <th scope="col" className="num">
              {words.statusCode}
            </th>
          )}
          <th scope="col" className="num">
            {words.responseTime}
          </th>
          <th scope="col">{words.reason}</th>
        </tr>
      </thead>
      <tbody ref={body}>
        {entries.map((entry) => (
          <ResultRow key={entry.id} checkId={checkId} entry={entry} hasStatus={hasStatus} />
        ))}
      </tbody>
    </Table>
  )
}
