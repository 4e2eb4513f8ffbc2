import { createLog, systemClock } from '#kernel'
import { StartProblem, startServer, welcomeText } from '#server'
import { settingsOrMistakes } from './settings.ts'

/**
 * Signals this close together count as one: a signal to a process group arrives directly and through the parent
 * process.
 */
const sameSignalMs = 1_000

/** Runs the service until SIGINT or SIGTERM. A second signal, a second later or more, ends it immediately. */
export async function server(): Promise<number> {
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  const log = createLog(settings.logLevel)
  try {
    const running = await startServer(settings, log)
    // The disk may be full; that is no reason to stop.
    process.stdout.on('error', () => {})
    process.stdout.write(welcomeText(running))
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve)
      process.once('SIGINT', resolve)
    })
    endAtNextSignal()
    await running.stop()
    return 0
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    process.stderr.write(`Belfry cannot start: ${error.message}\n`)
    return 1
  }
}

function endAtNextSignal(): void {
  const stoppedAt = systemClock.now()
  const end = (): void => {
    if (systemClock.now() - stoppedAt > sameSignalMs) process.exit(1)
  }
  process.on('SIGTERM', end)
  process.on('SIGINT', end)
}
