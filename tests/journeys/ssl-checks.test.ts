import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createServer } from 'node:tls'
import { afterAll, beforeAll, expect, it } from 'vitest'
import Value from 'typebox/value'
import { createClient } from '#client'
import { SslCheckResultSchema } from '#contract'
import { days, IssuedCertificate } from '../support/certificate-authority.ts'
import { eventually, freePort, journeyKey, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = await initialisedDataDir()
const target = createServer({}, (socket) => socket.on('error', () => {}).resume())
let root: IssuedCertificate
let server: ServerProcess
let receiver: WebReceiver

const present = (own: IssuedCertificate): void => target.setSecureContext({ cert: own.cert, key: own.key })
const shop = (notAfter: Date) => root.issue({ name: 'shop.test', hosts: ['127.0.0.1'], notBefore: days(-90), notAfter })

beforeAll(async () => {
  root = await IssuedCertificate.selfSigned({ name: 'Journey root', isCA: true })
  const caFile = join(dataDir, 'journey-root.pem')
  writeFileSync(caFile, root.cert)
  present(await shop(days(200)))
  target.on('tlsClientError', () => {}).listen(0, '127.0.0.1')
  await once(target, 'listening')
  receiver = await startWebReceiver((response) => response.end('thanks'))
  server = await startServerProcess({ dataDir, port: await freePort(), environment: { NODE_EXTRA_CA_CERTS: caFile } })
})

afterAll(async () => {
  await server.stop()
  await receiver[Symbol.asyncDispose]()
  target.close()
  removeDataDir(dataDir)
})

it('watches a certificate that is fine, nearly expires, expires, and is renewed, with an alert each time', async () => {
  const client = createClient({ baseUrl: server.url, apiKey: journeyKey })
  await client.call('createAlertChannel', {
    body: { type: 'WEBHOOK', sendDegraded: true, config: { name: 'receiver', url: receiver.url } },
  })
  const { id } = await client.call('createSslCheck', {
    body: {
      name: 'Certificate of the shop',
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1'],
      retryStrategy: null,
      request: {
        sslConfig: { hostname: '127.0.0.1', port: (target.address() as AddressInfo).port },
        assertions: [{ source: 'CONNECTION', property: 'tlsVersion', comparison: 'EQUALS', target: 'TLS1.3' }],
      },
    },
  })
  const statusIs = async (wanted: object) => {
    const { body } = await server.call('GET', `/v1/check-statuses/${id}`)
    return Object.entries(wanted).every(([name, value]) => Reflect.get(Object(body), name) === value)
  }
  const latest = async () => {
    const { body } = await server.call('GET', `/v2/check-results/${id}`)
    const [entry] = (body as { entries: { id: string }[] }).entries
    const { body: result } = await server.call('GET', `/v1/check-results/${id}/${entry?.id}`)
    return (result as { sslCheckResult: unknown }).sslCheckResult
  }
  const alerted = (count: number) => eventually(`alert ${count}`, async () => receiver.requests.length === count)

  await eventually('a passing run', () =>
    statusIs({ hasFailures: false, isDegraded: false, lastRunLocation: 'eu-west-1' }),
  )
  const passing = await latest()
  expect(passing).toMatchObject({
    chainTrusted: true,
    hostnameVerified: true,
    failureCategory: null,
    requestError: null,
  })
  present(await shop(days(5)))
  await eventually('a degraded run', () => statusIs({ isDegraded: true }))
  const degraded = await latest()
  await alerted(1)
  present(await shop(days(-0.5)))
  await eventually('a failing run', () => statusIs({ hasFailures: true, sslDaysRemaining: -1 }))
  const failing = await latest()
  expect(failing).toMatchObject({ failureCategory: 'chain', chainTrusted: false, daysUntilExpiry: expect.any(Number) })
  await alerted(2)
  present(await shop(days(200)))
  await alerted(3)

  expect(receiver.requests.map(({ body }) => JSON.parse(body).alertType)).toEqual([
    'ALERT_DEGRADED',
    'ALERT_DEGRADED_FAILURE',
    'ALERT_RECOVERY',
  ])
  for (const result of [passing, degraded, failing]) expect([...Value.Errors(SslCheckResultSchema, result)]).toEqual([])
  const analytics = await server.call(
    'GET',
    `/v1/analytics/ssl/${id}?quickRange=last24Hours&metrics=daysUntilExpiry_min`,
  )
  expect(analytics.status).toBe(200)
})
