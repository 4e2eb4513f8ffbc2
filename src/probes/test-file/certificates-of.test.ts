import { expect, it } from 'vitest'
import { dayMs } from '#kernel'
import type { RunResult } from '#scripting'
import { certificatesOf } from './certificates-of.ts'

const seen = (host: string, days: number) =>
  ({ type: 'certificate', at: 0, host, issuer: 'R11', validTo: days * dayMs }) as const
const events = [
  seen('shop.example', 60),
  seen('pay.shop.example', 20),
  seen('ads.example', 3),
  seen('broken.example', -1),
]
const result: RunResult = { status: 'passed', startedAt: 0, durationMs: 1, tests: [], errors: [], events }

it.each([
  ['shop.example', 'shop.example', 60],
  ['https://Shop.example:443/cart', 'shop.example', 60],
  ['*.shop.example', 'pay.shop.example', 20],
  ['*', 'ads.example', 3],
])('of the hosts that %s names the first to expire counts', (watched, sslDomain, sslDaysRemaining) => {
  expect(certificatesOf(result, 0, watched)).toMatchObject({ sslDomain, sslDaysRemaining })
})

it('without a monitored host, or without an answer of it, the certificates are known and none counts', () => {
  for (const watched of [undefined, 'other.example', 'op.example', '*.op.example']) {
    const { certificates, ...others } = certificatesOf(result, 0, watched)
    expect(certificates?.map(({ host }) => host)).toEqual(['shop.example', 'pay.shop.example', 'ads.example'])
    expect(others).toEqual({})
  }
  expect(certificatesOf({ ...result, events: [] }, 0, '*')).toEqual({})
})
