import { SystemClock } from '#kernel'
import { createLog } from '#redaction'
import { SpareMemory } from '#runner-host'
import { StartProblem, startServer, welcomeText } from '#server'
import { settingsOrMistakes } from './settings.ts'
import { stopSignal } from './stop-signal.ts'

/** Runs the service until SIGINT or SIGTERM. A second signal, a second later or more, ends it immediately. */
export async function server(): Promise<number> {
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  const log = createLog(settings.logLevel)
  try {
    const clock = new SystemClock()
    const stopping = stopSignal(clock, () => process.exit(1))
    const running = await startServer(settings, log, { clock })
    const ended = new AbortController()
    new SpareMemory().start(ended.signal)
    // The disk may be full; that is no reason to stop.
    process.stdout.on('error', () => {})
    process.stdout.write(welcomeText(running))
    await stopping
    ended.abort()
    await running.stop()
    return 0
  } catch (error) {
    if (!(error instanceof StartProblem)) throw error
    process.stderr.write(`Belfry cannot start: ${error.message}\n`)
    return 1
  }
}
