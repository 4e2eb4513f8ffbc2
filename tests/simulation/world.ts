import { defaultAlertSettings, defaultPlainSettings, privateLocationQueue } from '#contract'
import type { CheckDefinition, RunReport, RunTask, TriggerIncident } from '#contract'
import { claimPendingNotifications, recordTry, releaseHeldAlerts, sendReminders } from '#notifying'
import { claimRuns, enqueueDueRuns, expireRuns, PreparedChecks, replaceWaitingRuns, settleRuns } from '#runs'
import { advanceMaintenanceWindows } from '#management'
import { createEncryption, randomId, TestClock } from '#kernel'
import { applyIncidentTasks } from '#publishing'
import { nextRunAt } from '#schedule'
import { insertAccount } from '#storage/accounts'
import { insertChannel, saveSubscription } from '#storage/alerts'
import { insertCheck, insertCheckState, saveSchedules, updateCheck } from '#storage/checks'
import { insertService } from '#storage/status-pages'
import type { Database, Store } from '#storage/database'
import { crashUnlogged } from '../support/crash-unlogged.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { AgentWitness } from './agent-witness.ts'
import { MaintenanceWitness } from './maintenance-witness.ts'
import { OddReceiver, scripts } from './odd-receiver.ts'
import { TestSessionWitness } from './test-session-witness.ts'

interface HeldTask {
  readonly task: RunTask
  readonly leaseUntil: number
}

const publicUrl = 'http://belfry.example'
const incidentWords = { severity: 'MAJOR', name: 'Down', description: '', notifySubscribers: false } as const
const leaseMs = 30_000
const frequencies = [
  { frequency: 0, frequencyOffset: 10 },
  { frequency: 0, frequencyOffset: 30 },
  { frequency: 1, frequencyOffset: null },
  { frequency: 2, frequencyOffset: 3 },
] as const
const regions = ['eu-west-1', 'us-east-1', 'ap-south-1'] as const

/**
 * A world of checks, runners that crash, reports that get lost or sent twice, edits and a clock that jumps, driven by a
 * seed over the real verbs and a real database. What it saw is kept, so that a test can compare it with what is stored.
 */
export class World {
  readonly clock = new TestClock('2026-01-05T00:00:00.000Z')
  readonly store: Store
  readonly random: () => number
  readonly checks: CheckDefinition[] = []
  readonly runners: { tasks: Map<string, HeldTask> }[] = [
    { tasks: new Map() },
    { tasks: new Map() },
    { tasks: new Map() },
  ]
  readonly delivered = new Map<string, number>()
  readonly acknowledged = new Set<string>()
  readonly violations: string[] = []
  readonly maintenance: MaintenanceWitness
  readonly tests: TestSessionWitness
  readonly agents: AgentWitness
  readonly receiver = new OddReceiver(this.clock)
  readonly #prepared: PreparedChecks[]
  readonly #down = new Set<string>()
  /** Always fails, and is reminded of every minute, where agents come and go. */
  #failing: string | null = null
  /** The latest lease of each task, to see two holders at once. */
  readonly #holders = new Map<string, { runner: number; until: number }>()

  constructor(db: Database, seed: number) {
    this.store = { db, encryption: createEncryption(`simulation seed ${seed}`) }
    this.random = seededRandom(seed)
    this.#prepared = this.runners.map(() => new PreparedChecks(this.store))
    this.maintenance = new MaintenanceWitness(this.store, this.clock, this.random)
    this.tests = new TestSessionWitness(this.store, this.clock, this.random)
    this.agents = new AgentWitness(this.store, this.clock, this.random)
  }

  pick<T>(items: readonly T[]): T {
    const item = items[Math.floor(this.random() * items.length)]
    if (item === undefined) throw new Error('Nothing to pick from.')
    return item
  }

  chance(probability: number): boolean {
    return this.random() < probability
  }

