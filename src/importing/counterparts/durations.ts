const seconds: Readonly<Record<string, number>> = {
  ns: 1e-9,
  us: 1e-6,
  µs: 1e-6,
  ms: 0.001,
  s: 1,
  m: 60,
  h: 3600,
  d: 86_400,
  w: 604_800,
  y: 31_536_000,
}

const longest = 60
const whole = /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|[smhdwy]))+$/
const part = /(\d+(?:\.\d+)?)(ns|us|µs|ms|[smhdwy])/g

/** Seconds of a duration as Go and Prometheus write it, such as `1h30m` or `500ms`; null for everything else. */
export function secondsOf(text: string | null): number | null {
  if (text === null || text.length > longest) return null
  if (text === '0') return 0
  if (!whole.test(text)) return null
  return [...text.matchAll(part)].reduce((sum, [, count, unit = 's']) => sum + Number(count) * (seconds[unit] ?? 0), 0)
}
