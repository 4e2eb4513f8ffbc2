import { beforeAll, describe, expect, test } from 'vitest'
import type { RunTask } from '#contract'
import { minuteMs, randomId } from '#kernel'
import type { Queryable } from '#storage/database'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send, TestAnswer } from '../../../tests/support/test-service.ts'
import { claimRuns, PreparedChecks } from '../index.ts'
import { loadEffectiveChecks } from '#management'
import { prepareCode } from './prepare-code.ts'

const database = useDatabase()
let service: TestService
beforeAll(() => {
  service = new TestService(database.db())
})

const idIn = ({ body }: TestAnswer): unknown => (body as { readonly id?: unknown }).id
const request = { method: 'GET', url: 'https://shop.example/{{PLACE}}' }

async function made(send: Send, url: string, body: object): Promise<unknown> {
  const created = await send('POST', url, body)
  expect(created).toMatchObject({ status: expect.toBeOneOf([200, 201]) })
  return idIn(created)
}

const snippet = (send: Send, name: string, script: string) => made(send, '/v1/snippets', { name, script })

const apiCheck = (send: Send, body: object) =>
  made(send, '/v1/checks/api', { name: 'shop', locations: ['eu-west-1'], request, ...body })

/** The task of a run of this check, which a client requests now. */
async function taskOf(send: Send, checkId: unknown, checks = new PreparedChecks(service.store)): Promise<RunTask> {
  await send('POST', '/v2/check-sessions/trigger', { target: { checkId: [checkId] } })
  const tasks = await claimRuns(service.store, checks, {
    queues: ['eu-west-1'],
    limit: 100,
    runnerId: 'runner',
    leaseMs: minuteMs,
    nowMs: service.clock.now(),
    publicUrl: 'https://belfry.example',
    chance: { randomNumber: () => 1, uuid: randomId },
  })
  const task = tasks.find((one) => one.checkId === checkId)
  if (!task) throw new Error('nothing to run')
  return task
}

const codeOf = async (send: Send, checkId: unknown, checks?: PreparedChecks) =>
  (await taskOf(send, checkId, checks)).code

