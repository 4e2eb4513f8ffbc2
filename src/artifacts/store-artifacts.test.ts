import { once } from 'node:events'
import { mkdir, readdir, symlink, truncate, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxArtifactBytes } from '#contract'
import { dayMs, hourMs, randomId } from '#kernel'
import { preparePartitions, dropPartitionsBefore } from '#storage/database'
import { listArtifacts } from '#storage/runs'
import { aFile, ArtifactScene } from '../../tests/support/artifact-scene.ts'
import { blobStores, directoryBlobs, s3Blobs } from '../../tests/support/blob-stores.ts'
import type { OpenedBlobs } from '../../tests/support/blob-stores.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { TestService } from '../../tests/support/test-service.ts'
import { storeContent } from './store-content.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const database = useDatabase()
let service: TestService
let opened: OpenedBlobs
let scene: ArtifactScene
beforeEach(() => {
  service = new TestService(database.db())
})
afterEach(async () => {
  // Other tests of this file share the database.
  await database.db().rows('truncate artifacts, artifact_contents, artifact_usage')
  await opened.close()
})

async function setUp(make: () => Promise<OpenedBlobs>): Promise<ArtifactScene> {
  opened = await make()
  const { accountId } = await service.account()
  const checkId = await service.check(accountId)
  scene = new ArtifactScene(service, { accountId, checkId }, opened)
  return scene
}

const filesOf = (resultId: string) => listArtifacts(service.db, scene.accountId, resultId)
async function usage(): Promise<{ storedBytes: number; storedFiles: number }> {
  const rows = await service.db.rows<{ storedBytes: number; storedFiles: number }>(
    'select stored_bytes, stored_files from artifact_usage where account_id = $1',
    [scene.accountId],
  )
  return rows[0] ?? { storedBytes: 0, storedFiles: 0 }
}

