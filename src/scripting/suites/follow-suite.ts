import path from 'node:path'
import type { SandboxedProcess } from '../sandbox.ts'
import type { CachedDependencies } from './cached-dependencies.ts'
import type { SuiteJob, SuiteMessage } from './messages.ts'
import { readMessage } from './read-message.ts'
import type { StageTimes } from './stage-times.ts'
import { SuiteLog } from './suite-log.ts'

/** The outcome of a suite, from its messages. */
export interface FollowedSuite {
  readonly code: number | null
  readonly problem: string | null
  readonly needs: string | null
  /** Whether it said that it has ended, rather than being ended. */
  readonly hasEnded: boolean
  /** Whether it was ended for writing too much. */
  readonly isFlooding: boolean
}

interface FollowTools {
  readonly note: (level: 'INFO' | 'ERROR', text: string) => void
  readonly times: StageTimes
  readonly dependencies: CachedDependencies
}

/** Beyond those of its log; a suite needs less than twenty. */
const maxMessages = 1_000

/** Gives the process its job, answers its questions and reads until it says that it has ended, or is ended. */
export async function followSuite(
  started: SandboxedProcess,
  job: SuiteJob,
  { note, times, dependencies }: FollowTools,
): Promise<FollowedSuite> {
  let followed: FollowedSuite = { code: null, problem: null, needs: null, hasEnded: false, isFlooding: false }
  const endFlood = (): void => {
    followed = { ...followed, isFlooding: true }
    void started.stop()
  }
  const log = new SuiteLog(note, endFlood)
  let others = 0
  for await (const message of started.messages) {
    const read = readMessage(message)
    if (read.kind !== 'log' && (others += 1) > maxMessages) endFlood()
    if (followed.isFlooding) break
    show(read, log, times)
    if (read.kind === 'ready') started.send(job)
    if (read.kind === 'problem') followed = { ...followed, problem: read.text }
    if (read.kind === 'needs') return { ...followed, needs: read.tool }
    if (read.kind === 'end') return { ...followed, code: read.code, hasEnded: true }
    await answer(read, started, dependencies)
  }
  return followed
}

function show(read: SuiteMessage, log: SuiteLog, times: StageTimes): void {
  if (read.kind === 'stage') times.enter(read.stage)
  if (read.kind === 'log') log.write(read.level, read.text)
}

async function answer(read: SuiteMessage, started: SandboxedProcess, dependencies: CachedDependencies): Promise<void> {
  if (read.kind === 'key') started.send({ archive: await dependencies.find(read.key) })
  if (read.kind === 'damaged') {
    await dependencies.removeDamaged()
    started.send({})
  }
  if (read.kind === 'dependencies') {
    await dependencies.take(path.join(started.directory, read.name))
    started.send({})
  }
}
