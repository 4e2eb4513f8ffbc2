import { AgentProblem, agentWelcomeText, readAgentSettings, startAgent } from '#agent'
import { createLog, systemClock } from '#kernel'
import { printMistakes } from './settings.ts'

/** Signals this close together count as one, see the server. */
const sameSignalMs = 1_000
/** How long a second signal waits for runs to be returned. */
const returnMs = 5_000

/** Runs an agent until SIGINT or SIGTERM, which lets its runs end. A second signal returns them to the queue at once. */
export async function agent(): Promise<number> {
  const result = readAgentSettings(process.env)
  if ('mistakes' in result) return printMistakes(result.mistakes)
  try {
    const running = await startAgent(result.settings, createLog(result.settings.logLevel))
    process.stdout.on('error', () => {})
    process.stdout.write(agentWelcomeText(running.facts))
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve)
      process.once('SIGINT', resolve)
    })
    process.stdout.write('Stopping: runs under way end first. A second signal returns them to the queue.\n')
    atNextSignal(() => {
      running.abandon()
      setTimeout(() => process.exit(1), returnMs).unref()
    })
    await running.stop()
    return 0
  } catch (error) {
    if (!(error instanceof AgentProblem)) throw error
    process.stderr.write(`The agent cannot start: ${error.message}\n`)
    return 1
  }
}

function atNextSignal(end: () => void): void {
  const stoppedAt = systemClock.now()
  const listen = (): void => {
    if (systemClock.now() - stoppedAt > sameSignalMs) end()
  }
  process.on('SIGTERM', listen)
  process.on('SIGINT', listen)
}
