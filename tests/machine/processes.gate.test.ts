import { afterAll, beforeAll, expect, it } from 'vitest'
import { hourMs } from '#kernel'
import type { AgentProcess } from '../support/agent-process.ts'
import { eventually } from '../support/eventually.ts'
import { useProcessScene } from '../support/process-scene.ts'
import { startVisitTarget } from '../support/visit-target.ts'
import type { VisitTarget } from '../support/visit-target.ts'

const scene = useProcessScene()
let target: VisitTarget
let agent: AgentProcess

beforeAll(async () => {
  target = await startVisitTarget()
  await scene.addCheck('api', { name: 'visit', request: { method: 'GET', url: target.urlOf('/') } })
  agent = await scene.startAgent()
  const atOffice = { name: 'at the office', locations: [], privateLocations: ['office'] }
  await scene.addCheck('tcp', { ...atOffice, request: scene.tcpRequest })
})
afterAll(() => target[Symbol.asyncDispose]())

it('kill -9 of the database, the agent and the server loses no acknowledged write, and all checks go on', async () => {
  await scene.untilEveryCheckHasRun()
  // One that broke off may have been stored: then it is there already.
  const write = async (key: string): Promise<boolean> =>
    [201, 409].includes((await scene.server.call('POST', '/v1/variables', { key, value: 'x' })).status)
  const keys = ['BEFORE', 'WITHOUT_DATABASE', 'WITHOUT_AGENT', 'AFTER']
  const [before = '', withoutDatabase = '', withoutAgent = '', after = ''] = keys

  expect(await write(before)).toBe(true)
  await scene.killDatabase()
  await eventually('a write after the kill of the database', () => write(withoutDatabase))
  await agent.kill()
  // The first write may have gone through a connection that outlived its server for a moment.
  await eventually('a write after the kill of the agent', () => write(withoutAgent))
  await scene.startAgent()
  await scene.restart()
  expect(await write(after)).toBe(true)

  await scene.untilEveryCheckHasRunAgain()
  const stored = await scene.db.rows<{ key: string }>(`select key from variables order by created_at`)
  expect(stored.map(({ key }) => key)).toEqual(keys)
})

it('a process that was frozen repeats the run that this spoiled', async () => {
  const before = await scene.runsReturned()
  await target.visited()
  await scene.server.freeze(() => target.forgotten())
  const returned = await eventually('a repeated run', async () => {
    const now = await scene.runsReturned()
    return now > before && now
  })
  expect(returned).toBeGreaterThan(before)
})

it('when the clock of the machine is turned back, checks go on at once, and health says why it is red until it is right again', async () => {
  scene.server.turnClock(-hourMs)
  expect(await scene.untilHealthSays('jumped by -3600 s')).toContain('clock')
  await scene.untilEveryCheckHasRunAgain()
  expect(await scene.untilHealthSays('differ by 3600 s')).toContain('clock')
  scene.server.turnClock(0)
  await scene.untilHealth(200)
})

it('whatever was done, no slot ran twice, no target that was up failed and nobody was alerted', async () => {
  expect(await scene.damage()).toEqual({ slotsRunTwice: [], failuresOfTargetsUp: [], alerts: 0 })
})
