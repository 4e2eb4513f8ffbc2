import { runIdOf, signalOfSuffix } from '../ping-signal.ts'
import { timingOfMonitor } from './sentry-monitor.ts'
import { bodyOf, millisecondsOf, noSignal } from './wire.ts'
import type { Wire, WireCall } from './wire.ts'

const ok = { status: 200, body: 'OK' } as const
const notFound = { status: 404, body: 'not found' } as const
const methods = ['GET', 'HEAD', 'POST'] as const
const tokenOf = ({ params }: WireCall): string => params['token'] ?? ''

/** Heartbeats of Better Stack, with `/fail` or an exit status behind them. */
export const betterStack: Wire = {
  methods,
  paths: ['/api/v1/heartbeat/:token', '/api/v1/heartbeat/:token/:suffix'],
  read: (call) => {
    const said = signalOfSuffix(call.params['suffix'])
    return said === null ? notFound : { token: tokenOf(call), signal: { ...noSignal, ...said, body: call.body } }
  },
  recorded: ok,
  unknown: notFound,
}

const cronitorStates = { run: 'start', complete: 'success', ok: 'success', fail: 'fail' } as const

/** Telemetry of Cronitor: the key of the monitor is the token of the heartbeat, and the key of the account may be any. */
export const cronitor: Wire = {
  methods,
  paths: ['/p/:key/:token', '/p/:key/:token/:state'],
  read: (call) => {
    const { query } = call
    const state = call.params['state'] ?? query.get('state') ?? 'complete'
    const kind = new Map<string, 'start' | 'success' | 'fail'>(Object.entries(cronitorStates)).get(state)
    if (kind === undefined) return notFound
    const seconds = call.metrics.find(({ name }) => name === 'duration')?.value
    return {
      token: tokenOf(call),
      signal: {
        ...noSignal,
        kind,
        exitStatus: statusOf(query.get('status_code')),
        runId: runIdOf(query.get('series')),
        body: bodyOf(call, query.get('message')),
        durationMs: millisecondsOf(seconds === undefined ? undefined : String(seconds), 1_000),
      },
    }
  },
  recorded: ok,
  unknown: notFound,
}

const plainToken = /^[0-9a-f]{32}$/i
const checkedIn = { status: 202, body: '' } as const
const sentryStates = { in_progress: 'start', ok: 'success', error: 'fail' } as const

/**
 * Check-ins of Sentry Crons: the public key is the token of the heartbeat without hyphens, or the ping key of the account,
 * for the heartbeat whose name has the slug; `monitor_config` says when that is due.
 */
export const sentryCrons: Wire = {
  methods,
  paths: ['/api/:project/cron/:slug/:token'],
  read: (call) => {
    const values = new Map([...fieldsOf(call), ...call.query])
    const kind = new Map<string, 'start' | 'success' | 'fail'>(Object.entries(sentryStates)).get(
      values.get('status') ?? '',
    )
    if (kind === undefined) return { status: 400, body: 'status must be in_progress, ok or error' }
    const signal = {
      ...noSignal,
      kind,
      runId: runIdOf(values.get('check_in_id')),
      durationMs: millisecondsOf(values.get('duration'), 1_000),
    }
    const token = tokenOf(call)
    if (plainToken.test(token.replaceAll('-', ''))) return { token, signal }
    const timing = timingOfMonitor(jsonOf(call)['monitor_config'])
    if (timing === null) return { status: 400, body: 'monitor_config.schedule must be a crontab or an interval' }
    const slug = call.params['slug']?.toLowerCase() ?? ''
    return { pingKey: token, slug, creates: timing !== undefined, timing, signal }
  },
  recorded: checkedIn,
  created: checkedIn,
  unknown: notFound,
}

/** The texts and numbers of a body that is a JSON object. */
const fieldsOf = (call: WireCall): readonly (readonly [string, string])[] =>
  Object.entries(jsonOf(call)).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [[name, String(value)] as const] : [],
  )

function jsonOf({ body }: WireCall): Readonly<Record<string, unknown>> {
  try {
    return Object(JSON.parse(body?.text ?? '{}'))
  } catch {
    return {}
  }
}

/** Push tests of StatusCake, `?PK=<token>&time=<milliseconds>`. */
export const statusCake: Wire = {
  methods,
  paths: ['/'],
  read: (call) => ({
    token: call.query.get('PK') ?? '',
    signal: { ...noSignal, durationMs: millisecondsOf(call.query.get('time'), 1) },
  }),
  recorded: ok,
  unknown: notFound,
}

function statusOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,3}$/.test(text) && Number(text) <= 255 ? Number(text) : null
}
