import { lateTexts } from '../../../strings/late.ts'
import { formatAlignedMs, formatNumber } from '../../../ui/format.ts'
import { Moment } from '../../../ui/time.tsx'
import { formatMetric } from './series-words.ts'
import type { Series } from '../api.ts'
import { Table, TableRegion } from '../../../ui/table.tsx'

const words = lateTexts.series

/** The data of the charts as a table, the latest interval first. */
export const SeriesTable = ({ series }: { readonly series: Series }) => (
  <TableRegion aria-label={words.table}>
    <Table isFlat>
      <thead>
        <tr>
          <th scope="col">{words.time}</th>
          {[words.passed, words.degraded, words.failed, 'p50', 'p95', 'p99', words.max].map((name) => (
            <th key={name} scope="col" className="num">
              {name}
            </th>
          ))}
          {series.metrics.map(({ name, label }) => (
            <th key={name} scope="col" className="num">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.buckets.toReversed().map((bucket) => (
          <tr key={bucket.at}>
            <td className="nw">
              <Moment at={bucket.at} />
            </td>
            {[bucket.passed, bucket.degraded, bucket.failed].map((count, index) => (
              <td key={index} className="num">
                {formatNumber(count)}
              </td>
            ))}
            {[bucket.p50, bucket.p95, bucket.p99, bucket.max].map((value, index) => (
              <td key={index} className="num">
                {formatAlignedMs(value)}
              </td>
            ))}
            {series.metrics.map(({ name, unit }, index) => (
              <td key={name} className="num">
                {formatMetric(bucket.means[index], unit)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  </TableRegion>
)
