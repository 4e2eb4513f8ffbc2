import { readFileSync, readlinkSync } from 'node:fs'

/** A stretch of the address space of this process, in bytes. */
interface Stretch {
  readonly from: bigint
  readonly length: bigint
}

const head = /^([\da-f]+)-([\da-f]+) (\S+) \S+ \S+ \d+ +(.*)$/

/**
 * Where a program is mapped from its file alone, by the text of `/proc/self/smaps` (proc_pid_smaps(5)): what may not be
 * written and has no separate page is the same when it is read from the file again.
 */
export function unchangedStretches(smaps: string, program: string): Stretch[] {
  const stretches: Stretch[] = []
  let current: Stretch | null = null
  for (const line of smaps.split('\n')) {
    const [, from, to, permissions, path] = head.exec(line) ?? []
    if (from !== undefined && to !== undefined) {
      const isCandidate = path === program && permissions?.includes('w') === false
      const start = BigInt(`0x${from}`)
      current = isCandidate ? { from: start, length: BigInt(`0x${to}`) - start } : null
    } else if (current !== null && line === 'Anonymous:             0 kB') stretches.push(current)
  }
  return stretches
}

/** `madvise` of Linux: madvise(2). */
export type Advise = (address: bigint, length: bigint, advice: number) => number
const dontNeed = 4

/**
 * Drops the pages of the program itself from this process. They stay in the cache of the system, from which those that an
 * idle process still uses, a fifth, come back when they are touched.
 */
export function unmapProgram(advise: Advise): void {
  const stretches = unchangedStretches(readFileSync('/proc/self/smaps', 'utf8'), readlinkSync('/proc/self/exe'))
  for (const { from, length } of stretches) advise(from, length, dontNeed)
}
