import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterAll, expect, it } from 'vitest'
import Value from 'typebox/value'
import { createClient } from '#client'
import { SslCheckResultSchema } from '#contract'
import { minuteMs } from '#kernel'
import { days, IssuedCertificate } from '../support/certificate-authority.ts'
import { useServer } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const root = await IssuedCertificate.selfSigned({ name: 'Journey root', isCA: true })
// As NODE_EXTRA_CA_CERTS does for a process.
const trusted = getCACertificates('default')
setDefaultCACertificates([...trusted, root.cert])
const target = createServer({}, (socket) => socket.on('error', () => {}).resume())
target.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
await once(target, 'listening')
const receiver = await startWebReceiver((response) => response.end('thanks'))
// The validity of certificates is judged by the clock of the machine.
const server = useServer({ startMs: Date.now() })

const present = (own: IssuedCertificate): void => target.setSecureContext({ cert: own.cert, key: own.key })
const shop = (notAfter: Date) => root.issue({ name: 'shop.test', hosts: ['127.0.0.1'], notBefore: days(-90), notAfter })

afterAll(async () => {
  await receiver[Symbol.asyncDispose]()
  target.close()
  setDefaultCACertificates(trusted)
})

it('watches a certificate that is fine, nearly expires, expires, and is renewed, with an alert each time', async () => {
  const { call, key } = await server.account()
  const client = createClient({ baseUrl: server.url, apiKey: key })
  await client.call('createAlertChannel', {
    body: { type: 'WEBHOOK', sendDegraded: true, config: { name: 'receiver', url: receiver.url } },
  })
  const { id } = await client.call('createSslCheck', {
    body: {
      name: 'Certificate of the shop',
      frequency: 1,
      locations: ['eu-west-1'],
      retryStrategy: null,
      request: {
        sslConfig: { hostname: '127.0.0.1', port: (target.address() as AddressInfo).port },
        assertions: [{ source: 'CONNECTION', property: 'tlsVersion', comparison: 'EQUALS', target: 'TLS1.3' }],
      },
    },
  })
  const status = async () => (await call('GET', `/v1/check-statuses/${id}`)).body
  const latest = async () => {
    const { body } = await call('GET', `/v1/check-results/${id}?limit=1`)
    return Object(body)[0].sslCheckResult
  }

  present(await shop(days(200)))
  await server.advance(minuteMs)
  expect(await status()).toMatchObject({ hasFailures: false, isDegraded: false, lastRunLocation: 'eu-west-1' })
  const passing = await latest()
  expect(passing).toMatchObject({
    chainTrusted: true,
    hostnameVerified: true,
    failureCategory: null,
    requestError: null,
  })
  present(await shop(days(5)))
  await server.advance(minuteMs)
  expect(await status()).toMatchObject({ isDegraded: true })
  const degraded = await latest()
  present(await shop(days(-0.5)))
  await server.advance(minuteMs)
  expect(await status()).toMatchObject({ hasFailures: true, sslDaysRemaining: -1 })
  const failing = await latest()
  expect(failing).toMatchObject({ failureCategory: 'chain', chainTrusted: false, daysUntilExpiry: expect.any(Number) })
  present(await shop(days(200)))
  await server.advance(minuteMs)

  expect(receiver.requests.map(({ body }) => JSON.parse(body).alertType)).toEqual([
    'ALERT_DEGRADED',
    'ALERT_DEGRADED_FAILURE',
    'ALERT_RECOVERY',
  ])
  for (const result of [passing, degraded, failing]) expect([...Value.Errors(SslCheckResultSchema, result)]).toEqual([])
  const analytics = await call('GET', `/v1/analytics/ssl/${id}?quickRange=last24Hours&metrics=daysUntilExpiry_min`)
  expect(analytics.status).toBe(200)
})
