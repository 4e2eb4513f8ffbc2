import { bodyOf, millisecondsOf, noSignal } from './wire.ts'
import type { Wire, WireAnswer, WireCall, WirePing } from './wire.ts'

const isTrue = /^(?:1|t|true)$/i
const isFalse = /^(?:0|f|false)$/i
const goDuration = /^(?:\d+(?:\.\d*)?(?:ns|us|µs|ms|s|m|h))+$|^0$/
const unitsMs = { ns: 1e-6, us: 1e-3, µs: 1e-3, ms: 1, s: 1_000, m: 60_000, h: 3_600_000 } as const

const wrong = (status: number, body: string) => ({ status, body })

/** External endpoints of Gatus: the bearer token is that of the heartbeat, and the key in the path may be any. */
export const gatus: Wire = {
  methods: ['POST'],
  paths: ['/api/v1/endpoints/:key/external'],
  read: (call) => problemOf(call) ?? pingOf(call),
  recorded: { status: 200, body: '' },
  unknown: wrong(401, 'invalid token'),
}

const bearer = /^Bearer (.+)$/

function problemOf({ query, authorization }: WireCall): WireAnswer | null {
  const success = query.get('success') ?? ''
  const duration = query.get('duration') ?? ''
  if (!isTrue.test(success) && !isFalse.test(success)) return wrong(400, 'missing or invalid success query parameter')
  if (!bearer.test(authorization)) return wrong(401, 'invalid Authorization header')
  const isKnown = duration === '' || goDuration.test(duration)
  return isKnown ? null : wrong(400, `invalid duration: ${duration.slice(0, 100)}`)
}

function pingOf(call: WireCall): WirePing {
  const duration = call.query.get('duration') ?? ''
  return {
    token: bearer.exec(call.authorization)?.[1] ?? '',
    signal: {
      ...noSignal,
      kind: isTrue.test(call.query.get('success') ?? '') ? 'success' : 'fail',
      body: bodyOf(call, call.query.get('error')),
      durationMs: duration === '' ? null : lengthOf(duration),
    },
  }
}

/** A duration in the notation of Go, as `1m2.5s`, in milliseconds; null for one that is too long. */
function lengthOf(duration: string): number | null {
  const parts = [...duration.matchAll(/(\d+(?:\.\d*)?)(ns|us|µs|ms|s|m|h)/g)]
  return millisecondsOf(String(parts.reduce((sum, [, count, unit]) => sum + Number(count) * unitMs(unit), 0)), 1)
}

const unitMs = (unit = ''): number => new Map<string, number>(Object.entries(unitsMs)).get(unit) ?? 0
