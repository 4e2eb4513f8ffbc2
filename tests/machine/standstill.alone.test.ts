import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { freePort } from '../support/free-port.ts'
import { everyTenSeconds, useProcessScene } from '../support/process-scene.ts'
import { startVisitTarget } from '../support/visit-target.ts'
import type { VisitTarget } from '../support/visit-target.ts'

const scene = useProcessScene()
let target: VisitTarget
let downId: string

const visit = (name: string, path: string, assertions: readonly object[] = []): Promise<string> =>
  scene.addCheck('api', {
    name,
    degradedResponseTime: 3_000,
    maxResponseTime: 4_500,
    request: { method: 'GET', url: target.urlOf(path), assertions },
  })

beforeAll(async () => {
  target = await startVisitTarget()
  await Promise.all(Array.from({ length: 12 }, (_, index) => visit(`visit ${index}`, '/')))
  const down = { name: 'down', request: { hostname: '127.0.0.1', port: await freePort() } }
  downId = String((await scene.create('/v1/checks/tcp', { ...everyTenSeconds, ...down }))['id'])
})
afterAll(() => target[Symbol.asyncDispose]())

/** Longer than the checks may take. */
async function longerThanAnyLimit(): Promise<void> {
  await target.forgotten()
  await target.forgotten()
}

async function blame() {
  const { slotsRunTwice, failuresOfTargetsUp } = await scene.damage()
  const alerted = scene.alerts.map(({ body }) => String(Object(JSON.parse(body)).checkId))
  return { slotsRunTwice, failuresOfTargetsUp, alerted }
}
const onlyWhatIsDown = () => ({ slotsRunTwice: [], failuresOfTargetsUp: [], alerted: [downId] })

it('a frozen process repeats the runs it spoiled, fails no healthy target, and alerts the one that is down', async () => {
  for (let times = 0; times < 3; times += 1) {
    const before = await scene.runsReturned()
    await target.visited()
    await scene.server.freeze(longerThanAnyLimit)
    await eventually('repeated runs', async () => (await scene.runsReturned()) > before)
  }
  await eventually('the alert of the target that is down', async () => scene.alerts.length > 0)
  await scene.untilEveryCheckHasRunAgain()
  expect(await blame()).toEqual(onlyWhatIsDown())
  expect(await scene.server.call('GET', '/health')).toMatchObject({ status: 200, body: { reasons: [] } })
})

it('an evaluation process that is stopped leaves its run to another one, and the answer passes', async () => {
  const assertion = { source: 'JSON_BODY', property: '$[0].x[1].y', comparison: 'EQUALS', target: '2' }
  const id = await visit('large', '/large', [assertion])
  const outcomes = (): Promise<{ outcome: string }[]> =>
    scene.db.rows(`select outcome from check_results where check_id = $1`, [id])
  await eventually('a result', async () => (await outcomes()).length > 0)
  const before = await scene.runsReturned('EVALUATION_STALLED')
  // All of them: the one that waits has the next run, and one that works the present run, unless that had its answer already.
  const stopped = await eventually('an evaluation process', async () => evaluationProcesses(scene.server.pid))
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  await eventually('a run of a stopped process', async () => (await scene.runsReturned('EVALUATION_STALLED')) > before)
  const { length } = await outcomes()
  await eventually('another result', async () => (await outcomes()).length > length)
  expect(new Set((await outcomes()).map(({ outcome }) => outcome))).toEqual(new Set(['passed']))
  expect(evaluationProcesses(scene.server.pid)?.some((pid) => !stopped.includes(pid))).toBe(true)
  expect(await blame()).toEqual(onlyWhatIsDown())
})

it('a process that others keep from the processor fails no healthy target', async () => {
  // An ordinary user cannot take it back: this test is the last.
  setPriority(scene.server.pid, 19)
  const busy = `const until = Date.now() + 8000; while (Date.now() < until);`
  const hogs = Array.from({ length: 4 }, () => spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }))
  await Promise.all(hogs.map((hog) => once(hog, 'exit')))
  await scene.untilEveryCheckHasRunAgain()
  expect(await blame()).toEqual(onlyWhatIsDown())
})

/** The process ids of the evaluation processes of the service; null when it has none. */
function evaluationProcesses(parent: number): readonly number[] | null {
  const children = readFileSync(`/proc/${parent}/task/${parent}/children`, 'utf8').trim().split(' ').map(Number)
  const found = children.filter((pid) => commandOf(pid).includes('/src/runner/'))
  return found.length > 0 ? found : null
}

/** Empty when it ended meanwhile. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  } catch {
    return ''
  }
}
