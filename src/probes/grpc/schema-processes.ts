import { fork } from 'node:child_process'
import type { Deadline } from '#egress'
import { FairQueue } from '#kernel'
import { doSchemaWork } from './schema-work.ts'
import type { SchemaDone, SchemaWork } from './schema-work.ts'

const script = new URL('./schema-worker.ts', import.meta.url)
const processesAtOnce = 2
const memoryMegabytes = 256
/** Work on so many bytes takes a few milliseconds at most. */
const bytesOnThread = 32 * 1024

/** A failure: `why` says whether the time was over, or the process failed. */
export type SchemaResult = SchemaDone | { readonly kind: 'ended'; readonly why: 'time' | 'memory' | 'system' }

const waiting = new FairQueue<() => void>()
let active = 0

/**
 * Does the work: on this thread when it is small, else in a separate process, of which there are two at once; accounts
 * take turns. A parser of proto text is never run on the thread, because its time grows with the square of a message's
 * fields. Never rejects; ends by the deadline.
 */
export async function workOnSchema(work: SchemaWork, accountId: string, deadline: Deadline): Promise<SchemaResult> {
  if (work.kind !== 'describe' && sizeOf(work) <= bytesOnThread) return doSchemaWork(work)
  if (!(await enter(accountId, deadline))) return { kind: 'ended', why: 'time' }
  try {
    return await workInProcess(work, deadline)
  } finally {
    active -= 1
    waiting.take()?.()
  }
}

function sizeOf(work: SchemaWork): number {
  if (work.kind === 'describe') return work.text.length
  const own = work.kind === 'encode' ? work.message.length : lengthOf(work.messages)
  return own + lengthOf(work.files)
}

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, part) => sum + part.length, 0)

function enter(accountId: string, deadline: Deadline): Promise<boolean> {
  if (deadline.failure) return Promise.resolve(false)
  if (active < processesAtOnce) {
    active += 1
    return Promise.resolve(true)
  }
  return new Promise((resolve) => {
    const proceed = (): void => {
      stop()
      active += 1
      resolve(true)
    }
    const stop = deadline.onExpire(() => {
      waiting.delete(accountId, proceed)
      resolve(false)
    })
    waiting.add(accountId, proceed)
  })
}

function workInProcess(work: SchemaWork, deadline: Deadline): Promise<SchemaResult> {
  return new Promise((resolve) => {
    if (deadline.failure) return resolve({ kind: 'ended', why: 'time' })
    const child = start()
    if (child === null) return resolve({ kind: 'ended', why: 'system' })
    const finish = (result: SchemaResult): void => {
      stop()
      child.kill('SIGKILL')
      resolve(result)
    }
    const stop = deadline.onExpire(() => finish({ kind: 'ended', why: 'time' }))
    child.on('error', () => finish({ kind: 'ended', why: 'system' }))
    child.on('exit', (_code, signal) => finish({ kind: 'ended', why: signal === null ? 'system' : 'memory' }))
    child.on('message', (message) => finish(asDone(message)))
    if (child.connected) child.send(work, () => {})
  })
}

/** Never throws: the system may be unable to start another process. */
function start(): ReturnType<typeof fork> | null {
  try {
    return fork(script, [], {
      execArgv: [`--max-old-space-size=${memoryMegabytes}`, '--max-semi-space-size=8'],
      // Compiled code of the service: each piece of work starts such a process.
      env: { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] },
      serialization: 'advanced',
      detached: true,
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
  } catch {
    return null
  }
}

/** The message of the process. */
const asDone = (message: unknown): SchemaDone => message as SchemaDone
