import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { DeploymentTriggerBody, RepositoryGrants } from '#contract'
import { createEgress } from '#egress'
import { SystemClock, minuteMs, silentLog, TestClock } from '#kernel'
import { createCheck, createDeploymentTrigger, createGroup } from '#management'
import type { Store } from '#storage/database'
import { aTestApi, anAccount, everyRepository, testStore } from '../../../tests/support/api.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { startWebReceiver } from '../../../tests/support/web-receiver.ts'
import type { WebReceiver } from '../../../tests/support/web-receiver.ts'
import { commitStatusLoop } from '#server'
import { mountWebhookRoutes } from './webhook-routes.ts'
import { checkInput } from '../../../tests/support/check-input.ts'

const realTime = new SystemClock()

const database = useDatabase()
const clock = new TestClock('2026-03-01T12:00:00.000Z')
const secret = 'the secret of the webhook'
const token = 'ghp_token_of_the_operator'
const sha = '6dcb09b5b57875f334f61aebed695e2e4193db5e'
let store: Store
let runner: HandRunner
let app: ReturnType<typeof aTestApi>
let closed: ReturnType<typeof aTestApi>
let accountId: string
let repoId = 1000

const apiWith = (githubSecret: string | null, repositoryGrants: RepositoryGrants | null = everyRepository) => {
  const sources = {
    store,
    clock,
    publicUrl: 'https://belfry.example',
    serviceName: 'belfry',
    canSetStatus: true,
    repositoryGrants,
  }
  return aTestApi({
    db: database.db(),
    clock,
    operations: {},
    handlers: {},
    extraRoutes: (routes, limitTo) => mountWebhookRoutes(routes, { ...sources, githubSecret, limitTo }),
  })
}

beforeAll(() => {
  store = testStore(database.db())
  runner = new HandRunner(store, clock)
  app = apiWith(secret)
  closed = apiWith(null)
})
afterAll(async () => {
  await app.close()
  await closed.close()
})
beforeEach(async () => {
  repoId += 1
  accountId = (await anAccount(store, clock)).accountId
  await runner.claim()
  await store.db.rows('delete from commit_statuses')
})

const caller = () => ({ accountId, role: 'OWNER', nowMs: clock.now() }) as const

async function aCheck(changes: object = {}): Promise<string> {
  const body = { name: 'shop', locations: ['eu-west-1'], request: { url: 'https://shop.example/cart' }, ...changes }
  const input = { checkType: 'URL', body: checkInput(body), autoAssignAlerts: false } as const
  return (await createCheck(store, caller(), input)).check.id
}

const watch = (body: Partial<DeploymentTriggerBody>) =>
  createDeploymentTrigger(store, caller(), { repoId, repoName: 'octocat/hello', ...body }, everyRepository)

const deployed = (changes: object = {}, status: object = {}) => ({
  action: 'created',
  deployment_status: { state: 'success', environment_url: 'https://pr-7.example/app', ...status },
  deployment: { id: 42, sha, environment: 'Preview', ...changes },
  repository: { id: repoId, full_name: 'octocat/hello' },
})

let deliveries = 0
const deliver = (payload: unknown, headers: Record<string, string> = {}, to = app) => {
  const body = typeof payload === 'string' ? payload : JSON.stringify(payload)
  deliveries += 1
  return to.inject({
    method: 'POST',
    url: '/webhooks/github',
    headers: {
      'content-type': 'application/json',
      'x-github-event': 'deployment_status',
      'x-github-delivery': `72d3162e-cc78-11e3-81ab-4c9367dc${String(deliveries).padStart(4, '0')}`,
      'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      ...headers,
    },
    payload: body,
  })
}

it('blocks an address that continues without the secret', async () => {
  const guess = () =>
    app.inject({ method: 'POST', url: '/webhooks/github', remoteAddress: '203.0.113.9', payload: '{}' })
  const statuses: number[] = []
  for (let tries = 0; tries <= 300; tries += 1) statuses.push((await guess()).statusCode)
  expect(statuses.slice(0, 300).every((status) => status === 403)).toBe(true)
  expect(statuses.at(-1)).toBe(429)
})

