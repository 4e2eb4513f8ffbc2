import { lateTexts } from '../../../strings/late.ts'
import { formatAlignedMs, formatAvailability } from '../../../ui/format.ts'
import { Status } from '../../../ui/status.tsx'
import { shareOf, sizeOf, stateOf } from './series-words.ts'
import type { Series } from '../api.ts'
import { Table, TableRegion } from '../../../ui/table.tsx'

const words = lateTexts.series

/** How each location fares in the range. Its state is that of its last interval with runs. */
export const LocationsTable = ({ series }: { readonly series: Series }) => (
  <TableRegion aria-label={words.locations}>
    <Table isFlat isStacked>
      <thead>
        <tr>
          <th scope="col">{words.location}</th>
          <th scope="col">{lateTexts.check.verdict}</th>
          <th scope="col" className="num">
            {words.availability}
          </th>
          <th scope="col" className="num">
            {words.runs}
          </th>
          {['p50', 'p95', 'p99'].map((name) => (
            <th key={name} scope="col" className="num">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {series.locations.map(({ location, total, buckets }) => {
          const last = buckets.at(-1)
          const share = shareOf(total)
          return (
            <tr key={location}>
              <td>{location}</td>
              <td>{last && <Status state={stateOf(last)} of="run" />}</td>
              <td className="num" data-label={words.availability}>
                {share === null ? '–' : formatAvailability(share * 100)}
              </td>
              <td className="num" data-label={words.runs}>
                {sizeOf(total)}
              </td>
              <td className="num" data-label="p50">
                {formatAlignedMs(total.p50)}
              </td>
              <td className="num" data-label="p95">
                {formatAlignedMs(total.p95)}
              </td>
              <td className="num" data-label="p99">
                {formatAlignedMs(total.p99)}
              </td>
            </tr>
          )
        })}
      </tbody>
    </Table>
  </TableRegion>
)
