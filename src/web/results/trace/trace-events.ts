import { numberIn, objectIn, textIn } from '../read-detail.ts'
import type { Detail } from '../read-detail.ts'

/** A picture of a page; `at` is epoch milliseconds, `name` that of its entry in the archive. */
export interface TraceFrame {
  readonly at: number
  readonly name: string
}

/** The events of one file of a trace, a JSON object in each line. Lines that are none are left out. */
export const eventsIn = (text: string): readonly Detail[] =>
  text.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [objectIn(JSON.parse(line))]
    } catch {
      return []
    }
  })

/** The pictures in the events of a file, in their order. Times of a trace count from the start of a clock that its first event names. */
export function framesIn(events: readonly Detail[]): readonly TraceFrame[] {
  const start = objectIn(events.find(({ type }) => type === 'context-options'))
  const offset = (numberIn(start['wallTime']) ?? 0) - (numberIn(start['monotonicTime']) ?? 0)
  return events
    .flatMap((event) => {
      if (event['type'] !== 'screencast-frame') return []
      const [sha1, timestamp] = [textIn(event['sha1']), numberIn(event['timestamp'])]
      const at = numberIn(event['frameSwapWallTime']) ?? (timestamp === null ? null : timestamp + offset)
      return sha1 === null || at === null ? [] : [{ at, name: `resources/${sha1}` }]
    })
    .toSorted((a, b) => a.at - b.at)
}

/** At most so many of them, spread over the whole, the first and the last among them. */
export function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items
  const step = (items.length - 1) / (most - 1)
  return Array.from({ length: most }, (_item, index) => items[Math.round(index * step)]).filter(
    (item) => item !== undefined,
  )
}