describe.each(blobStores)('files of runs in %s', (_name, make) => {
  beforeEach(() => setUp(make))

  it('become files of the result when the report is accepted, and not before', async () => {
    const lease = await scene.run()
    const { stored, problems } = await scene.store(lease, [aFile('one'), aFile('two', { name: 'a/run.png' })])
    expect(problems).toEqual([])
    expect(await filesOf(lease.taskId)).toEqual([])
    expect(await scene.report(lease, stored)).toBe(true)
    expect(await filesOf(lease.taskId)).toMatchObject([
      { name: 'trace.zip', kind: 'trace', contentType: 'application/zip', sizeBytes: 3, isOfPassedRun: true },
      { name: 'a/run.png', sizeBytes: 3 },
    ])
  })

  it('are added once, however often the report arrives', async () => {
    const lease = await scene.run()
    const { stored } = await scene.store(lease, [aFile('one')])
    expect(await Promise.all([1, 2, 3].map(() => scene.report(lease, stored)))).toEqual(
      expect.arrayContaining([true, false]),
    )
    expect(await filesOf(lease.taskId)).toHaveLength(1)
  })

  it('of a report that was not accepted are deleted when nothing can refer to them any more', async () => {
    const lease = await scene.run()
    const { stored } = await scene.store(lease, [aFile('lost')])
    expect(await scene.report({ ...lease, leaseToken: randomId() }, stored)).toBe(false)
    await scene.sweep()
    expect(await scene.objects()).toHaveLength(1)
    service.clock.advance(2 * hourMs)
    await scene.sweep()
    expect([await scene.objects(), await usage()]).toEqual([[], { storedBytes: 0, storedFiles: 0 }])
    expect(await scene.report(lease, stored)).toBe(true)
    expect(await filesOf(lease.taskId)).toEqual([])
  })

  it('with the same content are stored once in an account, also when they arrive at the same time', async () => {
    const leases = await Promise.all(Array.from({ length: 8 }, () => scene.run()))
    const runs = leases.map(async (lease) => ({ lease, ...(await scene.store(lease, [aFile('the same')])) }))
    await Promise.all((await Promise.all(runs)).map(({ lease, stored }) => scene.report(lease, stored)))
    await scene.sweep()
    expect([await scene.objects(), await usage()]).toEqual([[expect.any(String)], { storedBytes: 8, storedFiles: 1 }])
    for (const { taskId } of leases) expect(await filesOf(taskId)).toHaveLength(1)
    const first = scene
    const { accountId } = await service.account()
    const other = new ArtifactScene(service, { accountId, checkId: await service.check(accountId) }, opened)
    await other.result([aFile('the same')])
    expect(await first.objects()).toHaveLength(2)
  })

  it('are deleted with the day of the last result that has them', async () => {
    const start = service.clock.now()
    await service.db.transaction((tx) => preparePartitions(tx, start, 3))
    await scene.result([aFile('only the first day')])
    await scene.result([aFile('both days')])
    service.clock.advance(dayMs)
    const second = await scene.result([aFile('both days')])
    service.clock.advance(dayMs)
    const drop = async (beforeMs: number): Promise<void> => {
      await dropPartitionsBefore(service.db, { resultsBeforeMs: beforeMs, rollupsBeforeMs: 0, auditBeforeMs: 0 })
      await scene.sweep(beforeMs)
    }
    const firstDayEnd = Math.floor(start / dayMs) * dayMs + dayMs
    await drop(firstDayEnd)
    expect([(await scene.objects()).length, await usage()]).toEqual([1, { storedBytes: 9, storedFiles: 1 }])
    expect(await filesOf(second)).toHaveLength(1)
    await drop(firstDayEnd + dayMs)
    expect([await scene.objects(), await filesOf(second)]).toEqual([[], []])
  })

  it('of passed runs make room for new ones, the oldest first; files of failed runs stay', async () => {
    scene.tools = { ...scene.tools, quotaBytes: 30 }
    const failed = await scene.result([aFile('f'.repeat(10))], 'failed')
    service.clock.advance(1000)
    const oldest = await scene.result([aFile('o'.repeat(10))])
    service.clock.advance(1000)
    const newer = await scene.result([aFile('n'.repeat(10))])
    service.clock.advance(3 * hourMs)
    const latest = await scene.result([aFile('l'.repeat(10))])
    const left = await Promise.all([failed, oldest, newer, latest].map(async (id) => (await filesOf(id)).length))
    expect(left).toEqual([1, 0, 1, 1])
    expect(await usage()).toEqual({ storedBytes: 30, storedFiles: 3 })
    await scene.sweep()
    expect(await scene.objects()).toHaveLength(3)
  })

  it('above the quota are refused with a line for the log when nothing can make room, and nothing is deleted', async () => {
    scene.tools = { ...scene.tools, quotaBytes: 30 }
    await scene.result([aFile('f'.repeat(20))], 'failed')
    const passed = await scene.result([aFile('p'.repeat(10))])
    service.clock.advance(3 * hourMs)
    const refused = await scene.store(await scene.run(), [aFile('x'.repeat(25)), aFile('y'.repeat(31))])
    expect(refused).toEqual({
      stored: [],
      problems: [expect.stringContaining('no older file of a passed run'), expect.stringContaining('trace (2).zip')],
    })
    expect(await filesOf(passed)).toHaveLength(1)
    expect((await usage()).storedBytes).toBe(30)
  })

  it('hold the quota when many arrive at once', async () => {
    scene.tools = { ...scene.tools, quotaBytes: 50 }
    const leases = await Promise.all(Array.from({ length: 8 }, () => scene.run()))
    const results = await Promise.all(
      leases.map((lease, index) => scene.store(lease, [aFile(String(index).repeat(10))])),
    )
    expect(results.flatMap(({ stored }) => stored)).toHaveLength(5)
    expect(await usage()).toEqual({ storedBytes: 50, storedFiles: 5 })
  })

  it('of a lease that was lost are not stored', async () => {
    const { taskId } = await scene.run()
    const refused = await scene.store({ taskId, leaseToken: randomId() }, [aFile('x')])
    expect(refused.problems).toEqual([expect.stringContaining('lease has ended')])
    expect(await scene.objects()).toEqual([])
  })

  it('that no row knows are deleted after a day, as those that a restored database does not have', async () => {
    await scene.result([aFile('known')])
    await scene.result([aFile('forgotten')])
    await service.db.rows(`delete from artifact_contents where size_bytes = 9`)
    expect(await sweepLeftovers(scene.tools)).toBe(0)
    service.clock.advance(dayMs + 1000)
    expect(await sweepLeftovers(scene.tools)).toBe(1)
    expect(await scene.objects()).toHaveLength(1)
  })
})

