import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunTask, RunnerPort } from '#contract'
import { minuteMs, randomId } from '#kernel'
import { readCheckResult } from '../support/stored-results.ts'
import { useDatabase } from '../support/database.ts'
import { reportOf, RunnerPortScene } from '../support/runner-ports.ts'
import type { Location } from '../support/runner-ports.ts'

const database = useDatabase()
let scene: RunnerPortScene
beforeAll(async () => {
  scene = await RunnerPortScene.open(database.db())
})
afterAll(() => scene.close())

const ports = {
  'in process': async () => scene.local,
  'over HTTP': async ({ key }: Location) => (await scene.httpPort(key)).port,
} as const satisfies Readonly<Record<string, (location: Location) => Promise<RunnerPort>>>

const leaseOf = ({ id: taskId, leaseToken }: RunTask) => ({ taskId, leaseToken })
const nowMs = () => scene.service.clock.now()
const results = (tasks: readonly RunTask[]) =>
  Promise.all(tasks.map((task) => readCheckResult(database.db(), task.accountId, task.id)))

describe.each(Object.entries(ports))('the port %s', (_name, open) => {
  async function begin(count = 1) {
    const location = await scene.location()
    const port = await open(location)
    await scene.due(location, count)
    const claim = (limit = 10) => {
      const { signal } = new AbortController()
      return port.claim({ runnerId: 'test', locations: [location.queue], limit, waitMs: 0, signal })
    }
    return { location, port, claim }
  }

  it('leases up to the limit, each run once', async () => {
    const { claim } = await begin(3)
    const [first, second, third] = [await claim(2), await claim(2), await claim(2)]
    expect([first.length, second.length, third.length]).toEqual([2, 1, 0])
    expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(3)
    expect(first[0]).toMatchObject({ protocol: 1, checkType: 'TCP', request: { hostname: 'db.example.com' } })
  })

  it('claims of several runners at once share the runs', async () => {
    const { location, claim } = await begin(6)
    const other = await open(location)
    const { signal } = new AbortController()
    const request = { runnerId: 'other', locations: [location.queue], limit: 3, waitMs: 0, signal }
    const claimed = (await Promise.all([claim(3), other.claim(request), claim(3)])).flat()
    const all = [...claimed, ...(await claim(10))]
    expect(new Set(all.map(({ id }) => id)).size).toBe(6)
    expect(all).toHaveLength(6)
  })

  it('settles a report once, however often it is sent', async () => {
    const { port, claim } = await begin()
    const tasks = await claim()
    const reports = tasks.map((task) => reportOf(task, nowMs()))
    await port.report(reports)
    await port.report(reports)
    await port.report(reports)
    expect(await results(tasks)).toMatchObject([
      { outcome: 'failed', resultType: 'FINAL', error: 'ECONNREFUSED: Refused.' },
    ])
    expect(await claim()).toEqual([])
  })

  it('stores a report that quotes characters which the database cannot store', async () => {
    const { port, claim } = await begin()
    const tasks = await claim()
    const detail = { tcpCheckResult: { requestError: 'a\0b', answer: '\ud800' } }
    await port.report(tasks.map((task) => reportOf(task, nowMs(), { detail })))
    expect(await results(tasks)).toMatchObject([{ outcome: 'failed' }])
  })

  it('drops the report of a lease that another runner took over, and stores that of the other', async () => {
    const { location, port, claim } = await begin()
    const lost = await claim()
    scene.service.clock.advance(10 * minuteMs)
    const other = await open(location)
    const { signal } = new AbortController()
    const request = { runnerId: 'other', locations: [location.queue], limit: 10, waitMs: 0, signal }
    const taken = await other.claim(request)
    expect(taken.map(({ id }) => id)).toEqual(lost.map(({ id }) => id))
    await port.report(lost.map((task) => reportOf(task, nowMs())))
    expect(await results(lost)).toEqual([null])
    await other.report(taken.map((task) => reportOf(task, nowMs())))
    expect(await results(lost)).toMatchObject([{ outcome: 'failed' }])
  })

  it('keeps a renewed lease from being claimed by others', async () => {
    const { port, claim } = await begin()
    const tasks = await claim()
    scene.service.clock.advance(40_000)
    await port.renew(tasks.map(leaseOf))
    scene.service.clock.advance(40_000)
    expect(await claim()).toEqual([])
    await port.report(tasks.map((task) => reportOf(task, nowMs())))
    expect(await results(tasks)).toMatchObject([{ outcome: 'failed' }])
  })

  it('returns a run to the queue at once, as the same attempt', async () => {
    const { port, claim } = await begin()
    const [task] = await claim()
    if (task === undefined) throw new Error('nothing was claimed')
    await port.giveBack([{ ...leaseOf(task), reason: 'RUNNER_STOPPED' }])
    expect(await claim()).toMatchObject([{ id: task.id, attempt: 1, returns: 1 }])
  })

  it('stores files of a run, which its result has', async () => {
    const { port, claim } = await begin()
    const [task] = await claim()
    if (task === undefined) throw new Error('nothing was claimed')
    const file = (name: string, size: number) => ({
      name,
      kind: 'file' as const,
      contentType: 'application/octet-stream',
      bytes: new Uint8Array(size).fill(7),
    })
    const kept = await port.storeArtifacts(leaseOf(task), [
      file('a.bin', 3),
      file('big.bin', 450_001),
      file('empty', 0),
    ])
    expect(kept).toMatchObject({
      stored: [
        { name: 'a.bin', sizeBytes: 3 },
        { name: 'big.bin', sizeBytes: 450_001 },
        { name: 'empty', sizeBytes: 0 },
      ],
      problems: [],
    })
    await port.report([reportOf(task, nowMs(), { artifacts: kept.stored })])
    const stored = await database
      .db()
      .rows(`select name, size_bytes from artifacts where result_id = $1 order by name`, [task.id])
    expect(stored).toEqual([
      { name: 'a.bin', sizeBytes: 3 },
      { name: 'big.bin', sizeBytes: 450_001 },
      { name: 'empty', sizeBytes: 0 },
    ])
  })

  it('says why files were not kept when the lease has ended', async () => {
    const { port } = await begin()
    const bytes = new Uint8Array(1)
    const file = { name: 'a.bin', kind: 'file' as const, contentType: 'text/plain', bytes }
    const kept = await port.storeArtifacts({ taskId: randomId(), leaseToken: randomId() }, [file])
    expect(kept.stored).toEqual([])
    expect(kept.problems.join()).toContain('lease')
  })
})
