import { beforeAll, describe, expect, test } from 'vitest'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { TestAnswer } from '../../../tests/support/test-service.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const own = async () => {
  const account = await service.account()
  return { account, send: service.as(account.key), checkId: await service.check(account.accountId) }
}
const groupOf = async (send: ReturnType<TestService['as']>): Promise<number> =>
  fieldsOf<{ id: number }>(await send('POST', '/v2/check-groups', { name: 'shop' })).id
/** The cast is safe for responses of the shape the test expects. */
const fieldsOf = <T>({ body }: TestAnswer): T => body as T
const codeOf = (answer: TestAnswer) => fieldsOf<{ attributes: { code: string } }>(answer).attributes.code

describe('the trigger of a check', () => {
  test('is made once, read and deleted; its token rests sealed and hashed', async () => {
    const { send, checkId } = await own()
    const url = `/v1/triggers/checks/${checkId}`
    expect([(await send('GET', url)).status, (await send('DELETE', url)).status]).toEqual([404, 404])
    const created = await send('POST', url)
    const token = expect.stringMatching(/^[\da-f]{48}$/)
    const times = { created_at: '2026-03-01T12:00:00.000Z', called_at: null, updated_at: null }
    expect({ status: created.status, body: created.body }).toEqual({
      status: 201,
      body: { id: expect.any(Number), token, checkId, ...times },
    })
    const again = await send('POST', url.replace(checkId, checkId.toUpperCase()))
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: created.body })
    expect((await send('GET', url)).body).toEqual(created.body)
    const rows = await service.db.rows('select * from triggers where check_id = $1', [checkId])
    expect(JSON.stringify(rows)).not.toContain(fieldsOf<{ token: string }>(created).token)
    expect((await send('DELETE', url)).status).toBe(204)
    expect((await send('GET', url)).status).toBe(404)
  })

  test('is one, also for concurrent requests', async () => {
    const { send, checkId } = await own()
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('POST', `/v1/triggers/checks/${checkId}`)))
    expect(new Set(answers.map((answer) => fieldsOf<{ token: string }>(answer).token)).size).toBe(1)
  })

  test('is deleted with its check', async () => {
    const { send, checkId } = await own()
    await send('POST', `/v1/triggers/checks/${checkId}`)
    await send('POST', '/v1/deployment-triggers', { checkId, repoId: 1, repoName: 'a/b' })
    expect((await send('DELETE', `/v1/checks/${checkId}`)).status).toBe(204)
    const left = `select 1 from triggers where check_id = $1 union all select 1 from deployment_triggers where check_id = $1`
    expect(await service.db.rows(left, [checkId])).toEqual([])
  })

  test('is rejected for heartbeats and for unknown checks', async () => {
    const { account, send } = await own()
    const heartbeat = await service.heartbeat(account.accountId)
    const answers = [
      await send('POST', `/v1/triggers/checks/${heartbeat}`),
      await send('POST', '/v1/triggers/checks/x'),
      await send('POST', `/v1/triggers/checks/${(await own()).checkId}`),
    ]
    expect(answers.map((answer) => [answer.status, codeOf(answer)])).toEqual([
      [400, 'TRIGGER_NOT_POSSIBLE'],
      [404, 'CHECK_NOT_FOUND'],
      [404, 'CHECK_NOT_FOUND'],
    ])
  })

  test('returns its token to roles that may run checks only', async () => {
    const { account, send, checkId } = await own()
    const url = `/v1/triggers/checks/${checkId}`
    const { token } = fieldsOf<{ token: string }>(await send('POST', url))
    const tokens = []
    for (const role of ['READ_ONLY', 'READ_RUN'] as const) {
      const key = await account.keyWithRole(role)
      tokens.push(fieldsOf<{ token: string }>(await service.as(key)('GET', url)).token)
    }
    expect(tokens).toEqual(['*********', token])
  })
})

