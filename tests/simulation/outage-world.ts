import { runsToRecover } from '#alerting'
import { defaultAlertSettings } from '#contract'
import type { AlertSettings, CheckDefinition } from '#contract'
import { TestClock, minuteMs, randomId } from '#kernel'
import { createChannel, createCheck, deleteCheck } from '#management'
import { nextRunAt } from '#schedule'
import { saveSubscription } from '#storage/alerts'
import { insertCheck, insertCheckState, saveSchedules } from '#storage/checks'
import type { Database, Store } from '#storage/database'
import { anAccount, testStore } from '../support/api.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { countNotifiableOutages, problemsOf } from './outage-witness.ts'
import type { History, Promised, Interval, SentAlert, Disruption } from './outage-witness.ts'
import { promiseOfCheck, promiseOfHeartbeat } from './promises.ts'
import { harmlessStallMs, SimulatedServer } from './simulated-server.ts'
import type { Breakage } from './simulated-server.ts'
import { drawOutages, TargetHistory } from './target-history.ts'
import { drawDisruptions } from './disruptions.ts'
import type { DisruptionName } from './disruptions.ts'
import { checkInput } from '../support/check-input.ts'
import { emptyTables } from '../support/empty-tables.ts'

interface Target {
  readonly name: string
  readonly checkId: string
  readonly history: TargetHistory
  readonly promise: Promised
  readonly sentAlerts: SentAlert[]
  /** Of heartbeats: how often they ping. */
  readonly ping: { readonly token: string; readonly everyMs: number } | null
}

export interface OutageWorldOptions {
  readonly servers: 1 | 2
  readonly minutes: number
  readonly broken?: Breakage
}

const startMs = Date.parse('2026-03-01T12:00:00.000Z')
const stepMs = 1_000
/** A time that approaches another clock is never so much faster than the true one. */
const leapMs = 1_000
/** A sender of pings gives up then. */
const pingPatienceMs = 30_000
const plans = [{ frequency: 0, frequencyOffset: 10 }, { frequency: 0, frequencyOffset: 30 }, { frequency: 1 }] as const
const beats = [
  { periodSeconds: 30, graceSeconds: 10 },
  { periodSeconds: 60, graceSeconds: 0 },
  { periodSeconds: 120, graceSeconds: 30 },
] as const

/** By the index of a check: policies beside those that every check has. */
const policies: Readonly<Record<number, Pick<AlertSettings, 'windowBasedEscalation' | 'runBasedRecovery'>>> = {
  1: { windowBasedEscalation: { failedRunThreshold: 3, runs: 5 } },
  4: { windowBasedEscalation: { failedRunThreshold: 2, runs: 4 }, runBasedRecovery: { passedRunThreshold: 2 } },
  10: { runBasedRecovery: { passedRunThreshold: 3 } },
  12: { windowBasedEscalation: { failedRunThreshold: 1, runs: 3 } },
}

/** By the index of a check: seconds between runs while it is failing. */
const failingSeconds: Readonly<Record<number, number>> = { 16: 10, 17: 20 }

/**
 * Targets whose true history is decided beforehand, and servers with every disruption that a seed draws:
 * standstills, crashes, clocks that are set, and databases, name servers and receivers that are slow. The witness
 * compares the notifications with the truth.
 */
export class OutageWorld {
  readonly targets: Target[] = []
  readonly happened = new Map<DisruptionName, number>()
  readonly #options: OutageWorldOptions
  readonly #store: Store
  /** One source each for the truth, the disruptions and the rest, so that neither depends on what the service does. */
  readonly #truth: () => number
  readonly #disruptionRandom: () => number
  readonly #random: () => number
  #accountId = ''
  #channelId = 0
  readonly #servers: SimulatedServer[] = []
  readonly #restarts: { readonly atMs: number; readonly start: () => Promise<void> }[] = []
  readonly #disruptions: Disruption[] = []
  readonly #slowUntil = { database: 0, names: 0, receiver: 0 }
  readonly #pings: { readonly token: string; readonly sentAt: number }[] = []
  readonly #clockSteps: number[] = []
  #aheadMs = 0
  #trueMs = startMs

