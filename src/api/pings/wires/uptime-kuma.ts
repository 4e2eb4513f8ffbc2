import { pingTokenOf } from '#kernel'
import { bodyOf, millisecondsOf, noSignal } from './wire.ts'
import type { Wire } from './wire.ts'

const rejected = (msg: string) => ({ status: 404, body: { ok: false, msg } })

/** Push monitors of Uptime Kuma: any status but `up` is a failure, and every error is a 404. */
export const uptimeKuma: Wire = {
  methods: ['GET', 'HEAD', 'POST', 'PUT'],
  paths: ['/api/push/:token'],
  read: (call) => {
    const { query } = call
    const ping = query.get('ping') ?? ''
    const durationMs = millisecondsOf(ping, 1)
    if (ping !== '' && durationMs === null) return rejected('Invalid ping value.')
    const message = query.get('msg') ?? ''
    return {
      token: pingTokenOf(call.params['token'] ?? ''),
      signal: {
        ...noSignal,
        kind: (query.get('status') ?? 'up') === 'up' ? 'success' : 'fail',
        body: bodyOf({ ...call, body: null }, message === 'OK' ? '' : message),
        durationMs,
      },
    }
  },
  recorded: { status: 200, body: { ok: true } },
  unknown: rejected('Monitor not found or not active.'),
}