test('the trigger of a group is created once, read, deleted, and deleted with its group', async () => {
  const { send } = await own()
  const groupId = await groupOf(send)
  const url = `/v1/triggers/check-groups/${groupId}`
  const created = await send('POST', url)
  expect({ status: created.status, body: created.body }).toMatchObject({
    status: 201,
    body: { groupId, called_at: null },
  })
  expect((await send('POST', url)).body).toEqual(created.body)
  expect((await send('GET', url)).body).toEqual(created.body)
  expect((await send('DELETE', url)).status).toBe(204)
  await send('POST', url)
  expect((await send('DELETE', `/v1/check-groups/${groupId}`)).status).toBe(204)
  expect((await send('GET', url)).status).toBe(404)
  expect(codeOf(await send('POST', url))).toBe('CHECK_GROUP_NOT_FOUND')
})

describe('a deployment trigger', () => {
  const url = '/v1/deployment-triggers'

  test('has defaults, is listed, and is changed by a second call for the same target and repository', async () => {
    const { send, checkId } = await own()
    const created = await send('POST', url, { checkId, repoId: 1296269, repoName: 'octocat/hello' })
    const full = {
      id: expect.any(Number),
      checkId,
      groupId: null,
      provider: 'GITHUB',
      repoId: '1296269',
      repoName: 'octocat/hello',
      repoLink: '',
      useEnvironmentUrl: true,
      includeScreenshots: false,
      environmentRegexFilter: null,
      environmentUrlRegexFilter: null,
      runLocation: 'us-east-1',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: null,
    }
    expect({ status: created.status, body: created.body }).toEqual({ status: 201, body: full })
    const changes = { useEnvironmentUrl: false, runLocation: 'eu-west-1', environmentRegexFilter: '^P' }
    const changed = await send('POST', url, { checkId, repoId: '1296269', repoName: 'octocat/new', ...changes })
    const { id } = fieldsOf<{ id: number }>(created)
    const after = { ...full, id, repoName: 'octocat/new', ...changes, updated_at: '2026-03-01T12:00:00.000Z' }
    expect({ status: changed.status, body: changed.body }).toEqual({ status: 200, body: after })
    const groupId = await groupOf(send)
    const ofGroup = await send('POST', url, { groupId, repoId: 1296269, repoName: 'octocat/hello' })
    expect(ofGroup.status).toBe(201)
    expect((await send('GET', url)).body).toEqual([after, ofGroup.body])
    expect((await (await own()).send('GET', url)).body).toEqual([])
  })

  test.each([
    ['neither a check nor a group', {}, 'SUBSCRIPTION_TARGET_INVALID'],
    [
      'a check and a group',
      { checkId: '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77', groupId: 1 },
      'SUBSCRIPTION_TARGET_INVALID',
    ],
    ['an unknown check', { checkId: '5e1f7c1e-9a53-4a6e-8f0e-3d9b5e1c2a77' }, 'CHECK_UNKNOWN'],
    ['an unknown group', { groupId: 2_147_483_647 }, 'GROUP_UNKNOWN'],
    ['another provider', { groupId: 1, provider: 'VERCEL' }, 'BODY_INVALID'],
    ['an unknown place', { groupId: 1, runLocation: 'moon' }, 'BODY_INVALID'],
    ['an empty repository id', { groupId: 1, repoId: '' }, 'BODY_INVALID'],
    ['a long filter', { groupId: 1, environmentRegexFilter: 'a'.repeat(256) }, 'BODY_INVALID'],
    ['a filter that is none', { groupId: 1, environmentRegexFilter: '(' }, 'REGULAR_EXPRESSION_INVALID'],
    ['lookahead', { groupId: 1, environmentUrlRegexFilter: '(?=a)' }, 'REGULAR_EXPRESSION_INVALID'],
    [
      'a filter too large',
      { groupId: 1, environmentRegexFilter: '((a{100}){100}){100}' },
      'REGULAR_EXPRESSION_INVALID',
    ],
  ])('with %s is rejected', async (_what, body, code) => {
    const { send } = await own()
    const answer = await send('POST', url, { repoId: 1, repoName: 'a/b', ...body })
    expect({ status: answer.status, code: codeOf(answer) }).toEqual({ status: 400, code })
  })

  test('for a check of another account is rejected', async () => {
    const [{ send }, { checkId }] = [await own(), await own()]
    expect(codeOf(await send('POST', url, { checkId, repoId: 1, repoName: 'a/b' }))).toBe('CHECK_UNKNOWN')
  })
})
