import { createLog } from '#kernel'
import { StartProblem, startServer, welcomeText } from '#server'
import { settingsOrMistakes } from './settings.ts'

/** Runs the service until it is told to stop. A second signal ends it at once. */
export async function server(): Promise<number> {
  const settings = settingsOrMistakes()
  if (settings === null) return 1
  const log = createLog(settings.logLevel)
  try {
    const running = await startServer(settings, log)
    // Its disk may be full; that is no reason to end.
    process.stdout.on('error', () => {})
    process.stdout.write(welcomeText(running))
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve)
      process.once('SIGINT', resolve)
    })
    process.once('SIGTERM', () => process.exit(1))
    process.once('SIGINT', () => process.exit(1))
    await running.stop()
    return 0
  } catch (error) {
    if (!(error instanceof StartProblem) && !isAddressProblem(error)) throw error
    process.stderr.write(`Belfry cannot start: ${error.message}\n`)
    return 1
  }
}

const isAddressProblem = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && (error.code === 'EADDRINUSE' || error.code === 'EACCES')
