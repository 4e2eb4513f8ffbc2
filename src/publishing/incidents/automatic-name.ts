import type { IncidentSeverity } from '#contract'
import type { PageTexts } from '#page-texts'

const namesMax = 2

const trouble: Readonly<Record<IncidentSeverity, 'down' | 'partlyDown' | 'affected'>> = {
  CRITICAL: 'down',
  MAJOR: 'partlyDown',
  MEDIUM: 'affected',
  MINOR: 'affected',
}

/** The name of an incident in the words of the headline of pages: `Checkout and Search are down`, cut to its longest. */
export function automaticName(services: readonly string[], severity: IncidentSeverity, texts: PageTexts): string {
  const more = services.length - namesMax
  const names =
    more > 0
      ? texts.andMore({ names: services.slice(0, namesMax).join(', '), count: more })
      : new Intl.ListFormat(texts.locale).format(services)
  return texts.headline[trouble[severity]]({ names, count: services.length }).slice(0, nameLength).toWellFormed()
}

/** The longest name that an incident can have. */
const nameLength = 512
