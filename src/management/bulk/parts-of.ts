/** So many checks are worked on at a time, because thousands at once would keep the process from everything else. */
const partSize = 250

/** The items in parts, in their order. */
export const partsOf = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / partSize) }, (_part, index) =>
    items.slice(index * partSize, (index + 1) * partSize),
  )
