import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { minuteMs } from '#kernel'
import { useServer } from '../support/test-server.ts'
import type { ServedAccount } from '../support/test-server.ts'

const secret = 'a secret nobody may read'
/** How the target answers the next request; resolved when it got one that it never answers. */
let answers: ('ok' | 'broken' | PromiseWithResolvers<void>)[] = []
const target = createServer((request, response) => {
  const state = answers.shift() ?? 'ok'
  if (typeof state === 'object') return state.resolve()
  response.writeHead(state === 'ok' ? 200 : 500, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ state, seen: request.headers['x-token'] }))
})
target.listen(0, '127.0.0.1')
await once(target, 'listening')
const { port: targetPort } = target.address() as AddressInfo
const server = useServer()
afterAll(() => {
  target.closeAllConnections()
  target.close()
})

async function anAccount(): Promise<ServedAccount> {
  const account = await server.account()
  await account.create('/v1/variables', { key: 'TOKEN', value: secret, secret: true })
  return account
}

async function aCheck({ create }: ServedAccount): Promise<unknown> {
  const { id } = await create('/v1/checks/api', {
    name: 'Shop',
    activated: false,
    locations: ['us-east-1'],
    request: {
      method: 'GET',
      url: `http://127.0.0.1:${targetPort}/`,
      headers: [{ key: 'x-token', value: '{{{TOKEN}}}' }],
      assertions: [{ source: 'JSON_BODY', property: '$.state', comparison: 'EQUALS', target: 'ok' }],
    },
  })
  return id
}

async function trigger({ create }: ServedAccount, checkId: unknown, changes: object = {}): Promise<string> {
  const { testSessionId } = await create('/v1/test-sessions/trigger', {
    name: 'Before the release',
    runLocation: 'eu-west-1',
    target: { checkId: [checkId], allowDeactivated: true },
    retryStrategy: { type: 'FIXED', baseBackoffSeconds: 0, maxRetries: 1 },
    environmentVariables: [{ key: 'TOKEN', secret: true, value: null }],
    ...changes,
  })
  return String(testSessionId)
}

/** As the command line tool does: asks for the end, which the answer waits for. */
async function ended({ call }: ServedAccount, id: string) {
  const { status, body } = await call('GET', `/v1/test-sessions/${id}/completion?maxWaitSeconds=30`)
  expect({ status, body }).toMatchObject({ status: 200 })
  return Object(body)
}

it('tests a check with a real runner, tries again, and leaves a log and the answer to download', async () => {
  const account = await anAccount()
  const { call } = account
  const checkId = await aCheck(account)
  answers = ['broken', 'ok']
  const session = await ended(account, await trigger(account, checkId))
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
  for (const { name, url } of Object(listed.body).assets) texts.set(name, await (await fetch(url)).text())
  expect([...texts.keys()]).toEqual(['run.log', 'response-body.txt'])
  expect(texts.get('response-body.txt')).toMatch(/"state":"ok"/)
  expect(texts.get('run.log')).toMatch(
    /GET http:\/\/127\.0\.0\.1[\s\S]*200 OK\n {2}from 127\.0\.0\.1[\s\S]*total: [\d.]+ ms[\s\S]*passed JSON_BODY \$\.state/,
  )
  expect(texts.get('run.log')).toMatch(/Attempts before\n {2}1: /)
  for (const text of texts.values()) expect(text).not.toContain(secret)

  const { body: results } = await call('GET', `/v2/check-results/${String(checkId)}?resultType=ALL`)
  expect(results).toMatchObject({ entries: [] })
})

it('groups what failed for good, and an analysis of the group rests on what the run saw', async () => {
  const account = await anAccount()
  answers = ['broken']
  const session = await ended(account, await trigger(account, await aCheck(account), { retryStrategy: null }))
  expect(session).toMatchObject({ status: 'FAILED', errorGroupIds: [expect.any(String)] })
  const path = `/v1/root-cause-analyses/test-session-error-groups/${session.errorGroupIds[0]}`
  const polled = await account.call('POST', path, {})
  expect(polled.status).toBe(202)
  await server.settled()
  const answer = await account.call('GET', `/v1/root-cause-analyses/${Object(polled.body).id}`)
  expect(answer).toMatchObject({ status: 200, body: { analysis: expect.anything() } })
  expect(JSON.stringify(Object(answer.body).analysis)).toContain('500')
})

it('cancels a run that is under way', async () => {
  const account = await anAccount()
  const isUnderWay = Promise.withResolvers<void>()
  answers = [isUnderWay]
  const id = await trigger(account, await aCheck(account))
  await isUnderWay.promise
  expect((await account.call('POST', `/v1/test-sessions/${id}/cancel`)).status).toBe(204)
  expect(await ended(account, id)).toMatchObject({ status: 'CANCELLED', results: [{ status: 'CANCELLED' }] })
  target.closeAllConnections()
})

it('ends a test session whose runner crashed in the middle of a run', async () => {
  const account = await anAccount()
  const isUnderWay = Promise.withResolvers<void>()
  answers = [isUnderWay, 'ok']
  const id = await trigger(account, await aCheck(account))
  await isUnderWay.promise
  await server.crash()
  await server.start()
  expect((await account.call('GET', `/v1/test-sessions/${id}`)).body).toMatchObject({ status: 'RUNNING' })
  // The next runner takes the run when the lease of the dead one is over.
  await server.advance(minuteMs)
  expect(await ended(account, id)).toMatchObject({
    status: 'PASSED',
    results: [{ status: 'PASSED', resultType: 'FINAL' }],
  })
})
