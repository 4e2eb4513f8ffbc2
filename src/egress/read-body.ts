import type { Readable } from 'node:stream'
import type { Deadline } from './deadline.ts'
import { errorCode, failureOf } from './failure.ts'
import type { Failed } from './failure.ts'

export interface BodyLimits {
  /** Reading stops here, and the connection is closed. */
  readonly maxBytes: number
  /** How much is stored in memory; the rest is read and counted. Default: all of it. */
  readonly maxStoredBytes?: number
  /** Called once before more than `freeBytes` are stored; until it resolves nothing more is read. */
  readonly gate?: { readonly freeBytes: number; readonly admit: () => Promise<void> }
}

export interface ReadBody {
  readonly failure: null
  readonly bytes: Buffer
  /** Bytes that arrived, stored or not. */
  readonly size: number
  /** Whether the body went on after `maxBytes`. */
  readonly truncated: boolean
}

/** A body that did not arrive as a whole. */
export interface CutBody extends Failed {
  /** The bytes that arrived. */
  readonly bytes: Buffer
}

/** After 101 the connection uses another protocol. */
const nothing: ReadBody = { failure: null, bytes: Buffer.alloc(0), size: 0, truncated: false }

/** Reads the raw body of a response, up to a limit. The endpoint is for the message of a failure. */
export function readBody(
  response: Readable & { readonly statusCode?: number | undefined },
  { maxBytes, maxStoredBytes = maxBytes, gate }: BodyLimits,
  deadline: Deadline,
  endpoint: string,
): Promise<ReadBody | CutBody> {
  if (response.statusCode === 101) return Promise.resolve(nothing)
  return new Promise((settle) => {
    const chunks: Buffer[] = []
    let size = 0
    let keptLength = 0
    let isAdmitted = gate === undefined
    const stored = (): Buffer => (chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    const finish = (result: ReadBody | CutBody): void => {
      stop()
      response.off('data', take)
      settle(result)
    }
    const complete = (truncated: boolean): ReadBody => ({
      failure: null,
      bytes: stored(),
      size,
      truncated,
    })
    const take = (chunk: Buffer): void => {
      const room = Math.min(chunk.length, maxBytes - size, maxStoredBytes - keptLength)
      if (room > 0) chunks.push(room === chunk.length ? chunk : chunk.subarray(0, room))
      keptLength += Math.max(0, room)
      if (!isAdmitted && gate && keptLength > gate.freeBytes) {
        isAdmitted = true
        response.pause()
        void gate.admit().then(() => response.resume())
      }
      const isOver = size + chunk.length > maxBytes
      size = Math.min(maxBytes, size + chunk.length)
      if (!isOver) return
      finish(complete(true))
      response.destroy()
    }
    const stop = deadline.onExpire((why) => {
      response.off('data', take)
      response.destroy()
      settle({ failure: why, bytes: stored() })
    })
    if (deadline.failure) return
    response.on('data', take)
    response.once('end', () => finish(complete(false)))
    response.on('error', (error) =>
      finish({ failure: failureOf(errorCode(error), endpoint, 'connect'), bytes: stored() }),
    )
  })
}
