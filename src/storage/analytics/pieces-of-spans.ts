import { dayMs } from '#kernel'

/** A span of time with the place of its answer. */
export interface Span {
  readonly place: number
  readonly fromMs: number
  readonly toMs: number
}

export type Stretch = Pick<Span, 'fromMs' | 'toMs'>

/** Spans cut wherever one of them begins or ends, so that every row that is read lies in one piece. */
export interface Pieces extends Stretch {
  readonly starts: readonly Date[]
  /** The places of the spans around each piece; none where the piece lies between spans. */
  readonly places: readonly (readonly number[])[]
}

/** Stretches of time without a span that last longer than a day part the pieces, so that they are not read. */
export function piecesOf(spans: readonly Span[]): Pieces[] {
  const cuts = [...new Set(spans.flatMap(({ fromMs, toMs }) => [fromMs, toMs]))].toSorted((a, b) => a - b)
  const around = (ms: number): number[] =>
    spans.filter(({ fromMs, toMs }) => fromMs <= ms && ms < toMs).map(({ place }) => place)
  const found: Pieces[] = []
  let open: { starts: Date[]; places: number[][]; fromMs: number; toMs: number } | null = null
  for (const [index, fromMs] of cuts.slice(0, -1).entries()) {
    const toMs = cuts[index + 1] ?? fromMs
    const places = around(fromMs)
    if (places.length === 0 && toMs - fromMs > dayMs) open = null
    else {
      if (open === null) found.push((open = { starts: [], places: [], fromMs, toMs }))
      open.starts.push(new Date(fromMs))
      open.places.push(places)
      open.toMs = toMs
    }
  }
  return found
}
