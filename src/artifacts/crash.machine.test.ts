import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { dayMs, hourMs } from '#kernel'
import { aFile, ArtifactScene } from '../../tests/support/artifact-scene.ts'
import { directoryBlobs } from '../../tests/support/blob-stores.ts'
import type { OpenedBlobs } from '../../tests/support/blob-stores.ts'
import { useDatabase } from '../../tests/support/database.ts'
import { TestService } from '../../tests/support/test-service.ts'
import { sweepLeftovers } from './sweep-leftovers.ts'

const database = useDatabase()
let service: TestService
let opened: OpenedBlobs
let scene: ArtifactScene
beforeEach(async () => {
  opened = await directoryBlobs()
  service = new TestService(database.db())
  const { accountId } = await service.account()
  scene = new ArtifactScene(service, { accountId, checkId: await service.check(accountId) }, opened)
})
afterEach(() => opened.close())

const script = join(import.meta.dirname, '../../tests/support/store-and-die.ts')

/** Stores 200 kB in a process that is killed at a step; returns the signal that ended it. */
async function storeAndDie(step: string): Promise<unknown> {
  const values = [database.connectionString(), opened.directory, scene.accountId, step, String(service.clock.now())]
  const child = spawn(process.execPath, [script, ...values], { stdio: ['ignore', 'ignore', 'inherit'] })
  const [, signal] = await once(child, 'exit')
  return signal
}

async function filesBelow(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Has the service do the work of a day. */
async function sweepADay(): Promise<void> {
  service.clock.advance(2 * hourMs + dayMs)
  for (const path of await filesBelow(opened.directory)) await utimes(path, 1, 1)
  await scene.sweep()
  await sweepLeftovers(scene.tools)
}

const steps = ['opened', 'reserved', 'uploading', 'uploaded', 'stored']

it.each(steps)(
  'a process that is killed when an upload is %s leaves nothing that stays, and a quota that is free again',
  async (step) => {
    expect(await storeAndDie(step)).toBe('SIGKILL')
    await sweepADay()
    const rows = await service.db.rows('select stored_bytes, stored_files from artifact_usage where account_id = $1', [
      scene.accountId,
    ])
    expect(rows.every(({ storedBytes, storedFiles }) => storedBytes === 0 && storedFiles === 0)).toBe(true)
    expect(await filesBelow(opened.directory)).toEqual([])
  },
)

it.each(steps)(
  'after a process that was killed when an upload was %s, the same content can be stored at once',
  async (step) => {
    expect(await storeAndDie(step)).toBe('SIGKILL')
    const resultId = await scene.result([aFile(Buffer.alloc(200_000))])
    await sweepADay()
    const kept = await service.db.rows<{ contentId: string }>('select content_id from artifacts where result_id = $1', [
      resultId,
    ])
    expect(await scene.objects()).toEqual(kept.map(({ contentId }) => contentId))
    expect(kept).toHaveLength(1)
  },
)
