/** JSON whose objects have their fields in alphabetical order, so that equal values have equal texts. */
export const stableJson = (value: unknown): string => JSON.stringify(value, sorted)

const sorted = (_name: string, value: unknown): unknown =>
  value === null || typeof value !== 'object' || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
