import { describe, expect, it } from 'vitest'
import { operation } from '#contract'
import { aTestApi } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'

const database = useDatabase()

describe('a limited operation', () => {
  const row = operation({
    method: 'GET',
    path: '/v1/few',
    tag: 'Things',
    summary: 'Get few',
    access: 'public',
    success: { status: 204 },
    faults: [],
    limit: { requests: 2, seconds: 10 },
  })
  const call = (app: ReturnType<typeof aTestApi>, remoteAddress: string, headers = {}) =>
    app.inject({ url: '/v1/few', remoteAddress, headers })

  it('answers 429 with the time to wait, per client address, whatever a client claims to be', async () => {
    const app = aTestApi({ db: database.db(), operations: { row }, handlers: { row: async () => undefined } })
    await call(app, '192.0.2.1')
    await call(app, '192.0.2.1', { 'x-forwarded-for': '192.0.2.9' })
    const answer = await call(app, '192.0.2.1', { 'x-forwarded-for': '192.0.2.10' })
    expect(answer.json()).toMatchObject({
      statusCode: 429,
      error: 'Too Many Requests',
      attributes: { code: 'RATE_LIMITED' },
    })
    expect(answer.headers).toMatchObject({
      'retry-after': '10',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '10',
    })
    expect((await call(app, '192.0.2.2')).statusCode).toBe(204)
    await app.close()
  })

  it('takes the address of the client from as many proxies as are trusted', async () => {
    const handlers = { row: async () => undefined }
    const app = aTestApi({ db: database.db(), operations: { row }, handlers, trustedProxyHops: 1 })
    const from = (forwarded: string) => call(app, '198.51.100.1', { 'x-forwarded-for': forwarded })
    const statuses = []
    for (const claim of ['203.0.113.1', '1.1.1.1, 203.0.113.1', '2.2.2.2, 203.0.113.1', '203.0.113.2']) {
      statuses.push((await from(claim)).statusCode)
    }
    expect(statuses).toEqual([204, 204, 429, 204])
    await app.close()
  })

  it('counts a network of IPv6 as one client', async () => {
    const app = aTestApi({ db: database.db(), operations: { row }, handlers: { row: async () => undefined } })
    const statuses = []
    for (const host of ['1', '2', '3']) statuses.push((await call(app, `2001:db8:0:1::${host}`)).statusCode)
    expect(statuses).toEqual([204, 204, 429])
    await app.close()
  })
})
