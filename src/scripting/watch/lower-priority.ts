import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { threadsOf } from './process-tree.ts'

const lowest = 19

/** Gives processes the lowest priority, with all their threads. What they start from then on has it as well. */
export function lowerPriority(pids: readonly number[]): void {
  for (const pid of pids) {
    for (const thread of threadsOf(pid)) attempt(() => setPriority(thread, lowest))
    // Where the kernel shares the processor by sessions first, those of the run as well.
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(lowest)))
  }
}

/** A process may have ended, and not every kernel has such groups. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}
