import { lastKnownHop } from '#contract'
import type { RouteHop } from '#contract'
import type { Route } from '../traceroute/route-trace.ts'

export interface ReportedRoute {
  readonly host: string
  readonly address: string
  readonly port: number
  readonly route: Route
}

const columns = (...cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padStart(3) : cell.padEnd(index === 1 ? 40 : 0))).join('  ')

function hopLine({ hop_number, main_ip, sent, received, rtt }: RouteHop): string {
  if (main_ip === null) return columns(String(hop_number), '* (no answer)').trimEnd()
  return columns(String(hop_number), main_ip, `${rtt?.avg_ms ?? 0} ms, ${received} of ${sent} answered`)
}

/** A route in a sentence. */
export function routeSummary({ address, port, route }: ReportedRoute): string {
  const { hops, truncationReason } = route
  const count = hops.length === 1 ? '1 hop' : `${hops.length} hops`
  const goal = `${address}, TCP port ${port}`
  if (truncationReason === 'destinationReached') return `The route to ${goal} is complete: ${count}.`
  const last = lastKnownHop(hops)
  const where = last ? `the last that answered was ${last.address}, hop ${last.number}` : 'no hop answered'
  const end = route.unreachable ? `; ${route.unreachable.address} says that no way leads on` : ''
  return `The route to ${goal} was not found to its end: ${where}${end}.`
}

/** The report as a text file. */
export const routeReport = (reported: ReportedRoute): string =>
  [
    `Route to ${reported.host} (${reported.address}), TCP port ${reported.port}, one probe for each hop`,
    '',
    ...reported.route.hops.map(hopLine),
    '',
    routeSummary(reported),
    '',
  ].join('\n')
