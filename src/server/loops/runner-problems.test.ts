import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { minuteMs, silentLog, systemClock } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes } from '#scripting'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import type { Send } from '../../../tests/support/test-service.ts'
import { runnerProblemsLoop } from './runner-problems.ts'

const database = useDatabase()
let directory: string
let runtimes: Runtimes
let service: TestService
let send: Send
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'belfry-no-runtimes-'))
  runtimes = createRuntimes({
    directory,
    chromiumPath: null,
    mayInstall: false,
    environment: {},
    clock: systemClock,
    log: silentLog,
  })
  service = new TestService(database.db())
  send = service.as((await service.account()).key)
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

const loopOf = (problem: string | null) =>
  runnerProblemsLoop({
    store: service.store,
    clock: service.clock,
    runtimes,
    playwright: { findProblem: () => Promise.resolve(problem) },
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
  await loop.turn()
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
  await lacking.turn()
  await complete.turn()
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
  await complete.finish?.()
  expect(await statusOf(id)).toMatchObject({ whyNeverRun: expect.stringContaining('isolated') })
  await lacking.finish?.()
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
})

it('what a runner said counts for two minutes when it ends without a word', async () => {
  const id = await create(testFile)
  await loopOf('Scripts cannot be isolated here.').turn()
  service.clock.advance(2 * minuteMs + 1000)
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
})

it('a runtime that could not be installed is a reason, and one that is not there yet is none', async () => {
  const id = await create(testFile)
  const loop = loopOf(null)
  await loop.turn()
  expect(await statusOf(id)).not.toHaveProperty('whyNeverRun')
  await expect(runtimes.get('2026.04')).rejects.toThrow(/2026\.04/)
  await loop.turn()
  expect(await statusOf(id)).toMatchObject({ hasErrors: true, whyNeverRun: expect.stringContaining('runtime 2026.04') })
  expect(JSON.stringify(await statusOf(id))).not.toContain(directory)
  await loop.finish?.()
})
