import { statfs } from 'node:fs/promises'
import { diskUse } from './disk-use.ts'
import { processTree, proportionalMemory, ticksPerSecond, useOf } from './process-tree.ts'
import type { EndCause, SandboxLimits } from './sandbox.ts'

const sampleMs = 100
const diskSampleMs = 500
/** Processes of the wall itself: the program that makes the namespaces, and the first process inside. */
const processesOfWall = 2

export interface Usage {
  readonly peakMemoryBytes: number
  readonly cpuSeconds: number
}

/** Watches what a process tree uses, and calls `onExceeded` once when that is more than its limits. */
export class UsageWatch {
  limits: SandboxLimits
  readonly #root: number
  readonly #directories: readonly string[]
  readonly #onExceeded: (cause: EndCause) => void
  readonly #timers: NodeJS.Timeout[]
  #peakMemoryBytes = 0
  #cpuTicks = 0
  #isReadingDisk = false

  constructor(
    root: number,
    directories: readonly string[],
    limits: SandboxLimits,
    onExceeded: (cause: EndCause) => void,
  ) {
    this.#root = root
    this.#directories = directories
    this.limits = limits
    this.#onExceeded = onExceeded
    this.#timers = [
      setInterval(() => this.sample(), sampleMs),
      setInterval(() => void this.#sampleDisk(), diskSampleMs),
    ]
  }

  get usage(): Usage {
    return { peakMemoryBytes: this.#peakMemoryBytes, cpuSeconds: this.#cpuTicks / ticksPerSecond }
  }

  stop(): void {
    for (const timer of this.#timers) clearInterval(timer)
  }

  sample(): void {
    const uses = processTree(this.#root).flatMap((pid) => useOf(pid) ?? [])
    const memoryBytes = this.#memoryOf(uses)
    this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, memoryBytes)
    this.#cpuTicks = Math.max(
      this.#cpuTicks,
      uses.reduce((sum, use) => sum + use.cpuTicks, 0),
    )
    if (memoryBytes > this.limits.memoryBytes) this.#onExceeded('memory')
    else if (uses.length - processesOfWall > this.limits.processes) this.#onExceeded('processes')
    else if (this.#cpuTicks > this.limits.cpuSeconds * ticksPerSecond) this.#onExceeded('cpu time')
  }

  /** Pages shared after a fork count several times in the quick sum, so a sum beyond the limit is verified. */
  #memoryOf(uses: readonly { pid: number; memoryBytes: number }[]): number {
    const quick = uses.reduce((sum, use) => sum + use.memoryBytes, 0)
    if (quick <= this.limits.memoryBytes) return quick
    return uses.reduce((sum, use) => sum + (proportionalMemory(use.pid) ?? use.memoryBytes), 0)
  }

  async #sampleDisk(): Promise<void> {
    if (this.#isReadingDisk) return
    this.#isReadingDisk = true
    const { diskBytes, fileCount } = this.limits
    const used = await diskUse(this.#directories, processTree(this.#root), { bytes: diskBytes, files: fileCount })
    const isFull = await isNearlyFull(this.#directories[0])
    this.#isReadingDisk = false
    if (used.bytes > diskBytes || isFull) this.#onExceeded('disk')
    else if (used.files > fileCount) this.#onExceeded('files')
  }
}

/** Kept free for the service, whose database is most likely on the same disk. */
const reserveBytes = 128 * 1024 * 1024

async function isNearlyFull(directory: string | undefined): Promise<boolean> {
  const disk = directory === undefined ? null : await statfs(directory).catch(() => null)
  return disk !== null && disk.bavail * disk.bsize < reserveBytes
}
