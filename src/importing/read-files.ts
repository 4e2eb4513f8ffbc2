import { AccountTurns } from '#kernel'
import type { Clock } from '#kernel'
import { WorkProcess } from '#processes'
import type { WorkLimits } from '#processes'
import type { ImportChoices, Imported, ImportFile } from './imported.ts'

/** The order of the process that reads. */
export interface ReadOrder {
  readonly source: string
  readonly files: readonly ImportFile[]
  readonly choices: ImportChoices
}

/** The content of a source, or a sentence about files that cannot be imported. */
export type ReadOutcome = Imported | { readonly problem: string }

const program = new URL('./read-program.ts', import.meta.url)

const readLimits: WorkLimits = { timeLimitMs: 30_000, memoryBytes: 768 * 1024 ** 2 }

/** Of this process: as many at once as have room in the memory of a small machine. */
const turns = new AccountTurns(2)

/** Reads files of a source for an account in a separate process, within limits of time and memory. */
export const readFiles = (
  account: string,
  order: ReadOrder,
  clock: Clock,
  limits: WorkLimits = readLimits,
): Promise<ReadOutcome> => turns.run(account, () => readNow(order, clock, limits))

async function readNow(order: ReadOrder, clock: Clock, limits: WorkLimits): Promise<ReadOutcome> {
  const child = new WorkProcess<ReadOrder, ReadOutcome>(clock, program, limits)
  try {
    return (await child.work(order)) ?? { problem: tooExpensive(limits) }
  } finally {
    child.end()
  }
}

const tooExpensive = ({ timeLimitMs, memoryBytes }: WorkLimits): string =>
  `To read these files takes more than ${timeLimitMs / 1000} seconds or ${memoryBytes / 1024 ** 2} MB of memory. Import fewer at once.`
