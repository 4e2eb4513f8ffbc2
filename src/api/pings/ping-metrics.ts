import type { PingMetric } from '#contract'
import type { PingBody } from '#runs'
import type { FastifyRequest } from 'fastify'

/** Of one ping. */
const metricsMax = 20
const namePattern = /^[A-Za-z_][\w.-]{0,49}$/
const unitPattern = /^[^\s:]{1,20}$/u
/** Texts of numbers, without forms such as 0x10. */
const numberPattern = /^[+-]?\d{1,30}(?:\.\d{1,30})?(?:e[+-]?\d{1,3})?$/i

/**
 * The named numbers that a ping sends, as `metric=name:value` or `metric=name:value:unit` in its query, or in a body
 * `{ "metrics": { "name": 1, "other": { "value": 2, "unit": "MB" } } }`. What is none is left out: the ping counts.
 */
export function metricsOf(request: FastifyRequest, body: PingBody | null): readonly PingMetric[] {
  const found = [...metricsOfBody(body), ...metricsOfQuery(request)]
  return [...new Map(found.map((metric) => [metric.name, metric])).values()].slice(0, metricsMax)
}

function metricsOfQuery({ query }: FastifyRequest): readonly PingMetric[] {
  const given: unknown = Object(query)['metric']
  return [given].flat().flatMap((text) => {
    if (typeof text !== 'string') return []
    const [name = '', value = '', unit = null, ...more] = text.split(':')
    return more.length > 0 || !numberPattern.test(value) ? [] : metric(name, Number(value), unit)
  })
}

function metricsOfBody(body: PingBody | null): readonly PingMetric[] {
  if (!body?.text.trimStart().startsWith('{')) return []
  try {
    const { metrics } = Object(JSON.parse(body.text))
    return Object.entries(Object(metrics)).flatMap(([name, given]) => {
      const { value, unit }: { value?: unknown; unit?: unknown } =
        typeof given === 'number' ? { value: given } : Object(given)
      return typeof value === 'number' ? metric(name, value, typeof unit === 'string' ? unit : null) : []
    })
  } catch {
    return []
  }
}

const metric = (name: string, value: number, unit: string | null): readonly PingMetric[] =>
  namePattern.test(name) && Number.isFinite(value)
    ? [{ name, value, unit: unit !== null && unitPattern.test(unit) ? unit : null }]
    : []
