import { createPrivateKey } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import { beforeAll, describe, expect, test } from 'vitest'
import type { RunTask } from '#contract'
import { claimRuns, enqueueDueRuns, PreparedChecks } from '#runs'
import { randomId } from '#kernel'
import { observe } from '#probes'
import { certificates } from '../../../tests/support/certificates/read-certificates.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { httpsServer } from '../../../tests/support/local-servers.ts'
import { probeTools } from '../../../tests/support/probe-tasks.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const url = '/v1/client-certificates'
const { client, authority, expired, server } = certificates
const passphrase = 'opens the key'
const encryptedKey = createPrivateKey(client.key)
  .export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase })
  .toString()
const idOf = ({ body }: TestAnswer): string => (body as { id: string }).id

const own = () => service.owner()

/** The task of the account's next run of a new check of this URL. */
async function taskOf(send: Send, target: string, changes: object = {}): Promise<RunTask<'URL'>> {
  const body = { name: 'x', locations: ['eu-west-1'], frequency: 1, request: { url: target }, ...changes }
  const check = await send('POST', '/v1/checks/url', body)
  expect(check.status).toBe(201)
  const nowMs = service.clock.now() + 1000
  await enqueueDueRuns(service.store, nowMs, 1000)
  const tasks = await claimRuns(service.store, new PreparedChecks(service.store), {
    queues: ['eu-west-1'],
    limit: 1000,
    runnerId: 'runner',
    leaseMs: 600_000,
    nowMs,
    publicUrl: 'http://x',
    chance: { randomNumber: () => 1, uuid: randomId },
  })
  const task = tasks.find(({ checkId }) => checkId === idOf(check))
  if (!task) throw new Error('The check has no run.')
  return task as RunTask<'URL'>
}

/** A server that requires a certificate of the authority of the tests. */
const guardedServer = (redirect?: string) =>
  httpsServer({ ...server, ca: authority, requestCert: true }, (request, response) => {
    if (redirect !== undefined) response.writeHead(302, { location: redirect })
    response.end(JSON.stringify((request.socket as TLSSocket).getPeerCertificate().subject ?? null))
  })

