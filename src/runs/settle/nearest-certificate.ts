import type { RunReport } from '#contract'
import { noCertificate } from '#notifying'
import type { FinishedTick } from '#notifying'

type Seen = Pick<RunReport['observation'], 'sslDaysRemaining' | 'sslDomain' | 'sent'>

/** The certificate that expires first, as any of the locations saw it, and the host it belongs to. */
export function nearestCertificate(
  observations: readonly Seen[],
): Pick<FinishedTick, 'sslDaysRemaining' | 'sslDomain'> {
  const seen = observations.flatMap((observation) =>
    typeof observation.sslDaysRemaining === 'number'
      ? [{ sslDaysRemaining: observation.sslDaysRemaining, sslDomain: domainOf(observation) }]
      : [],
  )
  return seen.toSorted((one, other) => one.sslDaysRemaining - other.sslDaysRemaining)[0] ?? noCertificate
}

function domainOf({ sent, sslDomain }: Seen): string | null {
  if (sslDomain !== undefined) return sslDomain
  return sent !== undefined && URL.canParse(sent.url) ? new URL(sent.url).hostname : null
}
