import type { RouteHop } from './answer.ts'

/** The last hop that answered; null when none did. */
export function lastKnownHop(hops: readonly RouteHop[]): { readonly number: number; readonly address: string } | null {
  const hop = hops.findLast(({ main_ip }) => main_ip !== null)
  return hop ? { number: hop.hop_number, address: hop.main_ip ?? '' } : null
}

/** The loss of the last hop in percent; null without hops. */
export const lossOfLastHop = (hops: readonly RouteHop[]): number | null => hops.at(-1)?.loss_percentage ?? null

/** The hops with other names. */
export const withHopNames = (hops: readonly RouteHop[], change: (name: string) => string): readonly RouteHop[] =>
  hops.map((hop) => (hop.main_host === undefined ? hop : { ...hop, main_host: change(hop.main_host) }))