describe('a deployment reported by GitHub', () => {
  it('runs the check in the location of the trigger, at the host that was deployed', async () => {
    const checkId = await aCheck()
    await watch({ checkId, runLocation: 'ap-south-1' })
    const answer = await deliver(deployed())
    expect({ statusCode: answer.statusCode, body: answer.json() }).toEqual({
      statusCode: 202,
      body: { triggered: 1, refused: 0 },
    })
    const tasks = await runner.claim()
    expect(tasks).toMatchObject([{ checkId, location: 'ap-south-1', request: { url: 'https://pr-7.example/cart' } }])
    await runner.settle(tasks)
    const rows = await store.db.rows('select run_source from check_sessions where check_id = $1', [checkId])
    expect(rows).toEqual([{ runSource: 'DEPLOYMENT' }])
  })

  it('comes as a form as well', async () => {
    await watch({ checkId: await aCheck() })
    const form = `payload=${encodeURIComponent(JSON.stringify(deployed()))}`
    const answer = await deliver(form, { 'content-type': 'application/x-www-form-urlencoded' })
    expect(answer.json()).toEqual({ triggered: 1, refused: 0 })
  })

  it('leaves the host of the check alone when the trigger says so, or the URL is none', async () => {
    const checkId = await aCheck()
    await watch({ checkId, useEnvironmentUrl: false })
    await deliver(deployed())
    await watch({ checkId, useEnvironmentUrl: true })
    await deliver(deployed({}, { environment_url: 'javascript:alert(1)' }))
    const urls = (await runner.claim()).map((task) => ('url' in task.request ? task.request.url : ''))
    expect(urls).toEqual(['https://shop.example/cart', 'https://shop.example/cart'])
  })

  it('runs only what its filters let pass, in every account that watches the repository', async () => {
    const passing = await aCheck()
    await watch({ checkId: passing, environmentRegexFilter: '^Prev', environmentUrlRegexFilter: 'pr-\\d+\\.' })
    await watch({ checkId: await aCheck(), environmentRegexFilter: 'production' })
    await watch({ checkId: await aCheck(), environmentUrlRegexFilter: '^http:' })
    await watch({ checkId: await aCheck({ activated: false }) })
    await watch({ checkId: await aCheck(), repoId: repoId + 5000 })
    accountId = (await anAccount(store, clock)).accountId
    const theirs = await aCheck()
    await watch({ checkId: theirs })
    expect((await deliver(deployed())).json()).toEqual({ triggered: 2, refused: 0 })
    expect(new Set((await runner.claim()).map((task) => task.checkId))).toEqual(new Set([passing, theirs]))
  })

  it('runs a group, so many members at once', async () => {
    const body = { name: 'shop', concurrency: 1 }
    const { group } = await createGroup(store, caller(), { generation: 2, body, autoAssignAlerts: false })
    const second = await aCheck({ groupId: group.id, groupOrder: 2 })
    const first = await aCheck({ groupId: group.id, groupOrder: 1 })
    await watch({ groupId: group.id })
    await deliver(deployed())
    const order = []
    for (let tasks = await runner.claim(); tasks.length > 0; tasks = await runner.claim()) {
      order.push(...tasks.map((task) => task.checkId))
      await runner.settle(tasks)
    }
    expect(order).toEqual([first, second])
  })

  it('runs once, however often it is delivered and under whatever id', async () => {
    await watch({ checkId: await aCheck() })
    const answers = await Promise.all([1, 2, 3].map(() => deliver(deployed())))
    expect(answers.filter((answer) => answer.statusCode === 202)).toHaveLength(1)
    expect((await deliver(deployed())).json()).toEqual({ ignored: 'This delivery was acted on before.' })
    expect(await runner.claim()).toHaveLength(1)
  })
})

