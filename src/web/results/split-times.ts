const instant = /(\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))/

/** The parts of a text, times of ISO 8601 apart from what is between them. */
export const splitTimes = (text: string): readonly { readonly part: string; readonly isTime: boolean }[] =>
  text
    .split(instant)
    .map((part, index) => ({ part, isTime: index % 2 === 1 && !Number.isNaN(Date.parse(part)) }))
    .filter(({ part }) => part !== '')
