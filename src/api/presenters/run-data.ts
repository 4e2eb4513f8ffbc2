import { storedResultNames } from '#contract'
import type { RunData, RunLog, RunLogLine, StoredResultName } from '#contract'

type Detail = { readonly [N in StoredResultName]?: unknown }
type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The one object of the type of the check; empty for a run without an observation. */
const observedIn = (detail: Detail): Fields => storedResultNames.map((name) => detail[name]).find(isObject) ?? {}

const linesOf = (value: unknown): RunLogLine[] =>
  (Array.isArray(value) ? value : []).filter(isObject).map(({ time, level, msg }) => ({
    time: typeof time === 'number' ? time : 0,
    level: String(level),
    msg: String(msg),
  }))

/** The log of a run. What failed in a script is a part of it, since nothing else says it to those who read the log. */
export function presentRunLog(detail: Detail, endedAtMs: number): RunLog {
  const { jobLog, errors, requestError } = observedIn(detail)
  if (detail.apiCheckResult !== undefined) {
    const phases = isObject(jobLog) ? jobLog : {}
    return {
      setup: linesOf(phases['setup']),
      request: linesOf(phases['request']),
      teardown: linesOf(phases['teardown']),
    }
  }
  const lines = linesOf(jobLog)
  if (!Array.isArray(errors)) return lines
  const messages = [...errors.map(messageOf), ...(typeof requestError === 'string' ? [requestError] : [])]
  const unsaid = messages.filter((message) => message !== '' && !lines.some(({ msg }) => msg.includes(message)))
  return [...lines, ...unsaid.map((msg) => ({ time: endedAtMs, level: 'ERROR', msg }))]
}

const messageOf = (error: unknown): string => (isObject(error) ? textOf(error['message']) : '')

/** Request, response and assertions of a run, as far as it came. Readers take the bodies of HTTP for texts. */
export function presentRunData(detail: Detail): RunData {
  const { jobLog: _log, jobAssets: _assets, tests: _tests, pages: _pages, ...all } = observedIn(detail)
  const { request: sent, response: got, assertions, requestError, ...observed } = all
  const isHttp = detail.apiCheckResult !== undefined
  const read = detail.dnsCheckResult === undefined ? readable(got) : dnsResponse(got, observed['timingPhases'])
  const [request, response] = [withText(sent, 'data', isHttp), withText(read, 'body', isHttp)]
  return {
    ...observed,
    requestError: typeof requestError === 'string' ? requestError : null,
    ...(request && { request }),
    ...(response && { response }),
    assertions: Array.isArray(assertions) ? assertions.filter(isObject).map((one) => ({ ...one })) : [],
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)

/** A part of what was observed, with a text where a reader expects one; absent when there is none. */
function withText(part: unknown, field: string, hasText: boolean): Record<string, unknown> | undefined {
  if (!isObject(part)) return undefined
  return hasText ? { ...part, [field]: textOf(part[field]) } : { ...part }
}

/** An answer of a name server, by the names that readers of the log of a run know. */
function dnsResponse(response: unknown, timings: unknown): unknown {
  if (!isObject(response)) return response
  const responseTime = isObject(timings) ? timings['total'] : undefined
  return { ...response, returnCode: response['responseCode'], responseTime, answer: textOf(response['text']) }
}

/** A ping that never came back has no times: readers count with all of them or with no response at all. */
function readable(response: unknown): unknown {
  if (!isObject(response) || !('pingResults' in response)) return response
  const latency = isObject(response['latency']) ? Object.values(response['latency']) : []
  return latency.length > 0 && latency.every((value) => typeof value === 'number') ? response : undefined
}
