import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'

const dataDir = await initialisedDataDir()
const secret = 'a secret nobody may read'
let target: Server
let targetPort: number
let server: ServerProcess
let port: number
/** How the target answers the next request. */
let answers: ('ok' | 'broken' | 'never')[] = []
let requests = 0

beforeAll(async () => {
  target = createServer((request, response) => {
    requests += 1
    const targetState = answers.shift() ?? 'ok'
    if (targetState === 'never') return
    response.writeHead(targetState === 'ok' ? 200 : 500, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ state: targetState, seen: request.headers['x-token'] }))
  })
  target.listen(0, '127.0.0.1')
  await once(target, 'listening')
  targetPort = (target.address() as AddressInfo).port
  port = await freePort()
  server = await startServerProcess({ dataDir, port })
})

afterAll(async () => {
  await server.stop()
  target.closeAllConnections()
  target.close()
  removeDataDir(dataDir)
})

const call = async (method: string, path: string, body?: unknown) => {
  const answer = await server.call(method, path, body)
  return { status: answer.status, body: Object(answer.body) }
}

async function aCheck(changes: object = {}): Promise<string> {
  const { status, body } = await call('POST', '/v1/checks/api', {
    name: 'Shop',
    activated: false,
    locations: ['us-east-1'],
    request: {
      method: 'GET',
      url: `http://127.0.0.1:${targetPort}/`,
      headers: [{ key: 'x-token', value: '{{{TOKEN}}}' }],
      assertions: [{ source: 'JSON_BODY', property: '$.state', comparison: 'EQUALS', target: 'ok' }],
    },
    ...changes,
  })
  expect({ status, body }).toEqual({ status: 201, body })
  return body.id
}

const trigger = async (checkId: string, changes: object = {}) => {
  const answer = await call('POST', '/v1/test-sessions/trigger', {
    name: 'Before the release',
    runLocation: 'eu-west-1',
    target: { checkId: [checkId], allowDeactivated: true },
    retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 },
    environmentVariables: [{ key: 'TOKEN', secret: true, value: null }],
    ...changes,
  })
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: answer.body })
  return answer.body.testSessionId as string
}

/** As the command line tool does: polls as long as the answer says to. */
const ended = (id: string) =>
  eventually('the end of the session', async () => {
    const answer = await call('GET', `/v1/test-sessions/${id}/completion?maxWaitSeconds=5`)
    expect([200, 408]).toContain(answer.status)
    return answer.status === 200 && answer.body
  })

it('tests a check with a real runner, tries again, and leaves a log and the answer to download', async () => {
  await call('POST', '/v1/variables', { key: 'TOKEN', value: secret, secret: true })
  const checkId = await aCheck()
  answers = ['broken', 'ok']
  const session = await ended(await trigger(checkId))
  expect(session).toMatchObject({
    status: 'PASSED',
    results: [
      { resultType: 'FINAL', status: 'PASSED', runLocation: 'eu-west-1' },
      { resultType: 'ATTEMPT', status: 'FAILED', hasFailures: true },
    ],
  })
  const [final] = session.results
  const path = `/v1/test-sessions/${session.testSessionId}/results/${final.testSessionResultId}`
  expect((await call('GET', path)).body).toMatchObject({
    attempts: 2,
    apiCheckResult: { response: { status: 200, remoteAddress: '127.0.0.1' } },
  })

  const listed = await call('GET', `${path}/assets`)
  const texts = new Map<string, string>()
  for (const { name, url } of listed.body.assets) texts.set(name, await (await fetch(url)).text())
  expect([...texts.keys()]).toEqual(['run.log', 'response-body.txt'])
  expect(texts.get('response-body.txt')).toMatch(/"state":"ok"/)
  expect(texts.get('run.log')).toMatch(
    /GET http:\/\/127\.0\.0\.1[\s\S]*200 OK\n {2}from 127\.0\.0\.1[\s\S]*total: [\d.]+ ms[\s\S]*passed JSON_BODY \$\.state/,
  )
  expect(texts.get('run.log')).toMatch(/Attempts before\n {2}1: /)
  for (const text of texts.values()) expect(text).not.toContain(secret)

  expect((await call('GET', `/v2/check-results/${checkId}?resultType=ALL`)).body.entries).toEqual([])
})

it('groups what failed for good, and an analysis of the group rests on what the run saw', async () => {
  answers = ['broken']
  const session = await ended(await trigger(await aCheck(), { retryStrategy: null }))
  expect(session).toMatchObject({ status: 'FAILED', errorGroupIds: [expect.any(String)] })
  const polled = await call('POST', `/v1/root-cause-analyses/test-session-error-groups/${session.errorGroupIds[0]}`, {})
  expect(polled.status).toBe(202)
  const analysis = await eventually('the analysis', async () => {
    const answer = await call('GET', `/v1/root-cause-analyses/${polled.body.id}`)
    return answer.status === 200 && answer.body.analysis
  })
  expect(JSON.stringify(analysis)).toContain('500')
})

it('cancels a run that is under way', async () => {
  answers = ['never']
  const before = requests
  const id = await trigger(await aCheck())
  await eventually('the request', async () => requests > before)
  expect((await call('POST', `/v1/test-sessions/${id}/cancel`)).status).toBe(204)
  expect(await ended(id)).toMatchObject({ status: 'CANCELLED', results: [{ status: 'CANCELLED' }] })
})

it('ends a test session whose runner was killed in the middle of a run', async () => {
  answers = ['never', 'ok']
  const before = requests
  const id = await trigger(await aCheck())
  await eventually('the request', async () => requests > before)
  await server.kill()
  server = await startServerProcess({ dataDir, port })
  // The next runner takes the run when the lease of the dead one is over.
  const session = await eventually(
    'the end of the session',
    async () => {
      const { body } = await call('GET', `/v1/test-sessions/${id}`)
      return body.status !== 'RUNNING' && body
    },
    120_000,
  )
  expect(session).toMatchObject({ status: 'PASSED', results: [{ status: 'PASSED', resultType: 'FINAL' }] })
})
