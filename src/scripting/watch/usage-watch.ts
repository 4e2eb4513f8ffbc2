import { statfs } from 'node:fs/promises'
import type { EndCause, SandboxLimits } from '../sandbox.ts'
import { diskUse } from './disk-use.ts'
import { countInside, firstInside, processTree, proportionalMemory, ticksPerSecond, useOf } from './process-tree.ts'

/** Processes of the wall itself: the program that makes the namespaces, and the first process inside. */
const processesOfWall = 2

/** Of the limit of processor time; and never less than this many seconds. */
const heavyShare = 30
const leastHeavySeconds = 1

export interface Usage {
  readonly peakMemoryBytes: number
  readonly cpuSeconds: number
}

/**
 * How many times as long as a count of what is on disk took the next one waits: the packages of a suite are tens of thousands of
 * files, whose count would otherwise take the processor from the run.
 */
const restShare = 4

/** A run to be watched. */
export interface WatchedTree {
  /** The outermost process. */
  readonly root: number
  readonly directories: readonly string[]
  readonly limits: SandboxLimits
}

/** Samples what one process tree uses, and says which limit that exceeds. */
export class UsageWatch {
  limits: SandboxLimits
  readonly #root: number
  readonly #directories: readonly string[]
  #first: number | null = null
  #peakMemoryBytes = 0
  #cpuTicks = 0
  #tree: readonly number[] = []
  readonly #monotonicMs: () => number
  #rest = { untilMs: 0, leastFreeBytes: 0 }

  constructor({ root, directories, limits }: WatchedTree, monotonicMs = () => performance.now()) {
    this.#root = root
    this.#directories = directories
    this.limits = limits
    this.#monotonicMs = monotonicMs
  }

  get usage(): Usage {
    return { peakMemoryBytes: this.#peakMemoryBytes, cpuSeconds: this.#cpuTicks / ticksPerSecond }
  }

  /** The processes at the last sample, when they had used more processor time than most runs do; else none. */
  get heavyProcesses(): readonly number[] {
    const seconds = Math.max(leastHeavySeconds, this.limits.cpuSeconds / heavyShare)
    return this.#cpuTicks > seconds * ticksPerSecond ? this.#tree : []
  }

  /** The exceeded limit of processes, memory and processor time, or null. */
  sample(): EndCause | null {
    const { processes, memoryBytes, cpuSeconds } = this.limits
    // Counted first, and without reading each of them: there may be more than can be read before there are more again.
    this.#first ??= firstInside(this.#root)
    const inside = this.#first === null ? null : countInside(this.#first)
    if (inside !== null && inside + 1 - processesOfWall > processes) return 'processes'
    const tree = processTree(this.#root, processes + processesOfWall)
    if (tree.length - processesOfWall > processes) return 'processes'
    return this.#sampleUse(tree, memoryBytes, cpuSeconds)
  }

  /** The exceeded limit of what is on disk, or null. Rests after long counts, unless so much has been written that it may be over. */
  async sampleDisk(): Promise<EndCause | null> {
    const freeBytes = await freeBytesOf(this.#directories[0])
    if (freeBytes < reserveBytes) return 'disk'
    const beganMs = this.#monotonicMs()
    if (beganMs < this.#rest.untilMs && freeBytes > this.#rest.leastFreeBytes) return null
    const { diskBytes, fileCount } = this.limits
    const processes = processTree(this.#root, this.limits.processes + processesOfWall)
    const used = await diskUse(this.#directories, processes, { bytes: diskBytes, files: fileCount })
    const endedMs = this.#monotonicMs()
    const untilMs = endedMs + restShare * (endedMs - beganMs)
    this.#rest = { untilMs, leastFreeBytes: freeBytes - (diskBytes - used.bytes) }
    if (used.bytes > diskBytes) return 'disk'
    return used.files > fileCount ? 'files' : null
  }

  #sampleUse(tree: readonly number[], mostMemory: number, cpuSeconds: number): EndCause | null {
    this.#tree = tree
    const uses = tree.flatMap((pid) => useOf(pid) ?? [])
    const memoryBytes = memoryOf(uses, mostMemory)
    this.#peakMemoryBytes = Math.max(this.#peakMemoryBytes, memoryBytes)
    this.#cpuTicks = Math.max(
      this.#cpuTicks,
      uses.reduce((sum, use) => sum + use.cpuTicks, 0),
    )
    if (memoryBytes > mostMemory) return 'memory'
    return this.#cpuTicks > cpuSeconds * ticksPerSecond ? 'cpu time' : null
  }
}

/** Pages shared after a fork count several times in the quick sum, so a sum beyond the limit is verified. */
function memoryOf(uses: readonly { pid: number; memoryBytes: number }[], most: number): number {
  const quick = uses.reduce((sum, use) => sum + use.memoryBytes, 0)
  if (quick <= most) return quick
  return uses.reduce((sum, use) => sum + (proportionalMemory(use.pid) ?? use.memoryBytes), 0)
}

/** Kept free for the service, whose database is most likely on the same disk. */
const reserveBytes = 128 * 1024 * 1024

async function freeBytesOf(directory: string | undefined): Promise<number> {
  const disk = directory === undefined ? null : await statfs(directory).catch(() => null)
  return disk === null ? Number.POSITIVE_INFINITY : disk.bavail * disk.bsize
}
