import { HandRunner } from './hand-runner.ts'
import type { Send, TestAnswer, TestService } from './test-service.ts'

/** Sound for answers to creating a check or a channel. */
export const idOf = <Id>({ body }: TestAnswer): Id => (body as { readonly id: Id }).id

interface IteratedLoop {
  iteration(): Promise<number>
  finish?(): Promise<void>
}

interface DeliveryLoops {
  readonly notifier: IteratedLoop
  readonly fallbacks: IteratedLoop
}

/** The loops that deliver alerts, run step by step: one account with its checks and channels, and the time. */
export class DeliveryHarness {
  readonly #service: TestService
  readonly #send: Send
  readonly #loops: DeliveryLoops

  constructor(service: TestService, send: Send, loops: DeliveryLoops) {
    this.#service = service
    this.#send = send
    this.#loops = loops
  }

  async webhook(url: string, name = 'hook'): Promise<number> {
    return idOf(await this.#send('POST', '/v1/alert-channels', { type: 'WEBHOOK', config: { name, url } }))
  }

  async mailChannel(address: string): Promise<number> {
    return idOf(await this.#send('POST', '/v1/alert-channels', { type: 'EMAIL', config: { address } }))
  }

  /** A check of these channels. */
  async check(name: string, channelIds: readonly number[]): Promise<string> {
    const alertChannelSubscriptions = channelIds.map((alertChannelId) => ({ alertChannelId, activated: true }))
    const request = { hostname: 'db.example', port: 1 }
    const body = { name, request, locations: ['eu-west-1'], retryStrategy: null, alertChannelSubscriptions }
    return idOf(await this.#send('POST', '/v1/checks/tcp?autoAssignAlerts=false', body))
  }

  /** Runs checks once, with this outcome. */
  async run(checkIds: readonly string[], outcome: 'passed' | 'failed'): Promise<void> {
    await this.#send('POST', '/v2/check-sessions/trigger', { target: { checkId: checkIds } })
    const runner = new HandRunner(this.#service.store, this.#service.clock)
    const tasks = await runner.claim()
    await runner.settle(
      tasks.filter((task) => checkIds.includes(task.checkId)),
      outcome,
    )
  }

  /** Delivers what is due now. */
  async deliver(): Promise<void> {
    await this.#loops.notifier.iteration()
    await this.#loops.notifier.finish?.()
  }

  /** Delivers until the tries of what fails are used up, which takes two minutes of the clock. */
  async giveUp(): Promise<void> {
    for (let tries = 0; tries < 6; tries += 1) {
      await this.deliver()
      this.#service.clock.advance(20_000)
    }
  }

  /** Sends what was not delivered another way, as several processes at once would. */
  async fallBack(): Promise<void> {
    await Promise.all(Array.from({ length: 4 }, () => this.#loops.fallbacks.iteration()))
    await this.deliver()
  }

  /** A channel as the API answers it. */
  async channel(id: number): Promise<unknown> {
    return (await this.#send('GET', `/v1/alert-channels/${id}`)).body
  }
}