  async create(checks: number): Promise<void> {
    const { db, encryption } = this.store
    const createdAt = new Date(this.clock.now())
    const accountId = randomId()
    await insertAccount(db, {
      id: accountId,
      name: 'Simulation',
      runtimeId: '2026.04',
      alertSettings: defaultAlertSettings,
      createdAt,
    })
    await this.agents.create(accountId)
    const serviceId = randomId()
    await insertService(db, {
      accountId,
      id: serviceId,
      name: 'Service',
      createdAt,
      updatedAt: null,
    })
    const channelId = await insertChannel(db, encryption, {
      accountId,
      type: 'WEBHOOK',
      config: { ...this.receiver.config },
      sendRecovery: true,
      sendFailure: true,
      sendDegraded: true,
      sslExpiry: false,
      sslExpiryThreshold: 30,
      autoSubscribe: false,
      pausedUntil: null,
      createdAt,
      updatedAt: null,
    })
    for (let index = 0; index < checks; index += 1) {
      const check = this.#newCheck(accountId, index, createdAt, { serviceId, ...incidentWords })
      this.checks.push(check)
      // Its failure is open when its agents go.
      if (check.locations.length === 0) this.#down.add(check.id)
      if (check.locations.length === 0) this.#failing ??= check.id
      await insertCheck(db, encryption, check)
      await insertCheckState(db, accountId, check.id, createdAt)
      await saveSubscription(db, { accountId, checkId: check.id, groupId: null, channelId, activated: true })
      await this.#saveSchedule(check)
    }
  }

