import { createHmac } from 'node:crypto'
import { afterAll, expect, it } from 'vitest'
import { useServer } from '../support/test-server.ts'
import type { Caller } from '../support/test-server.ts'
import { startWebReceiver } from '../support/web-receiver.ts'

const secret = 'the secret of the webhook'
const isHanging = Promise.withResolvers<void>()
/** What is deployed; it never answers /hang. */
const shop = await startWebReceiver((response, { path }) => {
  if (path === '/hang') isHanging.resolve()
  else response.writeHead(path === '/broken' ? 500 : 200).end('ok')
})
const github = await startWebReceiver((response) => response.writeHead(201).end('{}'))
const server = useServer({
  environment: () => ({
    BELFRY_GITHUB_WEBHOOK_SECRET: secret,
    BELFRY_GITHUB_TOKEN: 'ghp_of_the_journey',
    BELFRY_GITHUB_URL: github.url,
  }),
})
afterAll(async () => {
  await shop[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
})

const aCheck = ({ create }: Caller, path: string, changes: object = {}) =>
  create('/v1/checks/url', {
    name: `Shop ${path}`,
    frequency: 1440,
    locations: ['eu-west-1'],
    retryStrategy: null,
    request: { url: `http://127.0.0.1:1${path}` },
    ...changes,
  })

async function called(path: string): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`)
  return [answer.status, await answer.json()]
}

it('a trigger URL runs the check in the requested location and answers with the outcome', async () => {
  const account = await server.account()
  const { id } = await aCheck(account, '/cart')
  const { token } = await account.create(`/v1/triggers/checks/${String(id)}`)
  const url = `/checks/${String(id)}/trigger/${String(token)}`
  const responseTime = expect.any(Number)
  expect(await called(url)).toEqual([503, { hasFailures: true, responseTime }])
  expect(await called(`${url}?environmentUrl=${shop.url}`)).toEqual([200, { hasFailures: false, responseTime }])
  // Where credentials of machines in a cloud are had, no check ever goes.
  expect(await called(`${url}?environmentUrl=http://169.254.169.254`)).toMatchObject([503, { hasFailures: true }])
})

it('a deployment runs a group once and the outcome becomes the status of the commit', async () => {
  // The only one that may choose its repositories.
  const account = server.as()
  const { id: groupId } = await account.create('/v2/check-groups', { name: 'Shop', concurrency: 1 })
  for (const path of ['/one', '/broken', '/two']) await aCheck(account, path, { groupId })
  await account.create('/v1/deployment-triggers', { groupId, repoId: 7, repoName: 'octocat/hello' })
  const body = JSON.stringify({
    deployment_status: { state: 'success', environment_url: shop.url },
    deployment: { sha: 'a'.repeat(40), environment: 'Preview' },
    repository: { id: 7, full_name: 'octocat/hello' },
  })
  const deliver = () =>
    fetch(`${server.url}/webhooks/github`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-github-event': 'deployment_status',
        'x-github-delivery': 'one',
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      },
      body,
    })
  expect([(await deliver()).status, (await deliver()).status]).toEqual([202, 200])
  await server.advance(30_000)
  expect(github.requests.map((request) => JSON.parse(request.body)).at(-1)).toMatchObject({
    state: 'failure',
    description: '1 of 3 checks failed.',
    context: 'service: Shop (Preview)',
  })
  const paths = shop.requests.map((request) => request.path)
  expect(['/one', '/broken', '/two'].map((path) => paths.filter((seen) => seen === path).length)).toEqual([1, 1, 1])
})

it('a server that stops does not wait for calls that wait for runs, and finishes the runs', async () => {
  const account = await server.account()
  const { id } = await aCheck(account, '/hang')
  const { token } = await account.create(`/v1/triggers/checks/${String(id)}`)
  const waiting = fetch(`${server.url}/checks/${String(id)}/trigger/${String(token)}?environmentUrl=${shop.url}`)
  await isHanging.promise
  const stopping = server.stop()
  expect((await waiting).status).toBe(408)
  await shop[Symbol.asyncDispose]()
  await stopping
  const results = `select outcome from check_results where check_id = $1 and run_source <> 'SCHEDULER'`
  expect(await server.db.rows(results, [id])).toEqual([{ outcome: 'failed' }])
})
