import protobuf from 'protobufjs'

/** The fields of opentelemetry-proto 1.x that are sent, by message: number and type, lists in brackets. */
const messages = {
  KeyValue: { key: [1, 'string'], value: [2, 'AnyValue'] },
  AnyValue: { stringValue: [1, 'string'], boolValue: [2, 'bool'], intValue: [3, 'int64'] },
  Resource: { attributes: [1, ['KeyValue']] },
  Scope: { name: [1, 'string'], version: [2, 'string'] },
  Status: { message: [2, 'string'], code: [3, 'int32'] },
  Span: {
    traceId: [1, 'bytes'],
    spanId: [2, 'bytes'],
    parentSpanId: [4, 'bytes'],
    name: [5, 'string'],
    kind: [6, 'int32'],
    startTimeUnixNano: [7, 'fixed64'],
    endTimeUnixNano: [8, 'fixed64'],
    attributes: [9, ['KeyValue']],
    status: [15, 'Status'],
  },
  ScopeSpans: { scope: [1, 'Scope'], spans: [2, ['Span']] },
  ResourceSpans: { resource: [1, 'Resource'], scopeSpans: [2, ['ScopeSpans']] },
  Traces: { resourceSpans: [1, ['ResourceSpans']] },
  NumberDataPoint: {
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    asDouble: [4, 'double'],
    asInt: [6, 'sfixed64'],
    attributes: [7, ['KeyValue']],
  },
  HistogramDataPoint: {
    startTimeUnixNano: [2, 'fixed64'],
    timeUnixNano: [3, 'fixed64'],
    count: [4, 'fixed64'],
    sum: [5, 'double'],
    bucketCounts: [6, ['fixed64']],
    explicitBounds: [7, ['double']],
    attributes: [9, ['KeyValue']],
  },
  Gauge: { dataPoints: [1, ['NumberDataPoint']] },
  Sum: { dataPoints: [1, ['NumberDataPoint']], aggregationTemporality: [2, 'int32'], isMonotonic: [3, 'bool'] },
  Histogram: { dataPoints: [1, ['HistogramDataPoint']], aggregationTemporality: [2, 'int32'] },
  Metric: {
    name: [1, 'string'],
    description: [2, 'string'],
    unit: [3, 'string'],
    gauge: [5, 'Gauge'],
    sum: [7, 'Sum'],
    histogram: [9, 'Histogram'],
  },
  ScopeMetrics: { scope: [1, 'Scope'], metrics: [2, ['Metric']] },
  ResourceMetrics: { resource: [1, 'Resource'], scopeMetrics: [2, ['ScopeMetrics']] },
  Metrics: { resourceMetrics: [1, ['ResourceMetrics']] },
  PartialSuccess: { rejected: [1, 'int64'], errorMessage: [2, 'string'] },
  Answer: { partialSuccess: [1, 'PartialSuccess'] },
} as const

/** Fields that are sent although their value is that of their type. */
const oneofs: Readonly<Record<string, readonly string[]>> = {
  AnyValue: ['stringValue', 'boolValue', 'intValue'],
  NumberDataPoint: ['asDouble', 'asInt'],
}

const root = new protobuf.Root()
for (const [name, fields] of Object.entries(messages)) {
  const type = new protobuf.Type(name)
  for (const [field, [id, of]] of Object.entries<readonly [number, string | readonly [string]]>(fields))
    type.add(
      typeof of === 'string' ? new protobuf.Field(field, id, of) : new protobuf.Field(field, id, of[0], 'repeated'),
    )
  const members = oneofs[name]
  if (members) type.add(new protobuf.OneOf('value', [...members]))
  root.add(type)
}

/** A message in its JSON form as protobuf. */
export function encodeOtlp(name: 'Traces' | 'Metrics', message: object): Buffer {
  const type = root.lookupType(name)
  return Buffer.from(type.encode(type.fromObject(withBytes(message))).finish())
}

/** How many of the points or spans of a message were not taken, and why; null when all were. */
export function decodeOtlpAnswer(
  bytes: Uint8Array,
): { readonly rejected: number; readonly errorMessage: string } | null {
  const type = root.lookupType('Answer')
  const { partialSuccess }: Record<string, unknown> = type.toObject(type.decode(bytes), { longs: Number })
  if (partialSuccess === undefined) return null
  const { rejected = 0, errorMessage = '' } = Object(partialSuccess)
  return { rejected: Number(rejected), errorMessage: String(errorMessage) }
}

const ids = new Set(['traceId', 'spanId', 'parentSpanId'])

/** Ids as bytes: the JSON form has them in hexadecimal, not in base64 as other bytes. */
function withBytes(value: unknown): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(Object(value)).map(([name, inner]) => [
      name,
      ids.has(name) ? Buffer.from(String(inner), 'hex') : bytesWithin(inner),
    ]),
  )
}

function bytesWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(bytesWithin)
  return typeof value === 'object' && value !== null ? withBytes(value) : value
}
