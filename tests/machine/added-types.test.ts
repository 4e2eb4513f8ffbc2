import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  addEnglishName,
  addFields,
  filesOf,
  generatedOfEcho,
  testForms,
  webFilesOfEcho,
} from '../support/added-types/added-fields.ts'
import { addHalves, compile, copyWithDescriptors, tablesOfEcho } from '../support/added-types/copy-with-added-types.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import { tcpServer } from '../support/local-servers.ts'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const copy = mkdtempSync(join(tmpdir(), 'belfry-added-types-'))

beforeAll(() => {
  copyWithDescriptors(copy)
  addEnglishName(copy)
})
afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('the compiler names each missing half and text of a check type and of a channel type, and nothing else', async () => {
  const errors = await compile(copy, webFilesOfEcho)
  const ofChannel = errors.filter((line) => line.includes('NOTICE_BOARD'))
  expect(ofChannel).toEqual([expect.stringMatching(/^src\/channels\/channel-implementations\.ts/)])
  const files = errors.filter((line) => !ofChannel.includes(line)).map((line) => line.split('(')[0] ?? '')
  expect([...new Set(files)].toSorted()).toEqual([...tablesOfEcho, ...webFilesOfEcho, generatedOfEcho].toSorted())
})

describe('with their halves, and with more fields', () => {
  let server: ServerProcess
  let dataDir = ''

  beforeAll(async () => {
    addHalves(copy)
    await addFields(copy)
    dataDir = await initialisedDataDir()
    const command = { program: process.execPath, args: [join(copy, 'src/cli/main.ts'), 'server'], cwd: copy }
    server = await startServerProcess({ dataDir, port: await freePort(), command })
  })
  afterAll(async () => {
    await server.stop()
    removeDataDir(dataDir)
  })

  it('a check type is created, runs, is retried and explained, and shows its result, its log and its metrics', async () => {
    const echo = await tcpServer((socket) => socket.pipe(socket))
    const wrong = await tcpServer((socket) => socket.once('data', () => socket.end('wrong')))
    const seen = await walk(server, { echo: echo.port, wrong: wrong.port })
    expect(seen.rejected).toMatchObject({ status: 400, body: { message: expect.stringContaining('port') } })
    const request = { hostname: '127.0.0.1', port: echo.port, text: 'ping', assertions: [] }
    expect(seen.created).toMatchObject({
      status: 201,
      body: {
        checkType: 'ECHO',
        request,
        degradedResponseTime: 3000,
        retryStrategy: { baseBackoffSeconds: 0, maxRetries: 2 },
      },
    })
    expect(seen.example).toMatchObject({ status: 201, body: { checkType: 'ECHO', name: 'Echo server' } })
    expect(seen.failed).toMatchObject({ hasFailures: true, attempts: 3, resultType: 'FINAL' })
    const evidence = expect.arrayContaining([expect.objectContaining({ description: 'The server sent back "wrong".' })])
    expect(seen.analysis).toMatchObject({ checkType: 'ECHO', provider: 'belfry', analysis: { evidence } })
    expect(seen.result.body).toMatchObject({
      hasFailures: false,
      echoCheckResult: { response: { data: 'ping' }, requestError: null },
    })
    expect(seen.log).toContain('Echo (ECHO), eu-west-1')
    expect(seen.log).toContain('data of 4 characters')
    const series = [{ data: [{ total_avg: expect.any(Number) }] }]
    expect(seen.analytics).toMatchObject({ status: 200, body: { checkType: 'ECHO', series } })
    const metrics = [{ checkType: 'ECHO', availability: 100, responseTime_avg: expect.any(Number) }]
    expect(seen.metrics.body).toMatchObject(metrics)
  })

  it('a channel type of two new files and two rows is created, previewed, tested and notified', async () => {
    await using receiver = await startWebReceiver((response) => response.end('pinned'))
    const { call } = server
    const type = 'NOTICE_BOARD'
    const token = 'a-token-that-nobody-sees'
    const config = { url: receiver.url, token }
    const wrong = await call('POST', '/v1/alert-channels', { type, config: { url: receiver.url } })
    expect(wrong.status).toBe(400)
    const problem = await call('POST', '/v1/alert-channels', { type, config: { ...config, token: '{{#if}}' } })
    expect(problem).toMatchObject({ status: 400, body: { attributes: { code: 'TEMPLATE_INVALID' } } })
    const created = await call('POST', '/v1/alert-channels', { type, config, autoSubscribe: false })
    expect(created).toMatchObject({ status: 201, body: { type, config: { ...config, column: 'Incidents' } } })
    const { id } = created.body as { id: number }

    const preview = await call('GET', `/v1/alert-channels/${id}/preview?event=recovery`)
    expect(preview).toMatchObject({ status: 200, body: { type, problem: null, requests: [{ method: 'POST' }] } })
    expect(JSON.stringify(preview.body)).toContain('ALERT_RECOVERY')
    expect(JSON.stringify(preview.body)).not.toContain(token)
    expect(receiver.requests).toHaveLength(0)
    // It opens incidents, so the example is resolved again.
    const tested = await call('POST', `/v1/alert-channels/${id}/test`)
    expect(tested).toMatchObject({ status: 200, body: { outcome: 'sent', closed: true } })
    const states = () => receiver.requests.map(({ body }) => JSON.parse(body).state)
    expect(states()).toEqual(['ALERT_FAILURE', 'ALERT_RECOVERY'])

    const check = await call('POST', '/v1/checks/tcp', {
      name: 'Nothing listens here',
      frequency: 0,
      frequencyOffset: 10,
      locations: ['eu-west-1'],
      retryStrategy: null,
      alertChannelSubscriptions: [{ alertChannelId: id, activated: true }],
      request: { hostname: '127.0.0.1', port: await freePort() },
    })
    expect(check.status).toBe(201)
    await eventually('the alert', async () => receiver.requests.length > 2)
    expect(states()[2]).toBe('ALERT_FAILURE')
    expect(receiver.requests[2]?.headers['authorization']).toBe(`Board ${token}`)

    const log = await eventually('the entry of the log', async () => {
      const { body } = await call('GET', '/v1/alert-notifications')
      return JSON.stringify(body).includes('SUCCESS') && body
    })
    expect(log).toMatchObject([{ status: 'SUCCESS', notificationResult: 'HTTP 200: pinned', alertChannelId: id, type }])
    expect(JSON.stringify(log)).not.toContain(token)
  })

  it('a field of checks costs three files besides what is generated, a setting one, the web half of a check type two', async () => {
    expect(filesOf).toEqual({ scalar: 3, inheritable: 3, setting: 1, webOfWireType: 2 })
    const { call } = server
    const { body: group } = await call('POST', '/v2/check-groups', { name: 'Shop' })
    expect(group).toMatchObject({ isCritical: null })
    const groupId = Number(idOf(group))
    const request = { url: 'http://127.0.0.1:1/' }
    const check = { name: 'Shop', activated: false, isReviewed: true, groupId, request }
    const created = await call('POST', '/v1/checks/url', check)
    expect(created).toMatchObject({ status: 201, body: { isReviewed: true, isCritical: false } })
    const effective = async () => (await call('GET', `/v1/checks/${idOf(created.body)}/effective-settings`)).body
    expect(await effective()).toMatchObject({ isCritical: { value: false, source: 'CHECK' } })
    await call('PUT', `/v2/check-groups/${groupId}`, { name: 'Shop', isCritical: true })
    expect(await effective()).toMatchObject({ isCritical: { value: true, source: 'GROUP', own: false } })
    const defaults = await call('PUT', '/v1/accounts/me/defaults', { check: { isCritical: true } })
    expect(defaults).toMatchObject({ body: { check: { isCritical: true } } })
    expect((await call('POST', '/v1/checks/url', { ...check, isReviewed: 'yes' })).status).toBe(400)

    const documented = (path: string): string => readFileSync(join(copy, path), 'utf8')
    expect(documented('docs/checks.md')).toMatch(/^\| `isReviewed` +\| false +\| true: somebody has read it/m)
    expect(documented('docs/check-groups.md')).toMatch(/^\| `isCritical` +\| null +\| replaces that of the check/m)
    expect(documented('docs/settings.md')).toContain('| `BELFRY_MOTTO` | `none` | Said to nobody. |')
    await testForms(copy)
  })
})

