import type { Log, LogLevel } from '#kernel'
import { pino } from 'pino'
import type { DestinationStream, Logger } from 'pino'
import { redactedObject } from './redact-fields.ts'

/** One JSON line per message on standard output, or where `destination` says; without credentials (`redactFields`). */
export const createLog = (level: LogLevel, destination?: DestinationStream): Log =>
  logOf(
    pino(
      { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, formatters: { log: redactedObject } },
      destination ?? standardOutput(),
    ),
  )

const logOf = (logger: Logger): Log => ({
  debug: (fields, message) => logger.debug(fields, message),
  info: (fields, message) => logger.info(fields, message),
  warn: (fields, message) => logger.warn(fields, message),
  error: (fields, message) => logger.error(fields, message),
  // The formatter of pino does not see the fields of children.
  child: (fields) => logOf(logger.child(redactedObject(fields))),
})

/** Buffered for a reader that is blocked; more is dropped. */
const maxWaitingBytes = 1_000_000

/**
 * Never blocks or ends the process. Lines that cannot be written, because the disk is full or the reader has closed the
 * pipe, are lost; an unhandled stream would retry them forever when the process ends.
 */
function standardOutput(): DestinationStream {
  const open = () => {
    const stream = pino.destination({ fd: 1, sync: false, maxLength: maxWaitingBytes })
    stream.on('error', () => {
      current = open()
      stream.destroy()
    })
    return stream
  }
  let current = open()
  return { write: (line) => void current.write(line) }
}
