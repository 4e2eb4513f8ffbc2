import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayMs, randomId } from '#kernel'
import { insertCodeBundle } from '#storage/checks'
import { anArchive } from '../../../tests/support/an-archive.ts'
import { ArtifactScene } from '../../../tests/support/artifact-scene.ts'
import { directoryBlobs } from '../../../tests/support/blob-stores.ts'
import type { OpenedBlobs } from '../../../tests/support/blob-stores.ts'
import { useDatabase } from '../../../tests/support/database.ts'
import { TestService } from '../../../tests/support/test-service.ts'
import { openBundle } from './open-bundle.ts'
import { storeBundle } from './store-bundle.ts'

const database = useDatabase()
let service: TestService
let blobs: OpenedBlobs
beforeAll(async () => {
  service = new TestService(database.db())
  blobs = await directoryBlobs()
})
afterAll(() => blobs.close())

/** A run that a runner holds, of a new account with a bundle. */
async function aScene() {
  const { accountId } = await service.account()
  const checkId = await service.check(accountId)
  const scene = new ArtifactScene(service, { accountId, checkId }, blobs)
  const archive = anArchive([{ path: 'package.json', content: accountId }])
  const stored = await storeBundle(scene.tools, accountId, Readable.from([archive]))
  if (!('sha256' in stored)) throw new Error(JSON.stringify(stored))
  const nowMs = service.clock.now()
  const made = await service.db.transaction((tx) =>
    insertCodeBundle(tx, {
      accountId,
      id: randomId(),
      ...stored,
      createdAt: new Date(nowMs),
      keptUntil: new Date(nowMs + dayMs),
    }),
  )
  return { tools: scene.tools, archive, bundleId: made?.bundle.id ?? '', lease: await scene.run() }
}

it('gives the bytes of a bundle to the runner that holds a run of its account, and to no other', async () => {
  const [own, other] = [await aScene(), await aScene()]
  const opened = await openBundle(own.tools, own.lease, own.bundleId.toUpperCase())
  if ('problem' in opened) throw new Error(opened.problem)
  expect(await buffer(opened.stream)).toEqual(own.archive)
  expect(opened).toMatchObject({ sizeBytes: own.archive.length, sha256: expect.stringMatching(/^[\da-f]{64}$/) })

  const foreign = await openBundle(own.tools, own.lease, other.bundleId)
  expect(foreign).toEqual({ problem: expect.stringContaining(`no code bundle ${other.bundleId}`) })
  expect(await openBundle(own.tools, own.lease, '../../etc/passwd')).toHaveProperty('problem')
  const lost = { ...own.lease, leaseToken: randomId() }
  expect(await openBundle(own.tools, lost, own.bundleId)).toEqual({ problem: 'The lease of the run has ended.' })
})
