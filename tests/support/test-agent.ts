import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { readAgentSettings, startAgent } from '#agent'
import type { RunningAgent } from '#agent'
import { createLog } from '#redaction'
import { aCuttableLink } from './cuttable-link.ts'
import type { CuttableLink } from './cuttable-link.ts'
import { ServiceTestClock } from './service-clock.ts'
import type { TestTime } from './test-time.ts'
import { observeService } from './waiting.ts'

export interface TestAgentOptions {
  /** Of a location. */
  readonly key: string
  /** How far the clock of its machine is ahead. */
  readonly clockAheadMs?: number
}

/** An agent in the process of a test, with its clock, in a separate network. */
export class TestAgent {
  readonly clock: ServiceTestClock
  readonly link: CuttableLink
  readonly running: RunningAgent
  readonly #leave: () => void

  private constructor(clock: ServiceTestClock, link: CuttableLink, running: RunningAgent, time: TestTime) {
    this.clock = clock
    this.link = link
    this.running = running
    const { activity, waits } = running
    this.#leave = time.join({ clock, begun: () => activity.begun + waits.begun, settled: async () => {} })
  }

  /** Starts an agent of the server that listens on this port. It ends with the test. */
  static async start(
    time: TestTime,
    port: () => number,
    { key, clockAheadMs = 0 }: TestAgentOptions,
  ): Promise<TestAgent> {
    const link = await aCuttableLink(port)
    const dataDir = mkdtempSync(join(tmpdir(), 'belfry-agent-'))
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const result = readAgentSettings({
      BELFRY_URL: link.url,
      API_KEY: key,
      AGENT_HEALTH_PORT: '0',
      BELFRY_DATA_DIR: dataDir,
      BELFRY_ANCHORS: 'off',
      BELFRY_RUNTIMES: 'off',
      JOB_CONCURRENCY: '10',
    })
    if ('mistakes' in result) throw new Error(result.mistakes.join('\n'))
    const clock = new ServiceTestClock(time.now(), clockAheadMs)
    const agent = new TestAgent(clock, link, await startAgent(result.settings, log, { clock }), time)
    observeService(() => `The agent does: ${JSON.stringify(agent.running.activity.ongoing)}\n${lines.join('')}`)
    onTestFinished(async () => {
      await agent.crash()
      link.close()
      rmSync(dataDir, { recursive: true, force: true })
    })
    return agent
  }

  /** Claims no further tasks, and resolves when the current ones have been reported. */
  async stop(): Promise<void> {
    await this.running.stop()
    this.#leave()
  }

  /** Ends as with `kill -9`: from now on nothing it sends reaches the server. */
  async crash(): Promise<void> {
    this.link.cut()
    this.#leave()
    this.running.abandon()
    const stopped = this.running.stop()
    this.clock.end()
    await stopped
  }
}