describe('the code of an API check', () => {
  test('has the scripts of group and check in the order of their execution, snippets among them', async () => {
    const { send } = await service.owner()
    const setupSnippetId = await snippet(send, 'sign', 'sign()')
    const groupId = await made(send, '/v2/check-groups', {
      name: 'g',
      setupSnippetId,
      localSetupScript: 'group()',
      localTearDownScript: 'groupEnd()',
    })
    const id = await apiCheck(send, { groupId, localSetupScript: 'own()', localTearDownScript: 'ownEnd()' })
    expect(await codeOf(send, id)).toMatchObject({
      setup: [
        { title: 'snippet "sign" as setup script of the group', script: 'sign()' },
        { title: 'setup script of the group', script: 'group()' },
        { title: 'setup script', script: 'own()' },
      ],
      teardown: [
        { title: 'teardown script', script: 'ownEnd()' },
        { title: 'teardown script of the group', script: 'groupEnd()' },
      ],
    })
  })

  test('is absent without scripts, and for scripts of spaces', async () => {
    const { send } = await service.owner()
    const id = await apiCheck(send, { localSetupScript: '  \n', setupSnippetId: null, localTearDownScript: '' })
    expect(await taskOf(send, id)).not.toHaveProperty('code')
  })

  test('has the variables of all levels, the built-in ones, and says which are secret', async () => {
    const { account, send } = await service.owner()
    await made(send, '/v1/variables', { key: 'PLACE', value: 'account' })
    await made(send, '/v1/variables', { key: 'TOKEN', value: 'of the account', secret: true })
    await made(send, '/v1/variables', { key: 'SERVICE_SECRET_PIN', value: '8731-55' })
    const environmentVariables = [{ key: 'PLACE', value: 'group' }]
    const apiCheckDefaults = { url: 'https://base.example' }
    const groupId = await made(send, '/v2/check-groups', { name: 'g', environmentVariables, apiCheckDefaults })
    const id = await apiCheck(send, { groupId, localSetupScript: 'x()', runtimeId: '2025.04' })
    const task = await taskOf(send, id)
    expect(task.code?.runtimeId).toBe('2025.04')
    const environment = Object.fromEntries((task.code?.environment ?? []).map((one) => [one.key, one]))
    expect(
      Object.values(environment)
        .filter(({ secret }) => secret)
        .map(({ key }) => key)
        .toSorted(),
    ).toEqual(['SERVICE_SECRET_PIN', 'TOKEN'])
    expect(Object.fromEntries(Object.values(environment).map(({ key, value }) => [key, value]))).toEqual({
      ACCOUNT_ID: account.accountId,
      CHECK_ID: id,
      CHECK_NAME: 'shop',
      CHECK_TYPE: 'API',
      CHECK_RESULT_ID: task.id,
      CHECK_RUN_ID: expect.stringMatching(/^\d+$/),
      REGION: 'eu-west-1',
      RUNTIME_VERSION: '2025.04',
      GROUP_BASE_URL: 'https://base.example',
      REQUEST_URL: 'https://shop.example/group',
      PLACE: 'group',
      TOKEN: 'of the account',
      SERVICE_SECRET_PIN: '8731-55',
    })
    expect(task.secrets).toEqual(expect.arrayContaining(['of the account', '8731-55']))
    expect(task.request).toMatchObject({ url: request.url })
  })

  test('runs with the runtime of the group, else that of the account', async () => {
    const { send } = await service.owner()
    const groupId = await made(send, '/v2/check-groups', { name: 'g', runtimeId: '2024.09' })
    const inGroup = await apiCheck(send, { groupId, localSetupScript: 'x()' })
    expect((await codeOf(send, inGroup))?.runtimeId).toBe('2024.09')
    expect((await codeOf(send, await apiCheck(send, { localSetupScript: 'x()' })))?.runtimeId).toBe('2026.04')
  })

  test('has the snippets it reaches, through each other and in circles, and no others of anyone', async () => {
    const { send } = await service.owner()
    const other = await service.owner()
    await snippet(other.send, 'first', 'of somebody else')
    await snippet(send, 'first', `require('./second.js')`)
    await snippet(send, 'second', `require("./first"); require('./third')`)
    await snippet(send, 'third', '3')
    await snippet(send, 'unused', '4')
    const code = await codeOf(send, await apiCheck(send, { localSetupScript: `require('./snippets/first')` }))
    expect(code?.snippets.toSorted((a, b) => (a.name < b.name ? -1 : 1))).toEqual([
      { name: 'first', script: `require('./second.js')` },
      { name: 'second', script: `require("./first"); require('./third')` },
      { name: 'third', script: '3' },
    ])
  })

  test('is read again after a snippet it imports was created, changed, renamed or deleted', async () => {
    const { send } = await service.owner()
    const checks = new PreparedChecks(service.store)
    const id = await apiCheck(send, { localSetupScript: `require('./snippets/late')` })
    const seen = async () => (await codeOf(send, id, checks))?.snippets
    expect(await seen()).toEqual([])
    const late = await snippet(send, 'late', '1')
    const change = async (body: object) => {
      expect((await send('PUT', `/v1/snippets/${String(late)}`, body)).status).toBe(200)
    }
    expect(await seen()).toEqual([{ name: 'late', script: '1' }])
    await change({ name: 'late', script: '2' })
    expect(await seen()).toEqual([{ name: 'late', script: '2' }])
    await change({ name: 'later', script: '2' })
    expect(await seen()).toEqual([])
    await change({ name: 'late', script: '2' })
    await send('DELETE', `/v1/snippets/${String(late)}`)
    expect(await seen()).toEqual([])
  })

  test.each([
    [
      'more than 2 MB of files',
      { setupScriptDependencies: [1, 2, 3].map((n) => ({ path: `${n}.js`, content: 'x'.repeat(800_000) })) },
      'more than 2000000 bytes',
    ],
    [
      'too many paths',
      { localSetupScript: Array.from({ length: 2001 }, (_, n) => `'./snippets/${n}'`).join() },
      'more than 2000 paths',
    ],
  ])('with %s is not prepared, and says why', async (_what, body, message) => {
    const { send } = await service.owner()
    const task = await taskOf(send, await apiCheck(send, { localSetupScript: '1', ...body }))
    expect(task.unprepared).toContain(message)
    expect(task).not.toHaveProperty('code')
  })

  test('with a long chain of snippets is not prepared, after a bounded number of statements', async () => {
    const { send } = await service.owner()
    for (let n = 0; n < 105; n += 1) await snippet(send, `s${n}`, `require('./s${n + 1}')`)
    const id = String(await apiCheck(send, { localSetupScript: `require('./snippets/s0')` }))
    const effective = await loadEffectiveChecks(service.db, service.store.encryption, [id])
    let statements = 0
    const rows: Queryable['rows'] = (...statement) => {
      statements += 1
      return service.db.rows(...statement)
    }
    const codes = await prepareCode({ ...service.db, rows }, effective.values())
    expect(codes.get(id)?.problem).toContain('more than 100 snippets')
    expect(statements).toBeLessThanOrEqual(2 * 101)
  })
})

describe('the code of a browser check', () => {
  const codeOfBrowser = async (send: Send, body: object) => {
    const id = String(await made(send, '/v1/checks/browser', { name: 'x', locations: ['eu-west-1'], ...body }))
    const effective = await loadEffectiveChecks(service.db, service.store.encryption, [id])
    return (await prepareCode(service.db, effective.values())).get(id)
  }

  test('has its test file with partials inserted, what it imports, and the snippets of both', async () => {
    const { send } = await service.owner()
    await snippet(send, 'login', `login('{{ who }}')`)
    await snippet(send, 'lib', 'lib()')
    const dependencies = [{ path: 'lib/a.js', content: `require('../snippets/lib')` }]
    const script = `start()\n{{> login who="Ada"}}`
    const code = await codeOfBrowser(send, { script, scriptPath: 'shop.spec.ts', dependencies })
    expect(code?.problem).toBeNull()
    expect(code?.task).toMatchObject({ script: `start()\nlogin('Ada')`, scriptPath: 'shop.spec.ts', dependencies })
    expect(code?.task.snippets.map(({ name }) => name).toSorted()).toEqual(['lib', 'login'])
  })

  test('is not prepared when a partial contains itself', async () => {
    const { send } = await service.owner()
    await snippet(send, 'loop', '{{> loop}}')
    expect((await codeOfBrowser(send, { script: '{{> loop}}' }))?.problem).toMatch(/^script: .*may contain itself/)
  })
})
