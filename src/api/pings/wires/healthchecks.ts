import { signalOfSuffix } from '../ping-signal.ts'
import type { PingSignal } from '#runs'
import type { NamedPing } from '../ping-intake.ts'
import { bodyOf, noSignal } from './wire.ts'
import type { Wire, WireAnswer, WireCall, WirePing } from './wire.ts'

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const statusMax = 255

/** Pings of healthchecks, also at the root as its hosted form has them, where those of Dead Man's Snitch look the same. */
export const healthchecks: Wire = {
  methods: ['GET', 'HEAD', 'POST'],
  paths: ['/ping', ''].flatMap((start) => ['', '/:suffix', '/:suffix/:last'].map((end) => `${start}/:token${end}`)),
  read: (call) => (snitched(call) ? ofSnitch(call) : ofHealthchecks(call)),
  recorded: { status: 200, body: 'OK' },
  unknown: { status: 404, body: 'not found' },
}

function ofHealthchecks(call: WireCall): WirePing | NamedPing | WireAnswer {
  const { token = '', suffix, last } = call.params
  if (!uuid.test(token)) return ofName(call, { pingKey: token, slug: suffix, end: last })
  const signal = last === undefined ? signalOf(call, suffix) : healthchecks.unknown
  return 'status' in signal ? signal : { token, signal }
}

interface Named {
  readonly pingKey: string
  readonly slug: string | undefined
  readonly end: string | undefined
}

function ofName(call: WireCall, { pingKey, slug, end }: Named): NamedPing | WireAnswer {
  if (slug === undefined) return healthchecks.unknown
  if (!slugPattern.test(slug)) return wrongUrl
  const signal = signalOf(call, end)
  return 'status' in signal ? signal : { pingKey, slug, creates: call.query.get('create') === '1', signal }
}

function signalOf({ query, body }: WireCall, end: string | undefined): PingSignal | WireAnswer {
  const rid = query.get('rid')
  if (rid !== undefined && !uuid.test(rid)) return { status: 400, body: 'invalid uuid format' }
  const said = signalOfSuffix(end)
  if (said === null) return /^\d+$/.test(end ?? '') ? wrongUrl : healthchecks.unknown
  return { ...said, runId: rid?.toLowerCase() ?? null, body }
}

const slugPattern = /^[a-z0-9_-]{1,255}$/
const wrongUrl = { status: 400, body: 'invalid url format' } as const

const snitched = ({ params, query }: WireCall): boolean =>
  params['suffix'] === undefined && (query.has('s') || query.has('m'))

/** Any status but an empty one and 0 is a failure. */
function ofSnitch(call: WireCall): WirePing {
  const status = call.query.get('s') ?? ''
  const isNumber = /^\d{1,3}$/.test(status) && Number(status) <= statusMax
  return {
    token: call.params['token'] ?? '',
    signal: {
      ...noSignal,
      kind: status === '' || status === '0' ? 'success' : 'fail',
      exitStatus: isNumber ? Number(status) : null,
      body: bodyOf(call, call.query.get('m')),
    },
  }
}
