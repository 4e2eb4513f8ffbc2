import type { IncidentSeverity } from '#contract'

const namesMax = 2

const trouble: Readonly<Record<IncidentSeverity, string>> = {
  CRITICAL: 'down',
  MAJOR: 'partly down',
  MEDIUM: 'affected',
  MINOR: 'affected',
}

/** The name of an incident in the words of the headline of pages: `Checkout and Search are down`. */
export function automaticName(services: readonly string[], severity: IncidentSeverity): string {
  const more = services.length - namesMax
  const [last, ...before] =
    more > 0 ? [`${more} more`, ...services.slice(0, namesMax).toReversed()] : services.toReversed()
  const named = before.length === 0 ? last : `${before.toReversed().join(', ')} and ${last}`
  return `${named ?? ''} ${services.length === 1 ? 'is' : 'are'} ${trouble[severity]}`
}

/** The longest name that an incident can have. */
const nameLength = 512
export const shortenedName = (name: string): string => name.slice(0, nameLength).toWellFormed()
