import { formatAlignedMs, formatMs, formatNumber, formatPercent } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { listIn, numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { FactList, DetailsTable, Holds } from './parts.tsx'
import { words } from './labels.ts'

function RoundTrips({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  const latency = objectIn(response['latency'])
  const [sent, received] = [numberIn(response['packetsSent']), numberIn(response['packetsReceived'])]
  const loss = numberIn(response['packetLoss'])
  const rows = listIn(response['pingResults']).map(objectIn)
  return (
    <Pane title={words.roundTrips} more={sent === null || received === null ? null : words.packetsOf(received, sent)}>
      <FactList
        facts={[
          { name: words.address, value: textIn(response['resolvedIp']) },
          { name: words.loss, value: loss === null ? null : formatPercent(loss / 100) },
          {
            name: words.latency,
            value: ['min', 'avg', 'max'].map((name) => formatMs(numberIn(latency[name]))).join(', '),
          },
          { name: words.deviation, value: formatMs(numberIn(latency['stdDev'])) },
        ]}
      />
      {rows.length > 0 && (
        <DetailsTable
          label={words.roundTrips}
          columns={[
            { name: words.sequence, isNumber: true },
            { name: words.roundTrip, isNumber: true },
            { name: words.hopLimit, isNumber: true },
            { name: words.outcome },
          ]}
          rows={rows.map((row) => [
            textIn(row['sequence']),
            formatAlignedMs(numberIn(row['rtt'])),
            numberIn(row['ttl']) === null ? '–' : formatNumber(numberIn(row['ttl']) ?? 0),
            <Holds key="outcome" is={row['success'] === true}>
              {row['success'] === true ? words.answered : words.lost}
            </Holds>,
          ])}
        />
      )}
    </Pane>
  )
}

/** Packets and their echoes. */
export const roundTrips: DetailsView = {
  fits: (detail) => Array.isArray(objectIn(detail['response'])['pingResults']),
  fields: ['response'],
  View: RoundTrips,
}
