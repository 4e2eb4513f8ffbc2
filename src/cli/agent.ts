import { AgentProblem, agentWelcomeText, readAgentSettings, startAgent } from '#agent'
import type { RunningAgent } from '#agent'
import { SystemClock } from '#kernel'
import { createLog } from '#redaction'
import { SpareMemory } from '#runner-host'
import { printMistakes } from './print-mistakes.ts'
import { stopSignal } from './stop-signal.ts'

/** How long a second signal waits for runs to be returned. */
const returnMs = 5_000

/** Runs an agent until SIGINT or SIGTERM, which lets its runs end. A second signal returns them to the queue at once. */
export async function agent([command, ...args]: readonly string[]): Promise<number> {
  if (command === 'doctor') return (await import('./agent-doctor.ts')).agentDoctor(args)
  if (command !== undefined) {
    process.stderr.write(`There is no command "agent ${command}", only agent and agent doctor.\n`)
    return 2
  }
  const result = readAgentSettings(process.env)
  if ('mistakes' in result) return printMistakes(result.mistakes)
  try {
    const clock = new SystemClock()
    let running: RunningAgent | null = null
    const stopping = stopSignal(clock, () => {
      running?.abandon()
      clock.after(returnMs, () => process.exit(1)).unref()
    })
    // While it waits for the service there is nothing to end in order.
    void stopping.then(() => running ?? process.exit(0))
    running = await startAgent(result.settings, createLog(result.settings.logLevel), { clock })
    reportCrashes(running)
    const ended = new AbortController()
    new SpareMemory().start(ended.signal)
    process.stdout.on('error', () => {})
    process.stdout.write(agentWelcomeText(running.facts))
    await stopping
    process.stdout.write('Stopping: runs under way end first. A second signal returns them to the queue.\n')
    await running.stop()
    ended.abort()
    return 0
  } catch (error) {
    if (!(error instanceof AgentProblem)) throw error
    process.stderr.write(`The agent cannot start: ${error.message}\n`)
    return 1
  }
}

/** Once: whatever else fails while a report is being sent has the same end. */
function reportCrashes(running: RunningAgent): void {
  let isCrashing = false
  const crash = (error: unknown): void => {
    if (isCrashing) return
    isCrashing = true
    process.stderr.write(
      `The agent crashed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`,
    )
    void running.reportCrash(error).finally(() => process.exit(1))
  }
  process.on('uncaughtException', crash)
  process.on('unhandledRejection', crash)
}
