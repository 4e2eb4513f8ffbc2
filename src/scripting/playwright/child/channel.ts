import { Socket } from 'node:net'
import { writeSync } from 'node:fs'
import type { PlaywrightMessage, RunError } from '../messages.ts'

/** The connection to the service: descriptor 3. */
export interface Channel {
  readonly input: Socket
  send(message: PlaywrightMessage): void
  /** Resolves when everything that was sent has left this process. */
  flushed(): Promise<void>
  /** Sends a result for a run that the runner could not start, and ends this process. */
  fail(error: unknown): void
}

const descriptor = 3
const key = Symbol.for('belfry.channel')

/** Where \`openChannel\` leaves it for the reporter, which the runner loads by itself. */
interface Holder {
  [key]?: Channel
}

/** Opens it, once in this process. */
export function openChannel(): Channel {
  const socket = new Socket({ fd: descriptor, readable: true, writable: true })
  // The service has ended: nobody reads the result.
  socket.on('error', () => process.exit(1))
  socket.on('close', () => process.exit(1))
  const startedAt = Date.now()
  let isDone = false
  const channel: Channel = {
    input: socket,
    send(message) {
      isDone ||= 'result' in message
      socket.write(`${JSON.stringify(message)}\n`)
    },
    flushed: () => new Promise((resolve) => socket.write('', () => resolve())),
    fail(error) {
      channel.send({
        result: {
          status: 'failed',
          startedAt,
          durationMs: Date.now() - startedAt,
          tests: [],
          errors: [errorOf(error)],
          events: [],
        },
      })
      void channel.flushed().then(() => process.exit(1))
    },
  }
  process.on('exit', (code) => {
    if (isDone) return
    const message = `The test runner ended without a result (code ${code}).`
    const result = {
      status: 'failed',
      startedAt,
      durationMs: Date.now() - startedAt,
      tests: [],
      errors: [errorOf(message)],
      events: [],
    }
    writeSync(descriptor, `${JSON.stringify({ result })}\n`)
  })
  holder()[key] = channel
  return channel
}

/** The channel of this process. Throws when it was not opened. */
export function ownChannel(): Channel {
  const channel = holder()[key]
  if (channel === undefined) throw new Error('The channel is not open.')
  return channel
}

/** Used in this file only. */
const holder = (): Holder => globalThis as Holder

const errorOf = (error: unknown): RunError => ({
  message: error instanceof Error ? error.message : String(error),
  stack: error instanceof Error ? (error.stack ?? null) : null,
  position: null,
  snippet: null,
})