  #newCheck(accountId: string, index: number, createdAt: Date, triggerIncident: TriggerIncident): CheckDefinition {
    const isInside = index % 6 === 4
    const threshold = isInside ? 1 : 1 + (index % 3)
    return {
      accountId,
      id: this.#seededId(),
      checkType: 'TCP',
      name: `${scripts[index % scripts.length]} ${index}`,
      activated: true,
      muted: false,
      groupId: null,
      groupOrder: null,
      tags: index % 3 === 0 ? [] : [`tag ${index % 3}`],
      ...(isInside ? frequencies[0] : this.pick(frequencies)),
      locations: isInside ? [] : regions.slice(0, 1 + (index % 3)),
      privateLocations: index % 2 === 0 ? [this.agents.slugName] : [],
      runParallel: index % 4 === 0,
      settings: {
        ...defaultPlainSettings,
        doubleCheck: false,
        useGlobalAlertSettings: false,
        alertSettings: {
          ...defaultAlertSettings,
          runBasedEscalation: { failedRunThreshold: threshold },
          reminders: { amount: isInside ? 100_000 : index % 2, interval: 1 },
        },
        retryStrategy:
          index % 2 === 0 && index !== 10
            ? null
            : {
                type: 'FIXED',
                baseBackoffSeconds: 5,
                sameRegion: index % 3 === 0,
                maxRetries: 2,
                maxDurationSeconds: 600,
              },
        triggerIncident: index % 2 === 0 ? triggerIncident : null,
        degradedResponseTime: null,
        maxResponseTime: null,
        request: { hostname: '127.0.0.1', port: 1, data: null, ipFamily: 'IPv4', assertions: [] },
        environmentVariables: [],
      },
      version: 1,
      createdAt,
      updatedAt: null,
    }
  }

  /** Ids decide when checks run, so a seed must repeat them. */
  #seededId(): string {
    const hex = Array.from({ length: 32 }, () => Math.floor(this.random() * 16).toString(16)).join('')
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
  }

  async #saveSchedule(check: CheckDefinition): Promise<void> {
    const plan = { checkId: check.id, frequency: check.frequency, frequencyOffset: check.frequencyOffset }
    const queues = [
      ...check.locations,
      ...check.privateLocations.map((slugName) => privateLocationQueue(check.accountId, slugName)),
    ]
    await saveSchedules(this.store.db, [
      {
        accountId: check.accountId,
        checkId: check.id,
        checkType: check.checkType,
        checkName: check.name,
        frequency: check.frequency,
        frequencyOffset: check.frequencyOffset,
        locations: queues,
        runParallel: check.runParallel,
        nextRunAt: check.activated ? new Date(nextRunAt(plan, this.clock.now())) : null,
      },
    ])
  }

  readonly actions: Readonly<Record<string, () => Promise<void>>> = {
    pass: async () => this.clock.advance(Math.floor(this.random() * 8_000)),
    tick: async () => {
      await this.agents.witness(() =>
        this.#witnessed(() => Promise.all([this.#tick(), ...(this.chance(0.3) ? [this.#tick()] : [])])),
      )
    },
    claim: async () => {
      const runner = Math.floor(this.random() * this.runners.length)
      await Promise.all([this.#claim(runner), ...(this.chance(0.3) ? [this.#claim((runner + 1) % 3)] : [])])
    },
    watch: async () => this.agents.watch(),
    report: async () => this.#witnessed(() => this.#report()),
    crashDatabase: async () => void (await crashUnlogged(this.store.db)),
    crashRunner: async () => this.pick(this.runners).tasks.clear(),
    flip: async () => {
      const { id } = this.pick(this.checks)
      if (id !== this.#failing && !this.#down.delete(id)) this.#down.add(id)
    },
    edit: async () => this.#edit(),
    expire: async () => {
      const expire = () => expireRuns(this.store, { nowMs: this.clock.now(), publicUrl })
      await this.#witnessed(() => this.agents.witnessUnobserved(expire))
    },
    remind: async () => {
      const remind = () => sendReminders(this.store, { nowMs: this.clock.now(), publicUrl }, 10)
      await this.#witnessed(() => this.agents.witnessReminders(remind))
    },
    release: async () => {
      await this.#witnessed(() => this.agents.witnessUnobserved(() => this.#release()))
    },
    openWindow: async () => this.maintenance.open(this.checks[0]?.accountId ?? ''),
    closeWindow: async () => this.maintenance.close(),
    advanceMaintenanceWindows: async () => {
      await advanceMaintenanceWindows(this.store, this.clock.now(), 10)
    },
    startTest: async () => {
      const [first] = this.checks
      const some = this.checks.filter(() => this.chance(0.3))
      if (first && some.length > 0)
        await this.tests.start(
          first.accountId,
          some.map(({ id }) => id),
          this.pick(regions),
        )
    },
    cancelTest: async () => this.tests.cancel(),
    deliver: async () => {
      await this.#deliver(0.3)
    },
    publish: async () => {
      await this.#publish(2)
    },
    clockJumps: async () => this.clock.advance((this.random() - 0.5) * 120_000),
  }

  async #tick(): Promise<void> {
    const nowMs = this.clock.now()
    const replaced = await replaceWaitingRuns(this.store, { nowMs, publicUrl }, 20)
    await enqueueDueRuns(this.store, nowMs, 20, replaced)
  }

  /** Does something that may alert, and looks whether it did where a maintenance window forbids it. */
  async #witnessed(work: () => Promise<unknown>): Promise<void> {
    this.violations.push(...(await this.maintenance.forbiddenBy(work, this.checks)))
  }

  async #claim(runner: number): Promise<void> {
    const prepared = this.#prepared[runner]
    if (!prepared) return
    const nowMs = this.clock.now()
    const tasks = await claimRuns(this.store, prepared, {
      queues: [...regions, ...(await this.agents.ask())],
      limit: 1 + Math.floor(this.random() * 10),
      runnerId: `runner ${runner}`,
      leaseMs,
      nowMs,
      publicUrl,
      chance: { randomNumber: () => 1, uuid: randomId },
    })
    for (const task of tasks) {
      const holder = this.#holders.get(task.id)
      if (holder && holder.until > nowMs) this.violations.push(`task ${task.id} has two holders`)
      this.#holders.set(task.id, { runner, until: nowMs + leaseMs })
      this.runners[runner]?.tasks.set(task.id, { task, leaseUntil: nowMs + leaseMs })
    }
  }

  async #report(): Promise<void> {
    const { tasks } = this.pick(this.runners)
    const held = [...tasks.values()].slice(0, 1 + Math.floor(this.random() * 10))
    for (const { task } of held) tasks.delete(task.id)
    if (held.length === 0 || this.chance(0.15)) return
    const reports = held.map(({ task }) => this.#reportOf(task))
    const times = this.chance(0.2) ? 2 : 1
    await Promise.all(Array.from({ length: times }, () => this.#settle(reports)))
    for (const { taskId } of reports) this.acknowledged.add(taskId)
  }

  #settle(reports: readonly RunReport[]): Promise<unknown> {
    return settleRuns(this.store, reports, { nowMs: this.clock.now(), publicUrl, randomNumber: this.random })
  }

  #reportOf(task: RunTask): RunReport {
    const isDown = this.#down.has(task.checkId) || this.chance(0.03)
    const nowMs = this.clock.now()
    return {
      taskId: task.id,
      leaseToken: task.leaseToken,
      observation: { startedAt: nowMs, stoppedAt: nowMs, responseTimeMs: 5, answer: null, failure: null, log: [] },
      verdict: {
        outcome: isDown ? 'failed' : 'passed',
        reasons: isDown ? [{ kind: 'failure', outcome: 'failed', message: 'The target is down.' }] : [],
        assertions: [],
        overMaxResponseTime: false,
      },
      detail: {},
      isRunnerError: false,
    }
  }

  async #edit(): Promise<void> {
    const index = Math.floor(this.random() * this.checks.length)
    const check = this.checks[index]
    if (!check || check.id === this.#failing) return
    const edited: CheckDefinition = {
      ...check,
      ...(this.chance(0.5) ? this.pick(frequencies) : {}),
      activated: this.chance(0.8),
      version: check.version + 1,
      updatedAt: new Date(this.clock.now()),
    }
    this.checks[index] = edited
    await updateCheck(this.store.db, this.store.encryption, edited)
    await this.#saveSchedule(edited)
  }

  /** Two at once, as two processes would. */
  #release(): Promise<unknown> {
    return Promise.all([1, 2].map(() => releaseHeldAlerts(this.store, { nowMs: this.clock.now(), publicUrl }, 5)))
  }

  /** Two at once, as two processes would. */
  async #publish(limit: number): Promise<number> {
    const turns = [1, 2].map(() => applyIncidentTasks(this.store, this.clock.now(), limit))
    return (await Promise.all(turns)).reduce((sum, applied) => sum + applied, 0)
  }

  async #deliver(crashProbability: number): Promise<number> {
    const claimed = await claimPendingNotifications(this.store, { nowMs: this.clock.now(), limit: 5, leaseMs: 20_000 })
    for (const notification of claimed) {
      this.delivered.set(notification.id, (this.delivered.get(notification.id) ?? 0) + 1)
      if (this.chance(crashProbability)) continue
      const delivery = await this.receiver.take(notification, this.random())
      const policy = { firstSeconds: 20, tries: 1_000 }
      const context = { nowMs: this.clock.now(), policy, fallbackAfterMs: 3_600_000 }
      await recordTry(this.store, notification, delivery, context)
      this.receiver.recorded(notification, delivery)
    }
    return claimed.length
  }

  /**
   * Completes all pending work: silences end, every due notification is delivered, every incident opened or resolved.
   */
  async settleDown(): Promise<void> {
    for (let round = 0; round < 400; round += 1) {
      // What is released opens incidents as well.
      while ((await this.#publish(100)) > 0);
      this.clock.advance(30_000)
      await this.#witnessed(() => this.#release())
      const [row] = await this.store.db.rows<{ due: number }>(
        `select (select count(*) from notifications where claimable_at is not null)::int
           + (select count(*) from check_states where held_alerts_due_at is not null)::int
           + (select count(*) from incident_tasks)::int as due`,
      )
      if (row?.due === 0) return
      while ((await this.#deliver(0)) > 0);
    }
  }
}
