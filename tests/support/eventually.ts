import { setTimeout } from 'node:timers/promises'
import { waitLimitMs } from './limits.ts'
import { awaited, describeServices } from './waiting.ts'

const firstPauseMs = 100
/** Lists of results may be read 60 times a minute: who polls faster waits until the minute is over. */
const maxPauseMs = 1_500

/**
 * Asks, ever less often, until the answer is there, and returns it. Only a test that hangs ends it: its error says what
 * was awaited, and how the services of the test are.
 */
export async function eventually<T>(what: string, ask: () => Promise<T | null | undefined | false>): Promise<T> {
  using waiting = awaited(what)
  const until = performance.now() + waitLimitMs
  for (let pauseMs = firstPauseMs; !waiting.isOver() && performance.now() < until;) {
    const answer = await ask()
    if (answer) return answer
    await setTimeout(pauseMs)
    pauseMs = Math.min(pauseMs * 1.25, maxPauseMs)
  }
  throw new Error(`Waited in vain for: ${what}\n${describeServices()}`)
}