describe('client certificates', () => {
  test('what is public is read back with its end, key and passphrase never are, and rest encrypted', async () => {
    const { account, send } = await own()
    const body = { host: 'API.example', cert: client.cert, key: encryptedKey, ca: authority, passphrase }
    const created = await send('POST', url, body)
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        host: 'api.example',
        path: null,
        cert: client.cert,
        ca: authority,
        expires_at: '2120-01-01T00:00:00.000Z',
        created_at: '2026-03-01T12:00:00.000Z',
      },
    })
    expect((await send('GET', url)).body).toEqual([created.body])
    expect((await send('GET', `${url}/${idOf(created)}`)).body).toEqual(created.body)
    const rows = await service.db.rows('select * from client_certificates where account_id = $1', [account.accountId])
    for (const secret of [passphrase, encryptedKey.slice(100, 140)])
      expect([JSON.stringify(rows).includes(secret), created.text.includes(secret)]).toEqual([false, false])
  })

  test.each([
    ['cert', 'must be a certificate', { cert: 'text' }],
    ['cert', 'cannot be read', { cert: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['cert', 'certificates only', { cert: client.cert + client.key }],
    ['key', 'is required', { key: undefined }],
    ['key', 'in PEM', { key: 'text' }],
    ['key', 'not the key of the certificate', { key: server.key }],
    ['passphrase', 'is required', { key: encryptedKey }],
    ['passphrase', 'does not decrypt', { key: encryptedKey, passphrase: 'wrong' }],
    ['ca', 'must be a certificate', { ca: 'text' }],
    ['host', '', { host: 'a b' }],
    ['host', '', { host: 'https://a.example' }],
    ['path', '', { path: 'partner' }],
    ['path', '', { path: '/' }],
    ['path', '', { path: '//' }],
    ['path', '', { path: '/a?b' }],
    ['path', '', { path: '/a b' }],
  ])('a wrong %s is rejected by its name: %s', async (field, problem, changes) => {
    const { send } = await own()
    const answer = await send('POST', url, { host: 'a.example', ...client, ...changes })
    expect({ status: answer.status, body: answer.body }).toMatchObject({
      status: 400,
      body: { attributes: { [field]: expect.stringContaining(problem) } },
    })
    expect(answer.text).not.toContain('wrong')
    expect((await send('GET', url)).body).toEqual([])
  })

  test('an expired certificate is accepted, and its expiry is returned', async () => {
    const { send } = await own()
    const answer = await send('POST', url, { host: 'a.example', cert: expired.cert, key: expired.key })
    expect(answer.body).toMatchObject({ expires_at: '2021-01-01T00:00:00.000Z' })
  })

  test('a check reaches a host that demands a certificate, until the certificate is deleted', async () => {
    const { send } = await own()
    const target = await guardedServer()
    const address = `https://127.0.0.1:${target.port}/`
    const before = await observe(await taskOf(send, address), probeTools)
    expect(before.answer).toBeNull()

    const created = await send('POST', url, { host: '127.0.0.1', cert: client.cert, key: encryptedKey, passphrase })
    const task = await taskOf(send, address)
    expect(task.secrets).toEqual([encryptedKey, passphrase])
    expect((await observe(task, probeTools)).answer?.body).toContain('Belfry test client')
    expect((await taskOf(send, 'https://other.example/')).clientCertificate).toBeUndefined()
    expect((await taskOf((await own()).send, address)).clientCertificate).toBeUndefined()

    expect((await send('DELETE', `${url}/${idOf(created)}`)).status).toBe(204)
    expect((await send('DELETE', `${url}/${idOf(created)}`)).status).toBe(404)
    expect((await taskOf(send, address)).clientCertificate).toBeUndefined()
  })

  test('the authority of a certificate is trusted for its host', async () => {
    const { send } = await own()
    const selfSigned = certificates.selfSigned
    const target = await httpsServer(selfSigned, (_request, response) => response.end('in'))
    await send('POST', url, { host: '127.0.0.1', ...client, ca: selfSigned.cert })
    const seen = await observe(await taskOf(send, `https://127.0.0.1:${target.port}/`), probeTools)
    expect(seen.answer?.body).toBe('in')
  })

  test('a host that the check is redirected to does not get the certificate', async () => {
    const { send } = await own()
    const shown: unknown[] = []
    const options = { ...server, ca: authority, requestCert: true, rejectUnauthorized: false }
    const elsewhere = await httpsServer(options, (request, response) => {
      shown.push((request.socket as TLSSocket).getPeerCertificate().subject)
      response.end()
    })
    const target = await guardedServer(`https://127.0.0.1:${elsewhere.port}/`)
    await send('POST', url, { host: '127.0.0.1', ...client })
    const task = await taskOf(send, `https://127.0.0.1:${target.port}/`)
    const seen = await observe(task, probeTools)
    expect({ status: seen.answer?.status, shown }).toEqual({ status: 200, shown: [undefined] })
  })

  test('a path is stored without its trailing slash, and an empty one is none', async () => {
    const { send } = await own()
    for (const [given, stored] of [
      ['/partner/api/', '/partner/api'],
      ['/partner', '/partner'],
      ['', null],
      [null, null],
    ])
      expect((await send('POST', url, { host: 'a.example', path: given, ...client })).body).toMatchObject({
        path: stored,
      })
  })

  test('a certificate with a path is presented below it alone, also during redirects', async () => {
    const { send } = await own()
    const shown: unknown[] = []
    const options = { ...server, ca: authority, requestCert: true, rejectUnauthorized: false }
    const target = await httpsServer(options, (request, response) => {
      const { subject } = (request.socket as TLSSocket).getPeerCertificate()
      shown.push([request.url, subject !== undefined])
      if (request.url === '/partner/in') response.writeHead(302, { location: '/partnership' })
      response.end()
    })
    await send('POST', url, { host: '127.0.0.1', path: '/partner', ...client })
    const address = `https://127.0.0.1:${target.port}`
    await observe(await taskOf(send, `${address}/partner/in`), probeTools)
    await observe(await taskOf(send, `${address}/`), probeTools)
    expect(shown).toEqual([
      ['/partner/in', true],
      ['/partnership', false],
      ['/', false],
    ])
  })

  test('of two for the same host the latest counts', async () => {
    const { send } = await own()
    for (const passphrase of ['first', 'second'])
      await send('POST', url, { host: '*.example.com', ...client, passphrase })
    expect((await taskOf(send, 'https://a.example.com/')).clientCertificate?.passphrase).toBe('second')
  })

  test('a host in a variable is matched once the variable is resolved', async () => {
    const { send } = await own()
    await send('POST', '/v1/variables', { key: 'HOST', value: 'a.example.com' })
    await send('POST', url, { host: 'a.example.com', ...client })
    expect((await taskOf(send, 'https://{{HOST}}/')).clientCertificate?.cert).toBe(client.cert)
  })
})
