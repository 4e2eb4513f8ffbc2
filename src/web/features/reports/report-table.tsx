import { Link } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { reportOrders } from '#contract'
import type { ReportGrouping, ReportOrder } from '#contract'
import { lateTexts } from '../../strings/late.ts'
import { formatAlignedMs, formatNumber } from '../../ui/format.ts'
import { useSearchState } from '../../ui/search-state.ts'
import { Table } from '../../ui/table.tsx'
import type { ReportRow } from './api.ts'
import { differenceOf, written } from './difference.ts'
import type { Compared } from './difference.ts'
import { groupingOf, nextOrder, orderOf } from './query.ts'
import styles from './reports.module.css'

const words = lateTexts.reports
const compared: readonly Compared[] = ['availability', 'downtime', 'outages', 'p95']
const isCompared = (order: ReportOrder): order is Compared => compared.some((one) => one === order)
const figures = reportOrders.filter((order) => order !== 'name')

/** One row for each check, group or tag; the heads of columns sort. */
export function ReportTable({ rows }: { readonly rows: readonly ReportRow[] }) {
  const [search] = useSearchState()
  const grouping = groupingOf(search)
  const hasChecks = grouping !== 'check'
  return (
    <Table isStacked className={styles.report}>
      <thead>
        <tr>
          <Head order="name" label={words.names[grouping]} />
          {hasChecks && (
            <th scope="col" className="num">
              {words.checks}
            </th>
          )}
          {figures.map((order) => (
            <Head key={order} order={order} label={words.columns[order]} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id ?? ''}>
            <td className={styles.name}>
              <Name row={row} grouping={grouping} />
            </td>
            {hasChecks && <td className="num dim">{formatNumber(row.checks)}</td>}
            {figures.map((figure) => (
              <td key={figure} className="num" data-label={words.columns[figure]}>
                <Figure row={row} figure={figure} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Head({ order, label }: { readonly order: ReportOrder; readonly label: string }) {
  const [search, change] = useSearchState()
  const current = orderOf(search)
  const isCurrent = current.by === order
  const Arrow = current.isDescending ? ArrowDown : ArrowUp
  const sorted = current.isDescending ? 'descending' : 'ascending'
  return (
    <th scope="col" className={order === 'name' ? '' : 'num'} aria-sort={isCurrent ? sorted : 'none'}>
      <button type="button" className={styles.sort} onClick={() => change({ sort: nextOrder(current, order) })}>
        {label}
        {isCurrent && <Arrow className="ic s" aria-hidden="true" />}
      </button>
    </th>
  )
}

function Name({ row: { id, name }, grouping }: { readonly row: ReportRow; readonly grouping: ReportGrouping }) {
  if (id === null) return <span className="mute">{words.none[grouping]}</span>
  if (grouping === 'tag') return name
  return (
    <Link className="quiet" to={grouping === 'check' ? '/checks/$id' : '/groups/$id'} params={{ id }}>
      {name}
    </Link>
  )
}

function Figure({ row, figure }: { readonly row: ReportRow; readonly figure: Exclude<ReportOrder, 'name'> }) {
  const value = row[figure]
  if (value === null) return '–'
  if (!isCompared(figure)) return formatAlignedMs(value)
  const difference = differenceOf(figure, row, row.previous)
  return (
    <>
      {written[figure](value)}
      {difference !== null && <div className="small mute">{difference}</div>}
    </>
  )
}
