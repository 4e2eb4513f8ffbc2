import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, expect, it } from 'vitest'
import { UsageWatch } from './usage-watch.ts'

const mebibyte = 2 ** 20

/** A directory whose first count took a second, by a clock that only the test moves then. */
async function slowDisk(limits: { readonly diskBytes: number; readonly fileCount: number }) {
  const directory = mkdtempSync(join(tmpdir(), 'belfry-watch-'))
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }))
  let [nowMs, stepMs] = [0, 1000]
  const others = { wallMs: 1, cpuSeconds: 1, memoryBytes: 1, processes: 1, openFiles: 1, outputBytes: 1 }
  const tree = { root: process.pid, directories: [directory], limits: { ...others, ...limits } }
  const watch = new UsageWatch(tree, () => (nowMs += stepMs))
  expect(await watch.sampleDisk()).toBe(null)
  stepMs = 0
  const write = (name: string, bytes: number): void => writeFileSync(join(directory, name), Buffer.alloc(bytes, 'x'))
  return { watch, write, turn: (ms: number) => void (nowMs += ms) }
}

it('rests four times as long as a count of the disk took', async () => {
  const { watch, write, turn } = await slowDisk({ diskBytes: Number.MAX_SAFE_INTEGER, fileCount: 0 })
  write('one', 1)
  expect(await watch.sampleDisk()).toBe(null)
  turn(4000)
  expect(await watch.sampleDisk()).toBe('files')
})

it('counts at once when so much has been written meanwhile that the run may have exceeded its limit', async () => {
  const { watch, write } = await slowDisk({ diskBytes: 8 * mebibyte, fileCount: 1000 })
  let written = 0
  const writeMore = () => {
    write(String((written += 1)), 16 * mebibyte)
    return watch.sampleDisk()
  }
  await expect.poll(writeMore).toBe('disk')
})
