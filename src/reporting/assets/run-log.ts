import { resultOf } from './asset-run.ts'
import type { AssetRun } from './asset-run.ts'
import { fieldAt, linesOf, listAt, textAt } from './read-detail.ts'

/** Control characters, which a terminal might interpret. */
// oxlint-disable-next-line no-control-regex
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A run as plain text: request, response, timings, log, assertions, errors and previous attempts. */
export function runLog(run: AssetRun): string {
  const detail = resultOf(run)
  const sections = [
    section('Request', requestLines(detail)),
    section('Answer', answerLines(detail)),
    section('Timings', timingLines(detail)),
    section('Log', logLines(detail)),
    section('Assertions', listAt(detail, 'assertions').map(assertionLine)),
    section('Errors', errorLines(run, detail)),
    section('Attempts before', run.earlier.map(attemptLine)),
  ]
  return `${[headLines(run).join('\n'), ...sections.flat()].join('\n\n')}\n`.replaceAll(controls, '\ufffd')
}

/** A line sent by a target must not look like one of the log. */
const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [[title, ...lines.map((line) => `  ${line.replaceAll(/\r?\n/g, '\n    ')}`)].join('\n')]

const headLines = (run: AssetRun): string[] => [
  `${run.checkName.replaceAll(/\s+/g, ' ')} (${run.checkType}), ${run.location}, attempt ${run.attempt}`,
  `${run.outcome}${run.hasErrors ? ' because the runner itself failed' : ''} after ${ms(run.responseTimeMs)}`,
  `${run.startedAt.toISOString()} to ${run.stoppedAt.toISOString()}`,
  `result ${run.key.resultId}`,
]

const ms = (value: number): string => `${Math.round(value * 1000) / 1000} ms`

function requestLines(detail: unknown): string[] {
  const request = fieldAt(detail, 'request')
  const method = textAt(request, 'method')
  const url = textAt(request, 'url')
  if (method === '') return linesOf(request)
  const data = textAt(request, 'data')
  const body = data === '' ? [] : [`body of ${Buffer.byteLength(data)} bytes`]
  return [`${method} ${url}`, ...linesOf(fieldAt(request, 'headers')), ...body]
}

function answerLines(detail: unknown): string[] {
  const response = fieldAt(detail, 'response')
  const address = textAt(response, 'remoteAddress')
  const from = address === '' ? [] : [`from ${address}`]
  const status = fieldAt(response, 'status')
  if (typeof status !== 'number') return [...from, ...textLines(response)]
  if (status === 0) return []
  const body = textAt(response, 'body')
  return [
    `${status} ${textAt(response, 'statusText')}`.trimEnd(),
    ...from,
    ...linesOf(fieldAt(response, 'headers')),
    ...(body === '' ? [] : [`body of ${body.length} characters`]),
  ]
}

/** Answers other than HTTP: those of DNS and ICMP have a text form. */
function textLines(response: unknown): string[] {
  const text = textAt(response, 'text')
  const data = textAt(response, 'data')
  if (data !== '') return [`data of ${data.length} characters`]
  if (text === '') return []
  const about = ['responseCode', 'nameServer', 'protocol', 'resolvedIp', 'note']
    .filter((name) => textAt(response, name) !== '')
    .map((name) => `${name}: ${textAt(response, name)}`)
  return [...about, ...text.split('\n')]
}

/** In chronological order. */
const phaseNames = ['wait', 'dns', 'tcp', 'connection', 'tls', 'firstByte', 'data', 'download', 'total']

function timingLines(detail: unknown): string[] {
  const phases = fieldAt(detail, 'timingPhases') ?? fieldAt(detail, 'response', 'timingPhases')
  return phaseNames.flatMap((name) => {
    const value = fieldAt(phases, name)
    return typeof value === 'number' ? [`${name}: ${ms(value)}`] : []
  })
}

const logLines = (detail: unknown): string[] =>
  ['setup', 'request', 'teardown'].flatMap((part) => listAt(detail, 'jobLog', part).map(logLine))

function logLine(line: unknown): string {
  const time = fieldAt(line, 'time')
  const at = typeof time === 'number' && Number.isFinite(time) ? `${new Date(time).toISOString()} ` : ''
  return `${at}${textAt(line, 'level')} ${textAt(line, 'msg')}`
}

function assertionLine(assertion: unknown): string {
  const verdict = fieldAt(assertion, 'passed') === true ? 'passed' : 'failed'
  const parts = ['source', 'property', 'comparison', 'target'].map((name) => textAt(assertion, name))
  const actual = textAt(assertion, 'actual')
  const error = textAt(assertion, 'error')
  const saw = actual === '' ? '' : `; was ${actual}`
  return `${verdict} ${parts.filter((word) => word !== '').join(' ')}${saw}${error === '' ? '' : `; ${error}`}`
}

function errorLines(run: AssetRun, detail: unknown): string[] {
  const reasons = listAt(run.detail, 'reasons').map((reason) => textAt(reason, 'message'))
  const all = [run.error ?? '', textAt(detail, 'requestError'), ...reasons]
  return [...new Set(all)].filter((line) => line !== '')
}

const attemptLine = ({ attempt, startedAt, error }: AssetRun['earlier'][number]): string =>
  `${attempt}: ${startedAt?.toISOString() ?? 'not started'} ${error ?? 'failed'}`
