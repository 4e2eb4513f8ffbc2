import { formatAlignedMs, formatPercent } from '../../ui/format.ts'
import { Pane } from '../../ui/pane.tsx'
import { listIn, numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'
import type { DetailsView } from './details-view.ts'
import { FactList, DetailsTable } from './parts.tsx'
import { words } from './labels.ts'

function Route({ detail }: { readonly detail: Detail }) {
  const response = objectIn(detail['response'])
  const hops = listIn(response['hops']).map(objectIn)
  const count = numberIn(response['totalHops']) ?? hops.length
  const isReached = response['destinationReached'] === true
  const port = textIn(response['port'])
  return (
    <Pane title={words.route} more={isReached ? words.reached(count) : words.notReached(count)}>
      <FactList
        facts={[
          { name: words.address, value: textIn(response['resolvedIp']) },
          {
            name: words.protocol,
            value: [textIn(response['probeProtocol']) ?? textIn(response['protocol']), port].filter(Boolean).join(' '),
          },
          { name: words.message, value: textIn(response['unreachable']) },
        ]}
      />
      <DetailsTable
        label={words.route}
        columns={[
          { name: words.hop, isNumber: true },
          { name: words.address, isMono: true },
          { name: words.loss, isNumber: true },
          { name: words.best, isNumber: true },
          { name: words.mean, isNumber: true },
          { name: words.worst, isNumber: true },
        ]}
        rows={hops.map(cellsOf)}
      />
    </Pane>
  )
}

function cellsOf(hop: Detail) {
  const [address, host] = [textIn(hop['main_ip']), textIn(hop['main_host'])]
  const trips = objectIn(hop['rtt'])
  const loss = numberIn(hop['loss_percentage'])
  return [
    textIn(hop['hop_number']),
    address === null ? <span className="mute">{words.noAnswer}</span> : [host, address].filter(Boolean).join(' '),
    loss === null ? '–' : formatPercent(loss / 100, 0),
    ...['best_ms', 'avg_ms', 'worst_ms'].map((name) => formatAlignedMs(numberIn(trips[name]))),
  ]
}

/** The way to a host. */
export const route: DetailsView = {
  fits: (detail) => Array.isArray(objectIn(detail['response'])['hops']),
  fields: ['response', 'totalHops', 'destinationReached', 'finalHopLatency'],
  View: Route,
}
