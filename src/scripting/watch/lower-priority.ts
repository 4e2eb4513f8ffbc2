import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { threadsOf } from './process-tree.ts'

/** Of a tenth of the weight that other runs have, so that they still advance on a busy machine. */
const low = 15

/** Gives processes a much lower priority than other runs have, with all their threads. What they start from then on has it as well. */
export function lowerPriority(pids: readonly number[]): void {
  for (const pid of pids) {
    for (const thread of threadsOf(pid)) attempt(() => setPriority(thread, low))
    // Where the kernel shares the processor by sessions first, those of the run as well.
    attempt(() => writeFileSync(`/proc/${pid}/autogroup`, String(low)))
  }
}

/** The process may have ended, and not every kernel has such groups. */
function attempt(step: () => void): void {
  try {
    step()
  } catch {}
}
