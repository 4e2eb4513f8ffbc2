import { expect, test } from 'vitest'
import { minuteMs } from '#kernel'
import { useDatabase } from '../../../tests/support/database.ts'
import { HandRunner } from '../../../tests/support/hand-runner.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { enqueueDueRuns } from '../queue/enqueue-due-runs.ts'

const database = useDatabase()

async function scene(fields: object) {
  const service = new TestService(database.db())
  const { account, send } = await service.owner()
  const runner = new HandRunner(service.store, service.clock)
  const locations = ['eu-west-1', 'us-east-1']
  const checkId = await service.check(account.accountId, { frequency: 1, retryStrategy: null, locations, ...fields })
  const tick = async () => {
    service.clock.advance(minuteMs)
    await enqueueDueRuns(service.store, service.clock.now(), 100)
    const tasks = (await runner.claim()).filter((task) => task.checkId === checkId)
    return { tasks, in: (location: string) => tasks.filter((task) => task.location === location) }
  }
  return { runner, tick, send, checkId }
}

const rollingResponseTime = { statistic: 'MEAN', runs: 3, degradedResponseTime: 500 }

test('a run is given the response times before it in its location, the newest first, without failures', async () => {
  const { runner, tick } = await scene({ rollingResponseTime, runParallel: true })
  for (const [here, there] of [
    [100, 1],
    [200, 2],
    [300, 3],
  ] as const) {
    const run = await tick()
    await runner.settle(run.in('eu-west-1'), 'passed', here)
    await runner.settle(run.in('us-east-1'), 'passed', there)
  }
  const failing = await tick()
  await runner.settle(failing.tasks, 'failed', 9_000)
  const { tasks } = await tick()
  expect(
    tasks.map(({ location, limits, recentResponseTimes }) => [location, limits.rolling, recentResponseTimes]),
  ).toEqual(
    expect.arrayContaining([
      ['eu-west-1', rollingResponseTime, [300, 200]],
      ['us-east-1', rollingResponseTime, [3, 2]],
    ]),
  )
})

test('nothing is read for a check without such a limit, and the check lacks the field', async () => {
  const { tick, send, checkId } = await scene({})
  const [task] = (await tick()).tasks
  expect(task).not.toHaveProperty('recentResponseTimes')
  expect(task?.limits).not.toHaveProperty('rolling')
  expect((await send('GET', `/v1/checks/${checkId}`)).body).not.toHaveProperty('rollingResponseTime')
  const set = await send('PUT', `/v1/checks/tcp/${checkId}`, { rollingResponseTime })
  expect(set.body).toMatchObject({ rollingResponseTime })
  const wrong = { rollingResponseTime: { ...rollingResponseTime, runs: 51 } }
  expect(await send('PUT', `/v1/checks/tcp/${checkId}`, wrong)).toMatchObject({ status: 400 })
})
