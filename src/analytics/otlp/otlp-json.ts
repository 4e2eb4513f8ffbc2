/** The messages of OTLP in their JSON form (opentelemetry-proto 1.x): ids in hexadecimal, 64-bit integers as texts. */
export type AnyValue =
  | { readonly stringValue: string }
  | { readonly boolValue: boolean }
  | { readonly intValue: string }

export interface KeyValue {
  readonly key: string
  readonly value: AnyValue
}

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  /** 1 internal, 3 client. */
  readonly kind: 1 | 3
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly KeyValue[]
  /** 1 ok, 2 error. */
  readonly status: { readonly code: 0 | 1 | 2; readonly message?: string }
}

interface Point {
  readonly attributes: readonly KeyValue[]
  readonly startTimeUnixNano?: string
  readonly timeUnixNano: string
}

export type NumberPoint = Point & ({ readonly asDouble: number } | { readonly asInt: string })

export interface HistogramPoint extends Point {
  readonly count: string
  readonly sum: number
  readonly bucketCounts: readonly string[]
  readonly explicitBounds: readonly number[]
}

/** 1 is delta, 2 cumulative. */
export type Temporality = 1 | 2

export type Metric = { readonly name: string; readonly unit: string; readonly description: string } & (
  | { readonly gauge: { readonly dataPoints: readonly NumberPoint[] } }
  | {
      readonly sum: {
        readonly dataPoints: readonly NumberPoint[]
        readonly aggregationTemporality: Temporality
        readonly isMonotonic: true
      }
    }
  | {
      readonly histogram: {
        readonly dataPoints: readonly HistogramPoint[]
        readonly aggregationTemporality: Temporality
      }
    }
)

type AttributeValue = string | number | boolean | null | undefined

/** Null and undefined are left out. Numbers are whole. */
export const attributes = (values: Readonly<Record<string, AttributeValue>>): KeyValue[] =>
  Object.entries(values).flatMap(([key, value]) =>
    value === null || value === undefined ? [] : [{ key, value: anyValue(value) }],
  )

function anyValue(value: string | number | boolean): AnyValue {
  if (typeof value === 'string') return { stringValue: value }
  return typeof value === 'boolean' ? { boolValue: value } : { intValue: String(Math.round(value)) }
}

const nanosecondsPerMs = 1_000_000n

/** Nanoseconds of epoch milliseconds, to the microsecond. */
export const nanoseconds = (ms: number): string =>
  String(BigInt(Math.floor(ms)) * nanosecondsPerMs + BigInt(Math.round((ms % 1) * 1000)) * 1000n)
