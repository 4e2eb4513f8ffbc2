import { invariant, minuteMs } from '#kernel'
import type { Clock } from '#kernel'
import { WorkProcess } from '#processes'
import type { WorkLimits } from '#processes'
import type { ExamineOrder, Examined } from './examine-program.ts'
import type { BundleFacts } from './inspect-bundle.ts'

const program = new URL('./examine-program.ts', import.meta.url)

/** Many times what the largest archive within the limits of bundles takes. */
const examineLimits: WorkLimits = { timeLimitMs: minuteMs, memoryBytes: 512 * 1024 ** 2 }

/**
 * Inspects an archive in a separate process, so that no archive delays anything else: what it holds, or a sentence
 * about what is wrong with it. Rejects when it could not be read.
 */
export async function examineBundle(
  path: string,
  clock: Clock,
  limits: WorkLimits = examineLimits,
): Promise<BundleFacts | { readonly archiveProblem: string }> {
  const child = new WorkProcess<ExamineOrder, Examined>(clock, program, limits)
  try {
    const examined = await child.work({ path })
    if (examined === null) return { archiveProblem: tooExpensive(limits) }
    invariant(!('broken' in examined), 'broken' in examined ? examined.broken : '')
    return examined
  } finally {
    child.end()
  }
}

const tooExpensive = ({ timeLimitMs, memoryBytes }: WorkLimits): string =>
  `To examine it takes more than ${timeLimitMs / 1000} seconds or ${memoryBytes / 1024 ** 2} MB of memory. Leave out files that the project does not need.`
