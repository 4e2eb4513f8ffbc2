import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { endTree } from './end-tree.ts'
import { Watcher } from './watcher.ts'

const limits = {
  wallMs: 60_000,
  cpuSeconds: 1000,
  memoryBytes: 2 ** 30,
  processes: 100,
  openFiles: 100,
  diskBytes: 2 ** 30,
  fileCount: 100,
  outputBytes: 1000,
}

const textOf = (file: string): string => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** The processes of watchers that this process started. */
const watchers = (): string[] =>
  readdirSync('/proc').filter(
    (pid) =>
      textOf(`/proc/${pid}/cmdline`).includes('watcher-program.ts') &&
      textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ')[1] === String(process.pid),
  )

it.runIf(process.platform === 'linux')(
  'a watcher without runs ends its process, and starts another for the next run',
  async () => {
    const others = new Set(watchers())
    const own = (): string[] => watchers().filter((pid) => !others.has(pid))
    const watcher = new Watcher({ idleMs: 50 })
    // Its first process ends with the one below it, as the program of a wall does.
    const run = spawn('/bin/sh', ['-c', 'sleep 1000; true'])
    const tree = { root: Number(run.pid), directories: [], limits }
    try {
      const seen = new Set<string>()
      for (let round = 0; round < 2; round += 1) {
        const watch = watcher.watch(tree, () => {})
        await expect.poll(own).toHaveLength(1)
        own().forEach((pid) => seen.add(pid))
        expect((await watch.finish()).cause).toBeNull()
        await expect.poll(own).toEqual([])
      }
      expect(seen.size).toBe(2)
      const exceeded = Promise.withResolvers<unknown>()
      const watch = watcher.watch({ ...tree, limits: { ...limits, memoryBytes: 1 } }, exceeded.resolve)
      expect(await exceeded.promise).toBe('memory')
      if (run.exitCode === null && run.signalCode === null) await once(run, 'exit')
      expect((await watch.finish()).cause).toBe('memory')
    } finally {
      await endTree(run)
      watcher.close()
    }
  },
)
