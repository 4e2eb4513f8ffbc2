/** The time zone of the browser. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** All zones that the browser knows, with UTC and those given, as choices. */
export const zoneOptions = (...given: readonly string[]) =>
  [...new Set(['UTC', ...given, ...Intl.supportedValuesOf('timeZone')])].map((value) => ({
    value,
    label: value.replaceAll('_', ' '),
  }))