describe('files that a run names', () => {
  beforeEach(() => setUp(directoryBlobs))

  const attempt = async (path: string, within?: string): Promise<string[]> => {
    const bytes = within === undefined ? { path } : { path, within }
    return [...(await scene.store(await scene.run(), [aFile('', { bytes })])).problems]
  }

  it('are read from the directory of the run only, whatever links lead out of it', async () => {
    const work = join(opened.directory, 'work')
    await mkdir(join(work, 'results'), { recursive: true })
    await writeFile(join(opened.directory, 'secret'), 'a secret of the host')
    await writeFile(join(work, 'results', 'trace.zip'), 'a trace')
    await symlink(join(opened.directory, 'secret'), join(work, 'link'))
    await symlink(opened.directory, join(work, 'up'))
    const socket = createServer().listen(join(work, 'socket'))
    await once(socket, 'listening')
    expect(await attempt(join(work, 'results', 'trace.zip'), work)).toEqual([])
    expect(await attempt(join(work, 'link'), work)).toEqual([expect.stringContaining('cannot be read (ELOOP)')])
    expect(await attempt(join(work, 'up', 'secret'), work)).toEqual([expect.stringContaining('outside')])
    expect(await attempt(join(work, '..', 'secret'), work)).toEqual([expect.stringContaining('outside')])
    expect(await attempt(join(work, 'socket'), work)).toEqual([expect.stringContaining('cannot be read')])
    socket.close()
    expect(await attempt(join(work, 'results'), work)).toEqual([expect.stringContaining('not a regular file')])
    expect(await attempt(join(work, 'none'), work)).toEqual([expect.stringContaining('ENOENT')])
    expect(await scene.objects()).toHaveLength(1)
  })

  it('are at most 150 MB, also when a sparse file takes no space', async () => {
    const path = join(opened.directory, 'sparse')
    await writeFile(path, '')
    await truncate(path, maxArtifactBytes + 1)
    expect(await attempt(path)).toEqual([expect.stringContaining('larger than 150 MB')])
  })

  it('that arrive as a stream leave nothing on this machine, complete or cut off', async () => {
    const half = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('half')
      throw new Error('the connection ended')
    }
    const whole = async function* (): AsyncGenerator<Uint8Array> {
      yield Buffer.from('wh')
      yield Buffer.from('ole')
    }
    expect(await storeContent(scene.tools, scene.accountId, { stream: half() })).toEqual({
      problem: 'it could not be read.',
    })
    expect(await storeContent(scene.tools, scene.accountId, { stream: whole() })).toMatchObject({ sizeBytes: 5 })
    expect(await readdir(scene.tools.spoolDirectory)).toEqual([])
    expect(await scene.objects()).toHaveLength(1)
  })
})

it('a store that is away costs the files, says so, and is found by health until it works again', async () => {
  await setUp(s3Blobs)
  const { server } = opened
  if (server) server.failWith = 503
  const result = await scene.store(await scene.run(), [aFile('x')])
  expect(result).toEqual({ stored: [], problems: [expect.stringContaining('the artifact store did not take it')] })
  expect(scene.tools.health.problem).toBe('unreachable')
  expect(await usage()).toEqual({ storedBytes: 0, storedFiles: 0 })
  if (server) server.failWith = null
  expect((await scene.store(await scene.run(), [aFile('x')])).stored).toHaveLength(1)
  expect(scene.tools.health.problem).toBeNull()
})
