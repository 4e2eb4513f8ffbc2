import { defaultAlertSettings } from '#contract'
import type { AlertFacts, Outcome, RunReport, RunTask } from '#contract'
import { claimRuns, enqueueDueRuns, expireHeartbeats, PreparedChecks, settleRuns } from '#runs'
import { releaseHeldAlerts, sendReminders } from '#notifying'
import { minuteMs, randomId } from '#kernel'
import { createChannel, createMaintenanceWindow } from '#management'
import type { Send, TestService } from './test-service.ts'

export const publicUrl = 'https://belfry.example'

/** A notification as a test compares it: what was sent, why only then, and over which channel. */
export interface SentAlert {
  readonly type: string
  readonly heldBack: string | null
  readonly isReminder: boolean
  readonly channelId: number
}

/** One check with one mail channel on a clock that a test moves, run by hand. */
export class AlertScene {
  readonly service: TestService
  readonly accountId: string
  readonly send: Send
  checkId = ''
  channelId = 0

  constructor(service: TestService, account: { readonly accountId: string; readonly key: string }) {
    this.service = service
    this.accountId = account.accountId
    this.send = service.as(account.key)
  }

  caller = () => ({ accountId: this.accountId, role: 'OWNER', nowMs: this.service.clock.now() }) as const
  context = () => ({ nowMs: this.service.clock.now(), publicUrl })
  inMinutes = (count: number): string => new Date(this.service.clock.now() + count * minuteMs).toISOString()

  async check(changes: object = {}): Promise<this> {
    const body = { frequency: 1, retryStrategy: null, ...changes }
    this.checkId = await this.service.check(this.accountId, body)
    return this.channel()
  }

  async heartbeat(): Promise<this> {
    this.checkId = await this.service.heartbeat(this.accountId)
    return this.channel()
  }

  async channel(): Promise<this> {
    const { channel } = await createChannel(this.service.store, this.caller(), {
      type: 'EMAIL',
      config: { address: 'ops@example.com' },
      sendDegraded: true,
      subscriptions: [{ checkId: this.checkId, activated: true }],
    })
    this.channelId = channel.id
    return this
  }

  /** A window from `from` to `to` minutes from now that silences everything, unless `effect` says otherwise. */
  async window(from: number, to: number, effect: object = { silenceAllAlerts: true }): Promise<number> {
    const times = { startsAt: this.inMinutes(from), endsAt: this.inMinutes(to) }
    return (await createMaintenanceWindow(this.service.store, this.caller(), { name: 'Upgrade', ...times, ...effect }))
      .id
  }

  /** A minute passes, and the check is run with this outcome. */
  async run(...outcomes: Outcome[]): Promise<void> {
    for (const outcome of outcomes) {
      this.service.clock.advance(minuteMs)
      await enqueueDueRuns(this.service.store, this.service.clock.now(), 100)
      const tasks = await this.#claim()
      const reports = tasks.map((task) => this.#reportOf(task, outcome))
      const context = { ...this.context(), randomNumber: () => 0.5 }
      await settleRuns(this.service.store, reports, context)
      await this.#loops()
    }
  }

  /** Time passes without a run; each loop then runs twice, as in two processes. */
  async pass(minutes: number): Promise<void> {
    this.service.clock.advance(minutes * minuteMs)
    await this.#loops()
  }

  async #loops(): Promise<void> {
    const { store } = this.service
    await expireHeartbeats(store, this.context(), 100)
    await Promise.all([releaseHeldAlerts(store, this.context(), 100), releaseHeldAlerts(store, this.context(), 100)])
    await sendReminders(store, this.context(), 100)
  }

  async #claim(): Promise<RunTask[]> {
    return claimRuns(this.service.store, new PreparedChecks(this.service.store), {
      queues: ['eu-west-1'],
      limit: 100,
      runnerId: 'runner',
      leaseMs: 10 * minuteMs,
      ...this.context(),
      chance: { randomNumber: () => 1, uuid: randomId },
    })
  }

  #reportOf(task: RunTask, outcome: Outcome): RunReport {
    const at = this.service.clock.now()
    const reasons = outcome === 'passed' ? [] : [{ kind: 'failure', outcome, message: 'The target is down.' } as const]
    return {
      taskId: task.id,
      leaseToken: task.leaseToken,
      observation: { startedAt: at, stoppedAt: at, responseTimeMs: 5, answer: null, failure: null, log: [] },
      verdict: { outcome, reasons, assertions: [], overMaxResponseTime: false },
      detail: {},
      isRunnerError: false,
    }
  }

  /** What was sent about the check, in order, as facts. */
  async facts(): Promise<(AlertFacts & { readonly channelId: number })[]> {
    const rows = await this.service.db.rows<{ facts: AlertFacts; channelId: number }>(
      `select facts, channel_id from notifications where account_id = $1 and silence is null order by id`,
      [this.accountId],
    )
    return rows.map(({ facts, channelId }) => ({ ...facts, channelId }))
  }

  async sent(): Promise<SentAlert[]> {
    return (await this.facts()).map(({ alertType, heldBack, isReminder, channelId }) => ({
      type: alertType,
      heldBack: heldBack?.reason ?? null,
      isReminder,
      channelId,
    }))
  }

  /** What was sent as `TYPE`, `TYPE after REASON` and `reminder …`. */
  async sentAlerts(): Promise<string[]> {
    return (await this.sent()).map(
      ({ type, heldBack, isReminder }) =>
        `${isReminder ? 'reminder ' : ''}${type}${heldBack ? ` after ${heldBack}` : ''}`,
    )
  }

  status = async () => (await this.send('GET', `/v1/check-statuses/${this.checkId}`)).body
}

/** Settings of a check that reminds every so many minutes, endlessly. */
export const remindsEvery = (interval: 1 | 2 | 3 | 4 | 5 | 10 | 15 | 30) => ({
  useGlobalAlertSettings: false,
  alertSettings: { ...defaultAlertSettings, reminders: { amount: 100_000, interval } },
})
