import { unmapProgram } from './unmap-program.ts'
import type { Advise } from './unmap-program.ts'

const examineEveryMs = 30_000
/** A process that works more of its time keeps what it has. Waiting for a processor of a busy machine is no work. */
const idleShare = 0.05
/** Growth from which the work is worth it again, in bytes. */
const leastGrowth = 16 * 1024 ** 2

interface Machine {
  /** Resident bytes of this process. */
  readonly residentBytes: () => number
  /** Gives back everything that can be. */
  readonly giveBack: () => Promise<void>
}

/**
 * Gives memory back to the system while this process is idle: what loading the service left free in the heaps is not
 * returned otherwise. Costs 0.1 to 0.2 seconds once, and again only after the process has grown.
 */
export class SpareMemory {
  readonly #machine: Machine
  #leastBytes = Number.POSITIVE_INFINITY
  #last = usedSoFar()

  constructor(machine: Machine = thisProcess) {
    this.#machine = machine
  }

  /** Examines regularly until the signal aborts. */
  start(signal: AbortSignal): void {
    const timer = setInterval(() => void this.examine(), examineEveryMs).unref()
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
  }

  /** Returns whether memory was given back. */
  async examine(): Promise<boolean> {
    const now = usedSoFar()
    const share = (now.cpuMs - this.#last.cpuMs) / (now.atMs - this.#last.atMs)
    this.#last = now
    const hasGrown = this.#machine.residentBytes() > this.#leastBytes + leastGrowth
    if (share > idleShare || !(hasGrown || this.#leastBytes === Number.POSITIVE_INFINITY)) return false
    await this.#machine.giveBack()
    this.#leastBytes = this.#machine.residentBytes()
    return true
  }
}

/** Processor time of all threads, and when it was read. */
function usedSoFar(): { readonly cpuMs: number; readonly atMs: number } {
  const { user, system } = process.cpuUsage()
  return { cpuMs: (user + system) / 1000, atMs: performance.now() }
}

const thisProcess: Machine = {
  residentBytes: () => process.memoryUsage.rss(),
  giveBack: async () => {
    // There only with --expose-gc, which bin/node-flags.json has.
    globalThis.gc?.({ type: 'major', flavor: 'last-resort' })
    giveBackToSystem ??= await findSystemCalls()
    giveBackToSystem()
  },
}

let giveBackToSystem: (() => void) | undefined

/** `malloc_trim` of glibc and `madvise` of Linux; others have none, and some machines cannot load libraries. */
const findSystemCalls = (): Promise<() => void> =>
  import('koffi')
    .then(({ default: koffi }) => {
      const libc = koffi.load('libc.so.6')
      const trim: (padding: number) => number = libc.func('int malloc_trim(size_t)')
      const advise: Advise = libc.func('int madvise(uintptr_t, size_t, int)')
      return () => {
        trim(0)
        unmapProgram(advise)
      }
    })
    .catch(() => () => {})