const idOf = (body: unknown): string => String(Reflect.get(Object(body), 'id'))

/** What a user of the type gets from the API, one thing after another. */
async function walk(server: ServerProcess, ports: { readonly echo: number; readonly wrong: number }) {
  const request = { hostname: '127.0.0.1', port: ports.echo, text: 'ping' }
  const checkBody = { name: 'Echo', frequency: 0, frequencyOffset: 10, locations: ['eu-west-1'], request }
  const rejected = await server.call('POST', '/v1/checks/echo', { ...checkBody, request: { ...request, port: 0 } })
  const created = await server.call('POST', '/v1/checks/echo', checkBody)
  const id = idOf(created.body)
  const { ECHO } = await import(join(copy, 'src/contract/check-types/echo/index.ts'))
  const example = await server.call('POST', '/v1/checks/echo', { ...ECHO.example, activated: false })
  const failing = await server.call('POST', '/v1/checks/echo', {
    ...checkBody,
    request: { ...request, port: ports.wrong },
  })
  const listed = await eventually('a result', async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=1`)
    return Array.isArray(body) && body.length > 0 && { first: body[0] as unknown }
  })
  const resultPath = `/v1/check-results/${id}/${idOf(listed.first)}`
  const result = await server.call('GET', resultPath)
  const log = await logOf(server, resultPath)
  const analytics = await server.call('GET', `/v1/analytics/echo/${id}?metrics=total_avg&quickRange=last24Hours`)
  const metrics = await server.call('POST', '/v1/analytics/checks?quickRange=last24Hours', { checkIds: [id] })
  return {
    rejected,
    created,
    example,
    result,
    log,
    analytics,
    metrics,
    ...(await failureOf(server, idOf(failing.body))),
  }
}

/** The first final result of a failing check, and what the rules say of its errors. */
async function failureOf(server: ServerProcess, id: string) {
  const failed = await eventually('a failure after all retries', async () => {
    const { body } = await server.call('GET', `/v1/check-results/${id}?limit=1&resultType=FINAL`)
    return Array.isArray(body) && body.length > 0 && { first: body[0] as unknown }
  })
  const groups = await server.call('GET', `/v1/error-groups/checks/${id}`)
  const group = idOf(Object(groups.body)[0])
  const asked = await server.call('POST', `/v1/root-cause-analyses/error-groups/${group}`)
  const analysis = await eventually('an analysis', async () => {
    const { status, body } = await server.call('GET', `/v1/root-cause-analyses/${idOf(asked.body)}`)
    return status === 200 && { body }
  })
  return { failed: failed.first, analysis: analysis.body }
}

async function logOf(server: ServerProcess, resultPath: string): Promise<string> {
  const { body } = await server.call('GET', `${resultPath}/assets`)
  const assets: readonly { readonly name: string; readonly url: string }[] = Reflect.get(Object(body), 'assets')
  const log = assets.find(({ name }) => name === 'run.log')
  if (!log) throw new Error(`No log among ${JSON.stringify(body)}`)
  const { pathname, search } = new URL(log.url)
  return (await fetch(`${server.url}${pathname}${search}`)).text()
}
