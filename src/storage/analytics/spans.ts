import { dayMs } from '#kernel'

/** A span of time, and its index among those requested, which rows are grouped by. The end is exclusive. */
export interface Span {
  readonly spanIndex: number
  readonly fromMs: number
  readonly toMs: number
}

export type TimeSpan = Pick<Span, 'fromMs' | 'toMs'>

/** Spans cut wherever one of them begins or ends, so that every row that is read lies in one piece. */
export interface Pieces extends TimeSpan {
  readonly starts: readonly Date[]
  /** The indexes of the spans around each piece; none where the piece lies between spans. */
  readonly spanIndexes: readonly (readonly number[])[]
}

/** Stretches of time without a span that last longer than a day part the pieces, so that they are not read. */
export function piecesOf(spans: readonly Span[]): Pieces[] {
  const cuts = [...new Set(spans.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))].toSorted((a, b) => a - b)
  const waiting = spans.toSorted((a, b) => b.fromMs - a.fromMs)
  let begun: Span[] = []
  /** For later moments each time, so that no span is looked at for every cut. */
  const around = (ms: number): number[] => {
    for (let next = waiting.at(-1); next && next.fromMs <= ms; next = waiting.at(-1)) begun.push(...waiting.splice(-1))
    begun = begun.filter(({ toMs }) => ms < toMs)
    return begun.map(({ spanIndex }) => spanIndex).toSorted((a, b) => a - b)
  }
  const found: Pieces[] = []
  let open: { starts: Date[]; spanIndexes: number[][]; fromMs: number; toMs: number } | null = null
  for (const [index, fromMs] of cuts.slice(0, -1).entries()) {
    const toMs = cuts[index + 1] ?? fromMs
    const spanIndexes = around(fromMs)
    if (spanIndexes.length === 0 && toMs - fromMs > dayMs) open = null
    else {
      if (open === null) found.push((open = { starts: [], spanIndexes: [], fromMs, toMs }))
      open.starts.push(new Date(fromMs))
      open.spanIndexes.push(spanIndexes)
      open.toMs = toMs
    }
  }
  return found
}

/** When stretches begin and when they end, as two parameters of a statement. */
export const datesOf = (timeSpans: readonly TimeSpan[]): [from: Date[], to: Date[]] => [
  timeSpans.map(({ fromMs }) => new Date(fromMs)),
  timeSpans.map(({ toMs }) => new Date(toMs)),
]

/** Around all stretches: days beyond are not even planned for, which takes long with many checks. */
export const boundsOf = (timeSpans: readonly TimeSpan[]): [from: Date, to: Date] => [
  new Date(Math.min(...timeSpans.map(({ fromMs }) => fromMs))),
  new Date(Math.max(...timeSpans.map(({ toMs }) => toMs))),
]