describe('the webhook', () => {
  it('answers a ping, and ignores what is no successful deployment', async () => {
    await watch({ checkId: await aCheck() })
    const answers = [
      await deliver({ zen: 'Keep it logically awesome.' }, { 'x-github-event': 'ping' }),
      await deliver({ ref: 'main' }, { 'x-github-event': 'push' }),
      await deliver(deployed({}, { state: 'in_progress' })),
      await deliver(deployed({}, { state: 'failure' })),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(await runner.claim()).toEqual([])
  })

  it.each([
    ['a wrong signature', { 'x-hub-signature-256': `sha256=${'0'.repeat(64)}` }],
    ['a signature of another length', { 'x-hub-signature-256': 'sha256=1' }],
    ['an old signature', { 'x-hub-signature-256': '', 'x-hub-signature': 'sha1=1' }],
  ])('refuses %s and runs nothing', async (_what, headers) => {
    await watch({ checkId: await aCheck() })
    const answer = await deliver(deployed(), headers)
    expect({ statusCode: answer.statusCode, code: answer.json().attributes.code }).toEqual({
      statusCode: 403,
      code: 'WEBHOOK_SIGNATURE_INVALID',
    })
    expect(await runner.claim()).toEqual([])
  })

  it('is not there as long as no secret is set', async () => {
    const answer = await deliver(deployed(), {}, closed)
    expect({ statusCode: answer.statusCode, code: answer.json().attributes.code }).toEqual({
      statusCode: 404,
      code: 'WEBHOOK_NOT_CONFIGURED',
    })
  })

  it.each([
    ['what is no JSON', () => '{', 'JSON_MALFORMED'],
    [
      'another repository name',
      () => ({ ...deployed(), repository: { id: 1, full_name: '../../user' } }),
      'BODY_INVALID',
    ],
    ['a repository without id', () => ({ ...deployed(), repository: { full_name: 'a/b' } }), 'BODY_INVALID'],
    ['a commit that is none', () => deployed({ sha: '../x' }), 'BODY_INVALID'],
    ['an environment with a line break', () => deployed({ environment: 'a\nb' }), 'BODY_INVALID'],
  ])('refuses %s', async (_what, payload, code) => {
    const answer = await deliver(payload())
    expect({ statusCode: answer.statusCode, code: answer.json().attributes.code }).toEqual({ statusCode: 400, code })
  })
})

describe('the commit', () => {
  const warnings: unknown[] = []
  const log = { ...silentLog, warn: (fields: object) => void warnings.push(fields) }
  const { http } = createEgress({ allowPrivateTargets: true }, realTime)
  const loopAt = (apiUrl: string, repositoryGrants: RepositoryGrants | null = everyRepository) =>
    commitStatusLoop({
      store,
      clock,
      log,
      repositoryGrants,
      github: { apiUrl, token, http, signal: new AbortController().signal, clock },
    })
  const statesAt = (github: WebReceiver) => github.requests.map(({ body }) => String(JSON.parse(body).state))

  it('shows that the checks run, and then how they went', async () => {
    await using github = await startWebReceiver((response) => response.writeHead(201).end('{}'))
    const checkId = await aCheck({ retryStrategy: null })
    await watch({ checkId })
    await deliver(deployed())
    const loop = loopAt(github.url)
    await loop.iteration()
    await loop.iteration()
    await runner.settle(await runner.claim(), 'failed')
    clock.advance(3000)
    await loop.iteration()
    clock.advance(minuteMs)
    await loop.iteration()
    expect(statesAt(github)).toEqual(['pending', 'failure'])
    const [first] = github.requests
    expect({ path: first?.path, authorization: first?.headers.authorization }).toEqual({
      path: `/repos/octocat/hello/statuses/${sha}`,
      authorization: `Bearer ${token}`,
    })
    expect(JSON.parse(github.requests.at(-1)?.body ?? '')).toEqual({
      state: 'failure',
      context: 'belfry: shop (Preview)',
      description: '1 of 1 check failed.',
      target_url: `https://belfry.example/checks/${checkId}`,
    })
    expect(await store.db.rows('select 1 from commit_statuses')).toEqual([])
  })

  it('is reported later when GitHub was unavailable, however long, and only with its last state', async () => {
    const answers = [503, 403, 201]
    await using github = await startWebReceiver((response) =>
      response.writeHead(answers.shift() ?? 201, { 'x-ratelimit-remaining': '0', 'retry-after': '90' }).end('{}'),
    )
    await watch({ checkId: await aCheck() })
    await deliver(deployed())
    const loop = loopAt(github.url)
    await loop.iteration()
    await runner.settle(await runner.claim())
    clock.advance(minuteMs)
    await loop.iteration()
    expect(statesAt(github)).toEqual(['pending'])
    clock.advance(40_000)
    await loop.iteration()
    clock.advance(100_000)
    await loop.iteration()
    expect(statesAt(github)).toEqual(['pending', 'success', 'success'])
    expect(await store.db.rows('select 1 from commit_statuses')).toEqual([])
  })

  it('is given up when GitHub rejects it permanently, with a log line without the token', async () => {
    await using github = await startWebReceiver((response) => response.writeHead(404).end(`no access with ${token}`))
    await watch({ checkId: await aCheck() })
    await deliver(deployed())
    await loopAt(github.url).iteration()
    expect(await store.db.rows('select 1 from commit_statuses')).toEqual([])
    expect(warnings).toMatchObject([{ repository: 'octocat/hello', response: expect.stringContaining('HTTP 404') }])
    expect(JSON.stringify(warnings)).not.toContain(token)
  })

  it('is reported once by several processes', async () => {
    await using github = await startWebReceiver((response) => response.writeHead(201).end('{}'))
    await watch({ checkId: await aCheck() })
    await deliver(deployed())
    await Promise.all([1, 2, 3].map(() => loopAt(github.url).iteration()))
    expect(statesAt(github)).toEqual(['pending'])
  })

  it('shows an error when a check did not run', async () => {
    await using github = await startWebReceiver((response) => response.writeHead(201).end('{}'))
    const checkId = await aCheck()
    await watch({ checkId })
    await deliver(deployed())
    await store.db.rows(`update check_sessions set status = 'TIMED_OUT', stopped_at = now() where check_id = $1`, [
      checkId,
    ])
    await loopAt(github.url).iteration()
    expect(statesAt(github)).toEqual(['error'])
  })
})

describe('a repository that an account may not use', () => {
  const granted = (repositories: readonly string[]): RepositoryGrants => new Map([[accountId, repositories]])
  const create = (repoName: string, grants: RepositoryGrants | null) =>
    aCheck().then((checkId) => createDeploymentTrigger(store, caller(), { repoId, repoName, checkId }, grants))
  const refused = { code: 'REPOSITORY_NOT_ALLOWED', status: 403, message: expect.stringContaining(`=octocat/hello`) }

  it('cannot be watched: without a word of the operator by any account but the first', async () => {
    await expect(create('octocat/hello', null)).rejects.toMatchObject(refused)
    const rows = await store.db.rows<{ id: string }>('select id from accounts order by created_at, id limit 1')
    accountId = rows[0]?.id ?? ''
    expect(await create('octocat/hello', null)).toMatchObject({ isNew: true })
  })

  it('cannot be watched when the operator names others', async () => {
    await expect(create('octocat/hello', granted(['octocat/other', 'acme/*']))).rejects.toMatchObject(refused)
    expect(await create('octocat/hello', granted(['Octocat/*']))).toMatchObject({ isNew: true })
  })

  it('runs nothing when a trigger names one that may be used, with the id of another', async () => {
    await create('acme/shop', granted(['acme/*']))
    const api = apiWith(secret, granted(['acme/*']))
    expect((await deliver(deployed(), {}, api)).json()).toEqual({ triggered: 0, refused: 1 })
    const own = { ...deployed(), repository: { id: repoId, full_name: 'acme/shop' } }
    expect((await deliver(own, {}, api)).json()).toEqual({ triggered: 1, refused: 0 })
    await api.close()
  })

  it('is not reported for runs that began while the account might use it', async () => {
    await using github = await startWebReceiver((response) => response.writeHead(201).end('{}'))
    await watch({ checkId: await aCheck() })
    await deliver(deployed())
    const loop = commitStatusLoop({
      store,
      clock,
      log: silentLog,
      repositoryGrants: granted(['acme/*']),
      github: {
        apiUrl: github.url,
        token,
        http: createEgress({ allowPrivateTargets: true }, realTime).http,
        signal: new AbortController().signal,
        clock,
      },
    })
    await loop.iteration()
    expect(github.requests).toEqual([])
    expect(await store.db.rows('select 1 from commit_statuses')).toEqual([])
  })
})
