import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { gunzipSync } from 'node:zlib'
import official from '@opentelemetry/otlp-transformer/build/src/generated/root.js'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { checkTypes, traceIdOf } from '#contract'
import { createEgress } from '#egress'
import { hourMs, minuteMs, silentLog } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { readSettings } from '../settings/read-settings.ts'
import { otlpOf } from '../settings/otlp-settings.ts'
import { lineReceiver, otlpExporterLoop, otlpReceiver } from './otlp-exporter.ts'

/** The message definitions of the official transformer, which decode what was sent. */
const requests = {
  '/v1/metrics': Object(official).opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest,
  '/v1/traces': Object(official).opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest,
}

const database = useDatabase()
let service: TestService
let accountId: string
let checkId: string

beforeAll(async () => {
  service = new TestService(database.db())
  ;({ accountId } = await service.account())
  checkId = await service.check(accountId, {
    name: 'Shop',
    checkType: 'API',
    request: { method: 'GET', url: 'https://a.example/' },
  })
})

interface Received {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly bytes: Buffer
}

/** A collector that answers as a test says, and keeps what it took. */
class Collector {
  readonly taken: Received[] = []
  asked = 0
  answer: (response: ServerResponse) => void = (response) => void response.writeHead(200).end()
  readonly #server = createServer((request, response) => void this.#take(request, response))

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => void this.#server.listen(0, '127.0.0.1', resolve))
    const address = this.#server.address()
    return `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Buffer.concat(await request.toArray())
    this.asked += 1
    const bytes = request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
    response.on('finish', () => {
      if (response.statusCode === 200) this.taken.push({ path: request.url ?? '', headers: request.headers, bytes })
    })
    this.answer(response)
  }

  /** What one signal brought, decoded. */
  messages(path: keyof typeof requests): unknown[] {
    return this.taken
      .filter((one) => one.path === path)
      .map(({ bytes, headers }) =>
        headers['content-type'] === 'application/json'
          ? JSON.parse(bytes.toString())
          : requests[path].toObject(requests[path].decode(bytes), { longs: String, bytes: String, enums: Number }),
      )
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

let collector: Collector
let url: string
beforeEach(async () => {
  collector = new Collector()
  url = await collector.listen()
  await database.db().rows('delete from result_exports')
  await turnOf(url)()
})
afterEach(() => collector.close())

/** A turn of the exporter of one of several processes. */
function turnOf(
  endpoint: string,
  more: Record<string, string> = {},
  counted = { sent: 0, dropped: 0 },
): () => Promise<number> {
  const read = readSettings({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...more })
  if ('mistakes' in read) throw new Error(read.mistakes.join())
  const settings = otlpOf(read.settings)
  if (settings === null) throw new Error('no receiver')
  const { clock, store } = service
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const receiver = otlpReceiver(settings, egress, { signal: new AbortController().signal, clock })
  const metrics = {
    exported: (sent: number, dropped: number) => {
      counted.sent += sent
      counted.dropped += dropped
    },
  }
  return otlpExporterLoop({ store, clock, log: silentLog, metrics, receiver }).iteration
}

const { answer } = checkTypes.API.shapes.sample
const result = (changes: object = {}): Promise<string> =>
  service.result(accountId, checkId, {
    checkType: 'API',
    checkName: 'Shop',
    statusCode: 200,
    responseTimeMs: 120,
    detail: {
      apiCheckResult: { request: { method: 'GET', url: 'https://a.example/?token=secret' }, response: answer },
    },
    ...changes,
  })

const metricNamed = (messages: readonly unknown[], name: string) =>
  Object(messages[0]).resourceMetrics[0].scopeMetrics[0].metrics.find((one: object) => Object(one).name === name)
const spansIn = (messages: readonly unknown[]): { name: string; traceId: string; parentSpanId?: string }[] =>
  messages.flatMap((message) => Object(message).resourceSpans[0].scopeSpans[0].spans)

test.each(['http/protobuf', 'http/json'])(
  'a receiver of %s gets each result once as metrics and spans',
  async (protocol) => {
    const headers = { OTEL_EXPORTER_OTLP_PROTOCOL: protocol, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20b' }
    const [one, other] = [turnOf(url, headers), turnOf(url, headers)]
    const passed = await result()
    await result({ outcome: 'failed', statusCode: 503, error: 'Expected 200.' })
    service.clock.advance(minuteMs)
    await Promise.all([one(), other()])
    await one()
    expect(collector.taken.map(({ path }) => path)).toEqual(['/v1/traces', '/v1/metrics'])
    expect(collector.taken[0]?.headers).toMatchObject({ 'content-encoding': 'gzip', 'api-key': 'a b' })
    const metrics = collector.messages('/v1/metrics')
    expect(metricNamed(metrics, 'synthetics.check.duration').histogram.dataPoints).toHaveLength(2)
    expect(metricNamed(metrics, 'synthetics.check.duration').histogram.dataPoints[0]).toMatchObject({
      count: '1',
      sum: 0.12,
    })
    expect(metricNamed(metrics, 'synthetics.check.result').sum).toMatchObject({
      aggregationTemporality: 1,
      isMonotonic: true,
    })
    expect(metricNamed(metrics, 'httpcheck.status').gauge.dataPoints).toHaveLength(10)
    const spans = spansIn(collector.messages('/v1/traces'))
    expect(spans.filter(({ name }) => name === 'Shop')).toHaveLength(2)
    expect(spans.map(({ name }) => name).slice(0, 4)).toEqual(['Shop', 'DNS lookup', 'connect', 'TLS handshake'])
    const hex = (id: string): string => (protocol === 'http/json' ? id : Buffer.from(id, 'base64').toString('hex'))
    expect(hex(spans[0]?.traceId ?? '')).toBe(traceIdOf(passed))
    expect(JSON.stringify([metrics, spans])).not.toContain('secret')
  },
)

test('a receiver of cumulative metrics is told everything since the first message, the same again after a failure', async () => {
  const turn = turnOf(url, {
    OTEL_EXPORTER_OTLP_METRICS_TEMPORALITY_PREFERENCE: 'cumulative',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
  })
  const send = async (): Promise<void> => {
    service.clock.advance(5 * minuteMs)
    await turn()
  }
  await result()
  await send()
  await result({ responseTimeMs: 80 })
  collector.answer = (response) => void response.writeHead(503).end()
  await send()
  collector.answer = (response) => void response.writeHead(200).end()
  await send()
  const messages = collector.messages('/v1/metrics')
  const [first, second] = messages.map((message) => {
    const { sum } = metricNamed([message], 'synthetics.check.result')
    const { histogram } = metricNamed([message], 'synthetics.check.duration')
    expect([sum.aggregationTemporality, histogram.aggregationTemporality]).toEqual([2, 2])
    return { runs: sum.dataPoints[0], durations: histogram.dataPoints[0] }
  })
  expect(messages).toHaveLength(2)
  expect([first?.runs.asInt, second?.runs.asInt]).toEqual(['1', '2'])
  expect(second?.runs.startTimeUnixNano).toBe(first?.runs.startTimeUnixNano)
  expect(second?.durations).toMatchObject({ count: '2', sum: 0.2 })
  expect(second?.durations.bucketCounts.map(Number).reduce((sum: number, one: number) => sum + one)).toBe(2)
})

test('a run that learned nothing about its target is counted, and says neither that it is up nor down', async () => {
  await result({ outcome: 'unknown', hasErrors: true, measured: null, error: 'The location could not reach anything.' })
  service.clock.advance(minuteMs)
  await turnOf(url, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })()
  const metrics = collector.messages('/v1/metrics')
  expect(metricNamed(metrics, 'synthetics.check.status')).toBe(undefined)
  expect(metricNamed(metrics, 'httpcheck.status')).toBe(undefined)
  const { attributes } = metricNamed(metrics, 'synthetics.check.result').sum.dataPoints[0]
  expect(attributes).toContainEqual({ key: 'outcome', value: { stringValue: 'unknown' } })
  const [span] = spansIn(collector.messages('/v1/traces'))
  expect(span).toMatchObject({ status: { code: 0 } })
  expect(JSON.stringify(span)).not.toContain('test.case.result.status')
})

test('a receiver that is busy is asked again when it says, and gets every result then', async () => {
  const turn = turnOf(url)
  await result()
  service.clock.advance(minuteMs)
  collector.answer = (response) => void response.writeHead(503, { 'retry-after': '120' }).end()
  await turn()
  await turn()
  expect(collector.asked).toBe(1)
  await result()
  service.clock.advance(2 * minuteMs)
  collector.answer = (response) => void response.writeHead(200).end()
  await turn()
  expect(metricNamed(collector.messages('/v1/metrics'), 'synthetics.check.result').sum.dataPoints[0].asInt).toBe('2')
})

test('what a receiver rejects, or misses for more than an hour, is dropped and counted', async () => {
  const counted = { sent: 0, dropped: 0 }
  const turn = turnOf(url, {}, counted)
  await result()
  service.clock.advance(minuteMs)
  collector.answer = (response) => void response.writeHead(400).end()
  await turn()
  expect(counted).toEqual({ sent: 0, dropped: 1 })
  collector.close()
  await result()
  service.clock.advance(minuteMs)
  await turn()
  expect(counted).toEqual({ sent: 0, dropped: 1 })
  service.clock.advance(hourMs + minuteMs)
  await turn()
  expect(counted).toEqual({ sent: 0, dropped: 2 })
})

test('the steps of a script are spans below its tests', async () => {
  const step = {
    title: 'open',
    category: 'test.step',
    startTime: service.clock.now(),
    duration: 40,
    error: null,
    steps: [],
  }
  const tests = [
    {
      titles: ['buys'],
      startTime: step.startTime,
      duration: 100,
      steps: [{ ...step, steps: [{ ...step, title: 'goto' }] }],
    },
  ]
  await result({ checkType: 'BROWSER', statusCode: null, detail: { browserCheckResult: { tests } } })
  service.clock.advance(minuteMs)
  await turnOf(url, { OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' })()
  const spans = Object(collector.messages('/v1/traces')[0]).resourceSpans[0].scopeSpans[0].spans
  expect(spans.map((span: object) => Object(span).name)).toEqual(['Shop', 'buys', 'open', 'goto'])
  expect(spans.map((span: object) => Object(span).parentSpanId).slice(1)).toEqual(
    spans.slice(0, -1).map((span: object) => Object(span).spanId),
  )
})

test('parts that a receiver leaves out of a message are a problem that the service tells of', async () => {
  await result()
  service.clock.advance(minuteMs)
  const answer = JSON.stringify({ partialSuccess: { rejectedDataPoints: '2', errorMessage: 'no deltas' } })
  collector.answer = (response) => void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
  await turnOf(url)()
  const [row] = await database.db().rows<{ problem: string }>('select problem from result_exports')
  expect(row?.problem).toBe('The receiver left out 4 points or spans of a message.')
})

/** Reads a line of the protocol by its grammar: the first space that is not escaped ends the tags. */
function parsedLine(line: string) {
  const [, head = '', fields = '', time = ''] = /^((?:\\.|[^\\ ])+) (.*) (\d+)$/.exec(line) ?? []
  const [measurement, ...tags] = head.split(/(?<!\\),/)
  const pairs = tags.map((tag) => tag.split(/(?<!\\)=/).map((text) => text.replaceAll(/\\([ ,=])/g, '$1')))
  return { measurement, tags: Object.fromEntries(pairs), fields, time: Number(time) }
}

test('a server of the line protocol gets each result as one line, all of them again after it was busy', async () => {
  const read = readSettings({
    BELFRY_INFLUX_WRITE_URL: `${url}/api/v2/write?org=shop&bucket=checks`,
    BELFRY_INFLUX_TOKEN: 'a-token',
  })
  if ('mistakes' in read) throw new Error(read.mistakes.join())
  const { clock, store } = service
  const egress = createEgress({ allowPrivateTargets: true }, clock)
  const receiver = lineReceiver(read.settings, egress, { signal: new AbortController().signal, clock })
  if (receiver === null) throw new Error('no receiver')
  const metrics = { exported: () => {} }
  const { iteration } = otlpExporterLoop({ store, clock, log: silentLog, metrics, receiver })
  await iteration()
  const startedAt = new Date(clock.now())
  await result({ startedAt })
  await result({
    startedAt,
    checkName: 'Shop\\, a\\\\=b\nno "quotes"\\',
    outcome: 'failed',
    statusCode: 503,
    error: 'Expected "200"\\\nline',
  })
  clock.advance(minuteMs)
  collector.answer = (response) => void response.writeHead(503, { 'retry-after': '1' }).end()
  await iteration()
  clock.advance(minuteMs)
  collector.answer = (response) => void response.writeHead(200).end()
  await iteration()
  await iteration()
  expect(collector.asked).toBe(2)
  const [taken] = collector.taken
  expect(taken?.path).toBe('/api/v2/write?org=shop&bucket=checks&precision=ms')
  expect(taken?.headers).toMatchObject({ authorization: 'Token a-token', 'content-encoding': 'gzip' })
  const lines = (taken?.bytes.toString() ?? '').trimEnd().split('\n').map(parsedLine)
  const about = { account_id: accountId, check_id: checkId, check_type: 'API' }
  expect(lines).toMatchObject([
    { measurement: 'synthetics_check', tags: { ...about, check_name: 'Shop', outcome: 'passed' } },
    { tags: { ...about, check_name: 'Shop, a=b no "quotes"', outcome: 'failed', error_type: '503' } },
  ])
  expect(lines.map(({ time }) => time)).toEqual([startedAt.getTime(), startedAt.getTime()])
  expect(lines[0]?.fields).toMatch(/^duration=0\.12,status=1i,result_id="[0-9a-f-]{36}",status_code=200i$/)
  expect(lines[1]?.fields).toContain(String.raw`status_code=503i,error="Expected \"200\"\\ line"`)
})
