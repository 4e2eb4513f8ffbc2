import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { SystemClock, minuteMs, randomId, silentLog } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes } from '#scripting'
import { promptVersionOf, saveAgenticScripts } from '#storage/checks'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { runnerProblemsLoop } from './runner-problems.ts'

const database = useDatabase()
let directory: string
let runtimes: Runtimes
let service: TestService
let send: Send
let accountId: string
beforeEach(async () => {
  await database.db().rows('delete from runner_problems')
  directory = mkdtempSync(join(tmpdir(), 'belfry-no-runtimes-'))
  runtimes = createRuntimes({
    directory,
    chromiumPath: null,
    mayInstall: false,
    environment: {},
    clock: new SystemClock(),
    log: silentLog,
  })
  service = new TestService(database.db())
  const owner = await service.owner()
  send = owner.send
  accountId = owner.account.accountId
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

interface Lacking {
  readonly scripts?: string
  readonly npm?: string
  readonly hasModel?: boolean
}
const loopOf = (problem: string | null, { scripts, npm, hasModel = true }: Lacking = {}) =>
  runnerProblemsLoop({
    store: service.store,
    clock: service.clock,
    runtimes,
    playwright: { findProblem: () => Promise.resolve(problem) },
    apiScripts: { findProblem: () => Promise.resolve(scripts ?? null) },
    suites: { findMissingNpm: () => npm ?? null },
    hasModel,
  })
const create = async (body: object): Promise<string> => {
  const { status, body: created } = await send('POST', '/v1/checks', body)
  expect([status, created]).toMatchObject([201, {}])
  return String(Object(created).id)
}
const testFile = { checkType: 'MULTI_STEP', name: 'Shop', script: `test('a', () => {})` }
const statusOf = async (id: string): Promise<unknown> => (await send('GET', `/v1/check-statuses/${id}`)).body

it('the status of a check says before its first run that no runner can isolate it, and that of others does not', async () => {
  const id = await create(testFile)
  const other = await create({ checkType: 'TCP', name: 'Port', request: { hostname: 'shop.example', port: 443 } })
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
  const loop = loopOf('Scripts cannot be isolated here.')
  await loop.iteration()
  const lacking = { hasErrors: true, whyNeverRun: 'Scripts cannot be isolated here.' }
  expect(await statusOf(id)).toMatchObject(lacking)
  const { body: all } = await send('GET', '/v1/check-statuses')
  expect(Object.values(Object(all)).find((status) => Object(status).checkId === id)).toMatchObject(lacking)
  expect(await statusOf(other)).toMatchObject({ hasErrors: false })
  expect(await statusOf(other)).not.toHaveProperty('whyNeverRun')
  await loop.finish?.()
})

it('a runner that lacks nothing, on any machine, is enough', async () => {
  const id = await create(testFile)
  const [lacking, complete] = [loopOf('Scripts cannot be isolated here.'), loopOf(null)]
  await lacking.iteration()
  await complete.iteration()
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
  await complete.finish?.()
  expect(await statusOf(id)).toMatchObject({ whyNeverRun: expect.stringContaining('isolated') })
  await lacking.finish?.()
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
})

it('what a runner said counts for two minutes when it ends without a word', async () => {
  const id = await create(testFile)
  await loopOf('Scripts cannot be isolated here.').iteration()
  service.clock.advance(2 * minuteMs + 1000)
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
})

it('a runtime that could not be installed is a reason, and one that is not there yet is none', async () => {
  const id = await create(testFile)
  const loop = loopOf(null)
  await loop.iteration()
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
  await expect(runtimes.get('2026.04')).rejects.toThrow(/2026\.04/)
  await loop.iteration()
  expect(await statusOf(id)).toMatchObject({ hasErrors: true, whyNeverRun: expect.stringContaining('runtime 2026.04') })
  expect(JSON.stringify(await statusOf(id))).not.toContain(directory)
  await loop.finish?.()
})

const shop = { checkType: 'API', name: 'Shop', request: { method: 'GET', url: 'https://shop.example/' } }

it('an API check needs what isolates scripts only when it or its group has some', async () => {
  const { body: group } = await send('POST', '/v2/check-groups', { name: 'Group', localTearDownScript: 'end()' })
  const without = await create({ ...shop, localSetupScript: ' \n\t' })
  const own = await create({ ...shop, localSetupScript: 'begin()' })
  const member = await create({ ...shop, groupId: Object(group).id })
  const loop = loopOf(null, { scripts: 'Scripts cannot be isolated here.' })
  await loop.iteration()
  expect(await statusOf(without)).not.toHaveProperty('whyNeverRun')
  const lacking = { hasErrors: true, whyNeverRun: 'Scripts cannot be isolated here.' }
  expect([await statusOf(own), await statusOf(member)]).toMatchObject([lacking, lacking])
  await loop.finish?.()
})

it('a prompt needs a model until a script is stored for it, and again when the prompt changes', async () => {
  const id = await create({ checkType: 'AGENTIC', name: 'Basket', prompt: 'Open https://shop.example/.' })
  const loop = loopOf(null, { hasModel: false })
  await loop.iteration()
  const lacking = { hasErrors: true, whyNeverRun: expect.stringContaining('BELFRY_LLM_URL') }
  expect(await statusOf(id)).toMatchObject(lacking)
  await saveAgenticScripts(database.db(), [
    {
      accountId: accountId,
      checkId: id,
      id: randomId(),
      promptVersion: promptVersionOf({ prompt: 'Open https://shop.example/.', skills: [] }),
      base: null,
      script: 'end()',
      conditions: ['It opens.'],
      expectations: ['1: status 200'],
      needsBrowser: false,
      createdAt: new Date(service.clock.now()),
    },
  ])
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
  const changed = { checkType: 'AGENTIC', name: 'Basket', prompt: 'Open https://shop.example/cart.' }
  expect(await send('PUT', `/v1/checks/${id}`, changed)).toMatchObject({ status: 200 })
  expect(await statusOf(id)).toMatchObject(lacking)
  await loop.finish?.()
})

it('a suite needs npm', async () => {
  const id = await create({ checkType: 'PLAYWRIGHT', name: 'Suite', codeBundlePath: 'bundles/shop.tar.gz' })
  const loop = loopOf(null, { npm: 'This machine has no npm.' })
  await loop.iteration()
  expect(await statusOf(id)).toMatchObject({ hasErrors: true, whyNeverRun: 'This machine has no npm.' })
  await loop.finish?.()
})
