import type { TriedAddress } from '#contract'
import type { Deadline } from '#egress'

/** Check owners control their hosts and thus how many addresses one has. */
const maxAddresses = 10

/** How to probe one address. */
export interface Look<T> {
  readonly at: (address: string, isLast: boolean) => Promise<T>
  /** The code of the problem because of which an outcome is not an answer of the host, or null. */
  readonly errorOf: (outcome: T) => string | null
}

/**
 * For protocols without connections, where the first address cannot be tried beside others: one after the other, at most
 * ten, until one answers or the time is over. When none does, the outcome is that of the first.
 */
export async function addressesInTurn<T>(
  addresses: readonly string[],
  { at, errorOf }: Look<T>,
  deadline: Deadline,
): Promise<{ readonly outcome: T; readonly tried: readonly TriedAddress[] }> {
  const [address = '', ...others] = addresses.slice(0, maxAddresses)
  const first = await at(address, others.length === 0)
  const tried: TriedAddress[] = [{ address, error: errorOf(first) }]
  for (const [index, other] of others.entries()) {
    if (tried.at(-1)?.error === null || deadline.failure) break
    const outcome = await at(other, index === others.length - 1)
    const error = errorOf(outcome)
    tried.push({ address: other, error })
    if (error === null) return { outcome, tried }
  }
  return { outcome: first, tried }
}
