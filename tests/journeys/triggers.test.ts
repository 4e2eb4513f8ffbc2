import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually, freePort, removeDataDir, startServerProcess } from '../support/server-process.ts'
import { initialisedDataDir } from '../support/initialised-data-dir.ts'
import type { ServerProcess } from '../support/server-process.ts'
import { startWebReceiver } from '../support/web-receiver.ts'
import type { WebReceiver } from '../support/web-receiver.ts'

const dataDir = await initialisedDataDir()
const secret = 'the secret of the webhook'
let server: ServerProcess
/** What is deployed; it never answers /hang. */
let shop: WebReceiver
let github: WebReceiver

beforeAll(async () => {
  shop = await startWebReceiver((response, { path }) => {
    if (path !== '/hang') response.writeHead(path === '/broken' ? 500 : 200).end('ok')
  })
  github = await startWebReceiver((response) => response.writeHead(201).end('{}'))
  const environment = {
    BELFRY_GITHUB_WEBHOOK_SECRET: secret,
    BELFRY_GITHUB_TOKEN: 'ghp_of_the_journey',
    BELFRY_GITHUB_URL: github.url,
  }
  server = await startServerProcess({ dataDir, port: await freePort(), environment })
})
afterAll(async () => {
  await server.stop()
  await shop[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
  removeDataDir(dataDir)
})

async function created(path: string, body?: object): Promise<Record<string, unknown>> {
  const answer = await server.call('POST', path, body)
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 201, body: answer.body })
  return Object(answer.body)
}

const aCheck = (path: string, changes: object = {}) =>
  created('/v1/checks/url', {
    name: `Shop ${path}`,
    frequency: 1440,
    locations: ['eu-west-1'],
    retryStrategy: null,
    request: { url: `http://nowhere.invalid${path}` },
    ...changes,
  })

async function called(path: string): Promise<unknown> {
  const answer = await fetch(`${server.url}${path}`)
  return [answer.status, await answer.json()]
}

it('a trigger URL runs the check in the requested location and answers with the outcome', async () => {
  const { id } = await aCheck('/cart')
  const { token } = await created(`/v1/triggers/checks/${String(id)}`)
  const url = `/checks/${String(id)}/trigger/${String(token)}`
  const responseTime = expect.any(Number)
  expect(await called(url)).toEqual([503, { hasFailures: true, responseTime }])
  expect(await called(`${url}?environmentUrl=${shop.url}`)).toEqual([200, { hasFailures: false, responseTime }])
  // Where credentials of machines in a cloud are had, no check ever goes.
  expect(await called(`${url}?environmentUrl=http://169.254.169.254`)).toMatchObject([503, { hasFailures: true }])
})

it('a deployment runs a group once and the outcome becomes the status of the commit', async () => {
  const { id: groupId } = await created('/v2/check-groups', { name: 'Shop', concurrency: 1 })
  for (const path of ['/one', '/broken', '/two']) await aCheck(path, { groupId })
  await created('/v1/deployment-triggers', { groupId, repoId: 7, repoName: 'octocat/hello' })
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
  const last = await eventually('the end of the runs', async () => {
    const commitStatus = github.requests.map((request) => JSON.parse(request.body)).at(-1)
    return commitStatus?.state === 'failure' && commitStatus
  })
  expect(last).toMatchObject({ description: '1 of 3 checks failed.', context: 'service: Shop (Preview)' })
  const paths = shop.requests.map((request) => request.path)
  expect(['/one', '/broken', '/two'].map((path) => paths.filter((seen) => seen === path).length)).toEqual([1, 1, 1])
})

it('a server that stops does not wait for calls that wait for runs', { timeout: 20_000 }, async () => {
  const { id } = await aCheck('/hang')
  const { token } = await created(`/v1/triggers/checks/${String(id)}`)
  const before = shop.requests.length
  const waiting = fetch(`${server.url}/checks/${String(id)}/trigger/${String(token)}?environmentUrl=${shop.url}`)
  await eventually('the request', async () => shop.requests.length > before)
  const stopping = server.stop()
  expect((await waiting).status).toBe(408)
  // The run itself is finished.
  await shop[Symbol.asyncDispose]()
  expect(await stopping).toBe(0)
})