  constructor(db: Database, seed: number, options: OutageWorldOptions) {
    this.#store = testStore(db)
    this.#truth = seededRandom(seed)
    this.#disruptionRandom = seededRandom(seed + 1_000_003)
    this.#random = seededRandom(seed + 2_000_003)
    this.#options = options
  }

  get #span(): Interval {
    return { fromMs: startMs, untilMs: startMs + this.#options.minutes * minuteMs }
  }

  async create(): Promise<void> {
    const { db } = this.#store
    await emptyTables(
      db,
      'accounts',
      'run_tasks',
      'notifications',
      'check_alerts',
      'alert_decisions',
      'service_time',
      'counters',
    )
    const { accountId } = await anAccount(this.#store, new TestClock(startMs))
    this.#accountId = accountId
    const caller = { accountId, role: 'OWNER', nowMs: startMs } as const
    const config = { name: 'receiver', url: 'https://receiver.example/' }
    const { channel } = await createChannel(this.#store, caller, { type: 'WEBHOOK', config, autoSubscribe: true })
    this.#channelId = channel.id
    for (let index = 0; index < 18; index += 1) await this.#createCheck(caller, index)
    for (let index = 0; index < 6; index += 1) await this.#createHeartbeat(caller, index)
    await this.#createScheduledHeartbeat(caller)
    for (let index = 0; index < this.#options.servers; index += 1) this.#servers.push(this.#newServer())
    for (const server of this.#servers) await server.start()
  }

  get accountId(): string {
    return this.#accountId
  }

  get store(): Store {
    return this.#store
  }

  /** Checks that run; heartbeats have pings. */
  get runChecks(): readonly { readonly checkId: string; readonly name: string }[] {
    return this.targets.filter(({ ping }) => ping === null)
  }

  /** Runs the simulation to its end; returns what the service got wrong, and how many outages had to be notified. */
  async run(): Promise<{ readonly problems: string[]; readonly notifiable: number }> {
    for (; this.#trueMs < this.#span.untilMs; this.#trueMs += stepMs) await this.#step()
    const history: History = { ...this.#span, disruptions: this.#disruptions, clockSteps: this.#clockSteps }
    const watched = this.targets.map(({ history: { outages }, ...target }) => ({ ...target, outages }))
    return {
      problems: watched.flatMap((target) => problemsOf(target, history)),
      notifiable: watched.reduce((sum, target) => sum + countNotifiableOutages(target, history), 0),
    }
  }

  async #step(): Promise<void> {
    await this.#restart()
    this.#disruption()
    this.#sendPings()
    if (this.#trueMs < this.#slowUntil.database) return
    await this.#receivePings()
    for (const server of this.#servers) if (!server.isPaused) await server.turn()
    this.#noteClockStep()
  }

  /** The furthest server has the time of the installation. */
  #noteClockStep(): void {
    const aheadMs = Math.max(...this.#servers.map((server) => server.now() - this.#trueMs))
    if (aheadMs - this.#aheadMs > leapMs) this.#clockSteps.push(this.#trueMs)
    this.#aheadMs = aheadMs
  }

  async #restart(): Promise<void> {
    const due = this.#restarts.filter(({ atMs }) => atMs <= this.#trueMs)
    for (const restart of due) {
      this.#restarts.splice(this.#restarts.indexOf(restart), 1)
      await restart.start()
    }
  }

  #disruption(): void {
    // The first minute is quiet: heartbeats have to start, and checks to pass.
    if (this.#trueMs < startMs + minuteMs) return
    for (const { name, ms } of drawDisruptions(this.#disruptionRandom)) {
      this.happened.set(name, (this.happened.get(name) ?? 0) + 1)
      this.#begin[name](ms)
    }
  }

  readonly #begin: Readonly<Record<DisruptionName, (ms: number) => void>> = {
    freeze: (ms) => {
      this.#note(ms, ms >= harmlessStallMs)
      this.#pickServer().freeze(ms)
    },
    crash: (ms) => {
      const server = this.#pickServer()
      if (server.isPaused) return
      this.#note(ms, true)
      this.#restarts.push({ atMs: this.#trueMs + ms, start: server.crash(ms) })
    },
    jump: (ms) => {
      this.#pickServer().wallAheadMs += ms
    },
    setRight: () => {
      this.#pickServer().wallAheadMs = 0
    },
    slowDatabase: (ms) => this.#slow('database', ms),
    slowNames: (ms) => this.#slow('names', ms),
    slowReceiver: (ms) => this.#slow('receiver', ms),
  }

  #slow(what: 'database' | 'names' | 'receiver', ms: number): void {
    // Pings wait for the database only for a while.
    this.#note(ms, what === 'database')
    this.#slowUntil[what] = Math.max(this.#slowUntil[what], this.#trueMs + ms)
  }

  #note(ms: number, isLosing: boolean): void {
    this.#disruptions.push({ fromMs: this.#trueMs, untilMs: this.#trueMs + ms, isLosing })
  }

  #pickServer(): SimulatedServer {
    const server = this.#servers[Math.floor(this.#disruptionRandom() * this.#servers.length)]
    if (server === undefined) throw new Error('There is no server.')
    return server
  }

  /** An embedded database reads the clock of its server's machine; one beside two servers has a separate machine. */
  #databaseMs(): number {
    const aheadMs = this.#servers.length === 1 ? (this.#servers[0]?.wallAheadMs ?? 0) : 0
    return this.#trueMs + aheadMs
  }

  #sendPings(): void {
    for (const { ping, history } of this.targets)
      if (ping && (this.#trueMs - startMs) % ping.everyMs === 0 && !history.isDownAt(this.#trueMs))
        this.#pings.push({ token: ping.token, sentAt: this.#trueMs })
  }

  /** Any server that works takes them; what waits too long is lost. */
  async #receivePings(): Promise<void> {
    const server = this.#servers.find((candidate) => !candidate.isPaused)
    if (server === undefined) return
    for (const { token, sentAt } of this.#pings.splice(0))
      if (this.#trueMs - sentAt < pingPatienceMs) await server.ping(token)
  }

  #newServer(): SimulatedServer {
    const environment = {
      store: this.#store,
      random: this.#random,
      trueMs: () => this.#trueMs,
      databaseMs: () => this.#databaseMs(),
      isDown: (checkId: string) => this.#targetOf(checkId).history.isDownAt(this.#trueMs),
      runMs: (isDown: boolean) => this.#runMs(isDown),
      takesAlerts: () => this.#trueMs >= this.#slowUntil.receiver,
      received: (checkId: string, alertType: string) => {
        const kind = alertType.endsWith('RECOVERY') ? ('recovery' as const) : ('failure' as const)
        this.#targetOf(checkId).sentAlerts.push({ kind, atMs: this.#trueMs })
      },
    }
    return new SimulatedServer(environment, this.#options.broken ?? {})
  }

  /** A target that is down refuses connections at once or lets a run time out; slow names delay every run. */
  #runMs(isDown: boolean): number {
    const waits = isDown && this.#random() < 0.5 ? 10_000 : 200
    return waits + (this.#trueMs < this.#slowUntil.names ? 1_000 + this.#random() * 4_000 : 0)
  }

  #targetOf(checkId: string): Target {
    const target = this.targets.find((candidate) => candidate.checkId === checkId)
    if (target === undefined) throw new Error('There is no such target.')
    return target
  }

  /** Every third target is never down: whatever is said of it is false. */
  #historyOf(index: number): TargetHistory {
    return new TargetHistory(index % 3 === 0 ? [] : drawOutages(this.#span, this.#truth))
  }

  async #createCheck(caller: Caller, index: number): Promise<void> {
    const plan = plans[Math.floor(index / 3) % 3] ?? plans[0]
    const { policy, ...promised } = policiesOf(index)
    const { threshold, retries, isTimed, muted } = promised
    const body = {
      name: `check ${index}`,
      ...plan,
      muted,
      frequencyWhileFailing: promised.failingSeconds ?? null,
      locations: ['eu-west-1'],
      request: { hostname: 'target.example', port: 1 },
      retryStrategy: retries === 0 ? null : { type: 'FIXED', baseBackoffSeconds: 5, maxRetries: retries },
      useGlobalAlertSettings: false,
      alertSettings: {
        ...defaultAlertSettings,
        escalationType: isTimed ? 'TIME_BASED' : 'RUN_BASED',
        runBasedEscalation: { failedRunThreshold: threshold },
        timeBasedEscalation: { minutesFailingThreshold: 5 },
        reminders: { amount: 0, interval: 5 },
        ...policy,
      },
    }
    const promise = promiseOfCheck({ ...plan, ...promised })
    await this.#create(caller, 'TCP', { body, promise, history: this.#historyOf(index), ping: null })
  }

  async #createHeartbeat(caller: Caller, index: number): Promise<void> {
    const beat = beats[index % 3] ?? beats[0]
    const { periodSeconds: period, graceSeconds: grace } = beat
    const token = randomId()
    const heartbeat = { period, periodUnit: 'seconds', grace, graceUnit: 'seconds', pingToken: token }
    const body = { name: `heartbeat ${index}`, heartbeat }
    const ping = { token, everyMs: (period - (grace === 0 ? 10 : 0)) * 1000 }
    await this.#create(caller, 'HEARTBEAT', {
      body,
      promise: promiseOfHeartbeat(beat),
      history: this.#historyOf(index),
      ping,
    })
  }

  /** Due every minute by the clock, wherever the clocks of servers jump to. */
  async #createScheduledHeartbeat(caller: Caller): Promise<void> {
    const token = randomId()
    const beat = { periodSeconds: 60, graceSeconds: 90 }
    const { periodSeconds: period, graceSeconds: grace } = beat
    const schedule = { expression: '* * * * *', timezone: 'UTC' }
    const heartbeat = { schedule, period, periodUnit: 'seconds', grace, graceUnit: 'seconds', pingToken: token }
    const body = { name: 'heartbeat by cron', heartbeat }
    await this.#create(caller, 'HEARTBEAT', {
      body,
      promise: promiseOfHeartbeat(beat),
      history: this.#historyOf(6),
      ping: { token, everyMs: period * 1000 },
    })
  }

  async #create(
    caller: Caller,
    checkType: 'TCP' | 'HEARTBEAT',
    { body, ...target }: Pick<Target, 'promise' | 'history' | 'ping'> & { readonly body: { readonly name: string } },
  ): Promise<void> {
    const given = checkInput(body)
    const { check } = await createCheck(this.#store, caller, { checkType, body: given, autoAssignAlerts: true })
    const checkId = checkType === 'TCP' ? await this.#withSeededId(caller, check) : check.id
    this.targets.push({ name: body.name, checkId, sentAlerts: [], ...target })
  }

  /** Ids decide when checks run, so a seed must repeat them. */
  async #withSeededId(caller: Caller, made: CheckDefinition): Promise<string> {
    const { db, encryption } = this.#store
    await deleteCheck(this.#store, caller, made)
    const digits = Array.from({ length: 32 }, () => Math.floor(this.#random() * 16).toString(16)).join('')
    const id = digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-7$3-8$4-$5')
    const check = { ...made, id }
    const { accountId, frequency, frequencyOffset } = check
    await insertCheck(db, encryption, check)
    await insertCheckState(db, accountId, id, check.createdAt)
    await saveSubscription(db, { accountId, checkId: id, groupId: null, channelId: this.#channelId, activated: true })
    await saveSchedules(db, [
      {
        accountId,
        checkId: id,
        checkType: check.checkType,
        checkName: check.name,
        frequency,
        frequencyOffset,
        failingSeconds: check.settings.frequencyWhileFailing ?? null,
        locations: [...check.locations],
        runParallel: check.runParallel,
        nextRunAt: new Date(nextRunAt({ checkId: id, frequency, frequencyOffset }, startMs)),
      },
    ])
    return id
  }
}

/** What the check of an index alerts by. */
function policiesOf(index: number) {
  const policy = policies[index] ?? {}
  const seconds = failingSeconds[index]
  return {
    policy,
    threshold: policy.windowBasedEscalation?.failedRunThreshold ?? 1 + (index % 2),
    retries: index % 4 === 3 ? 2 : 0,
    isTimed: index === 5 || index === 8,
    muted: index === 7,
    recovery: runsToRecover(policy),
    ...(seconds !== undefined && { failingSeconds: seconds }),
  }
}

interface Caller {
  readonly accountId: string
  readonly role: 'OWNER'
  readonly nowMs: number
}
