import { spanIdOf } from '#contract'
import { fieldOf, numberOf, textOf } from '../prometheus/read-field.ts'
import { attributes, nanoseconds } from './otlp-json.ts'
import type { Span } from './otlp-json.ts'

/** Spans of one run; the rest of its steps are left out. */
const mostSpans = 200
/** The numbers of these parts of a run lie behind those of its phases. */
const firstPart = 100

/** A span for each test of a script and for each of its steps, as a tree below the span of the run. */
export function stepSpansOf(
  stored: unknown,
  run: { readonly resultId: string; readonly traceId: string; readonly parentSpanId: string },
): Span[] {
  const spans: Span[] = []
  const add = (nodes: unknown, parentSpanId: string): void => {
    for (const node of Array.isArray(nodes) ? nodes : []) {
      const startMs = numberOf(node, 'startTime')
      if (spans.length >= mostSpans || startMs === null || startMs <= 0) continue
      const spanId = spanIdOf(run.resultId, firstPart + spans.length)
      const error = errorOf(node)
      spans.push({
        traceId: run.traceId,
        spanId,
        parentSpanId,
        name: nameOf(node),
        kind: 1,
        startTimeUnixNano: nanoseconds(startMs),
        endTimeUnixNano: nanoseconds(startMs + Math.max(0, numberOf(node, 'duration') ?? 0)),
        attributes: attributes({ 'check.step.category': textOf(node, 'category') ?? 'test' }),
        status: error === null ? { code: 0 } : { code: 2, message: error },
      })
      add(fieldOf(node, 'steps'), spanId)
    }
  }
  add(fieldOf(stored, 'tests'), run.parentSpanId)
  return spans
}

/** A step has one title, a test those of its blocks too. */
function nameOf(node: unknown): string {
  const titles = fieldOf(node, 'titles')
  return textOf(node, 'title') ?? (Array.isArray(titles) ? titles.join(' › ') : 'step')
}

/** A step has the message of its error, a test its errors. */
function errorOf(node: unknown): string | null {
  const errors = fieldOf(node, 'errors')
  return textOf(node, 'error') ?? (Array.isArray(errors) ? textOf(errors[0], 'message') : null)
}
