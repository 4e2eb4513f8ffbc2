import { join, resolve } from 'node:path'
import { agentPaths, agentPolicy, ownVersion, protocolRange } from '#contract'
import type { AgentCapabilities, AgentHealthNoted, AgentHello, AgentPolicy, AgentWelcome } from '#contract'
import { createEgress } from '#egress'
import { Activity, SystemClock, backoffMs, backoffPolicies, randomId } from '#kernel'
import type { Log, ServiceClock } from '#kernel'
import {
  ScriptSandbox,
  createApiScripts,
  createMachineRuntimes,
  createSight,
  findEncoder,
  probeCapabilities,
} from '#runner-host'
import type { BlindTime } from '#runner-host'
import { NetworkEvidence } from '#probes'
import { countedRuns, createRunner } from '#runner'
import type { WallStatus } from '#scripting'
import { AgentCallRejected, AgentClient } from './agent-client.ts'
import { BucketArchives } from './dependencies/bucket-archives.ts'
import { sendCrash } from './crash-report.ts'
import { startHealthProbes } from './health-probes.ts'
import { createHttpRunnerPort } from './http-runner-port.ts'
import { ServerClock } from './server-clock.ts'
import { useProxies } from './own-proxy.ts'
import type { AgentSettings } from './settings.ts'
import { egressRules, permittedCapabilities, scriptsForbidden, withPolicy } from './policy/local-policy.ts'

const goodbyeMs = 5_000
/** Anchors that are named to the service. */
const maxSilent = 20

/** Why an agent cannot work, in a sentence that says what to change. */
export class AgentProblem extends Error {}

/** The hello of an agent after its start. */
export interface AgentFacts {
  readonly welcome: AgentWelcome
  readonly capabilities: AgentCapabilities
  readonly wall: WallStatus
  readonly healthPort: number
  /** How far the server's clock is ahead of this machine's. */
  readonly clockOffsetMs: number
}

export interface RunningAgent {
  readonly facts: AgentFacts
  /** Its work: runs, and calls of the service that are answered immediately. */
  readonly activity: Activity
  /** Its calls of the service that may wait there for runs. */
  readonly waits: Activity
  /** Claims nothing more, and resolves when what is under way is reported or returned. */
  stop(): Promise<void>
  /** Ends what is under way and returns it to the queue. */
  abandon(): void
  /** Tells the service of a crash, unless the settings forbid it. Takes five seconds at most and never rejects. */
  reportCrash(error: unknown): Promise<void>
}

export interface AgentOptions {
  /** Default: that of this machine. */
  readonly clock?: ServiceClock
}

/** Starts an agent: says hello, then runs checks until the stop. Throws AgentProblem when the server rejects it. */
export async function startAgent(
  settings: AgentSettings,
  log: Log,
  { clock = new SystemClock() }: AgentOptions = {},
): Promise<RunningAgent> {
  const stopping = new AbortController()
  useProxies(settings.proxies)
  if (!settings.verifiesService)
    log.warn({}, 'NODE_TLS_REJECT_UNAUTHORIZED=0: anybody on the way can read the key of the location and its secrets')
  let isWelcome = false
  const { agentHealthHost: host, agentHealthPort: port } = settings
  const health = await startHealthProbes({ host, port }, () => isWelcome && !stopping.signal.aborted).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error)
      throw new AgentProblem(
        `The health probes cannot listen on ${host}, port ${port} (${reason}). Set AGENT_HEALTH_HOST or AGENT_HEALTH_PORT.`,
      )
    },
  )
  try {
    const agent = new Agent(settings, { clock, log, signal: stopping.signal })
    const facts = await agent.begin(health.port)
    isWelcome = true
    const working = agent.work()
    return {
      facts,
      activity: agent.activity,
      waits: agent.waits,
      abandon: () => agent.abandon(),
      reportCrash: (error) => agent.reportCrash(error),
      async stop() {
        stopping.abort()
        await working
        await agent.sayGoodbye()
        await health.close()
      },
    }
  } catch (error) {
    stopping.abort()
    await health.close()
    throw error
  }
}

interface AgentTools {
  readonly clock: ServiceClock
  readonly log: Log
  readonly signal: AbortSignal
}

class Agent {
  readonly activity = new Activity()
  readonly waits = new Activity()
  readonly #settings: AgentSettings
  readonly #clock: ServiceClock
  readonly #log: Log
  readonly #signal: AbortSignal
  readonly #id = randomId()
  readonly #client: AgentClient
  readonly #time: ServerClock
  readonly #sandbox: ScriptSandbox
  readonly #runtimes: ReturnType<typeof createMachineRuntimes>
  #policy: AgentPolicy = agentPolicy
  #capabilities: AgentCapabilities = { checkTypes: [], runtimes: [], features: [] }
  #load: () => number = () => 0
  #abandon: () => void = () => {}

  constructor(settings: AgentSettings, { clock, log, signal }: AgentTools) {
    this.#settings = settings
    this.#clock = clock
    this.#log = log
    this.#signal = signal
    this.#time = new ServerClock(clock.time, () => this.#load() === 0)
    const { url, apiKey } = settings
    const learnTime = (times: Parameters<ServerClock['learn']>[0]): void => this.#time.learn(times)
    this.#client = new AgentClient({
      url,
      apiKey,
      agentId: this.#id,
      clock,
      learnTime,
      calls: { prompt: this.activity, waiting: this.waits },
    })
    this.#sandbox = new ScriptSandbox({ ...settings, ...(!settings.agentPolicy.scripts && { scriptsForbidden }) }, [], {
      clock,
      log,
    })
    this.#runtimes = createMachineRuntimes(settings, { clock, log, signal })
  }

  /** Finds out what this machine can do and says hello, again and again while the server cannot be reached. */
  async begin(healthPort: number): Promise<AgentFacts> {
    const wall = await this.#sandbox.examine()
    this.#capabilities = await this.#probeCapabilities(wall)
    const welcome = await this.#sayHelloPatiently()
    const { offsetMs: clockOffsetMs } = this.#time
    return { welcome, capabilities: this.#capabilities, wall, healthPort, clockOffsetMs }
  }

  async #probeCapabilities(wall: WallStatus): Promise<AgentCapabilities> {
    const found = await probeCapabilities({ wall, runtimes: this.#runtimes })
    return permittedCapabilities(this.#settings.agentPolicy, found)
  }

  async #sayHelloPatiently(): Promise<AgentWelcome> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#sayHello()
      } catch (error) {
        if (error instanceof AgentCallRejected) throw new AgentProblem(error.message)
        this.#log.warn({ error: String(error) }, 'The server does not answer; trying again')
        await this.#clock.sleep(backoffMs(backoffPolicies.internal, tries), this.#signal)
        if (this.#signal.aborted) throw new AgentProblem('The agent was stopped before the server answered.')
      }
    }
  }

  async #sayHello(): Promise<AgentWelcome> {
    const hello: AgentHello = {
      protocol: protocolRange,
      agentId: this.#id,
      name: this.#settings.name,
      version: ownVersion,
      places: this.#settings.jobConcurrency,
      capabilities: this.#capabilities,
    }
    const welcome = await this.#client.call<AgentWelcome>({ path: agentPaths.hello, body: hello })
    this.#policy = welcome.policy
    return welcome
  }

  /** Takes five seconds at most and never rejects: a service that does not hear it misses the agent soon. */
  async sayGoodbye(): Promise<void> {
    await this.#client
      .call({ path: agentPaths.goodbye, body: {}, answerMs: goodbyeMs })
      .catch((error: unknown) =>
        this.#log.debug({ error: String(error) }, 'The service did not hear that this agent ends'),
      )
  }

  abandon(): void {
    this.#abandon()
  }

  async reportCrash(error: unknown): Promise<void> {
    if (this.#settings.externalObservability === 'on') await sendCrash(this.#client, error)
  }

  /** Runs checks until the stop, and ends everything that runs them. */
  async work(): Promise<void> {
    const { url, jobConcurrency: concurrency, stopGraceSeconds, allowPrivateTargets, runtimes } = this.#settings
    const { dataDir, agentPolicy: policy, useOsDnsResolver: usesOsResolver, dependencies } = this.#settings
    const [log, clock, sandbox] = [this.#log, this.#clock, this.#sandbox]
    const egress = createEgress({ allowPrivateTargets, usesOsResolver, ...egressRules(policy) }, clock)
    const scripts = createApiScripts({
      sandbox,
      runtimes: this.#runtimes,
      settings: { waitingScripts: 1 },
      egress,
      clock,
      log,
      encoder: findEncoder(null, log),
      dependencyCache: dependencies.isKept ? join(resolve(dataDir), 'suite-dependencies') : null,
      ...(dependencies.bucket && { sharedDependencies: new BucketArchives(clock, dependencies.bucket) }),
    })
    const port = createHttpRunnerPort({
      client: this.#client,
      clock,
      running: () => this.#load(),
      sayHello: async () => void (await this.#sayHello()),
      policy: () => this.#policy,
    })
    const sight = createSight(this.#settings, clock)
    const claim: typeof port.claim = async (request) =>
      (await port.claim(request)).map((task) => withPolicy(policy, task))
    const runner = createRunner({
      port: countedRuns({ ...port, claim }, this.activity),
      runnerId: this.#id,
      locations: [],
      concurrency,
      tools: {
        egress,
        sandbox,
        userAgent: `Belfry/1.0 (synthetic; ${url})`,
        networkEvidence: new NetworkEvidence(clock),
        runtimes: this.#runtimes,
        apiScripts: scripts.apiScripts,
        playwright: scripts.playwright,
        suites: scripts.suites,
        agentSessions: scripts.agentSessions,
      },
      clock,
      log,
      stopGraceMs: stopGraceSeconds * 1_000,
      returnsUnfinished: true,
      renewEveryMs: this.#policy.renewEveryMs,
      ...(sight && { sight }),
    })
    this.#load = () => runner.load().running
    this.#abandon = () => runner.abandon()
    void clock.standstill.run(clock, this.#signal)
    void this.#runtimes.keepInstalled(policy.scripts ? (runtimes ?? []) : [])
    const reporting = this.#reportHealth()
    const watching = sight?.watch((time) => this.#tellBlind(time), this.#signal)
    await runner.run(this.#signal)
    await Promise.all([reporting, watching, scripts.close()])
  }

  /** Tells the server now and then what is under way, and what this machine can do when that changed. */
  async #reportHealth(): Promise<void> {
    while (!this.#signal.aborted) {
      await this.#clock.sleep(this.#policy.healthEveryMs, this.#signal)
      if (this.#signal.aborted) return
      await this.#tellHealth().catch((error: unknown) =>
        this.#log.debug({ error: String(error) }, 'The health of this agent could not be reported'),
      )
    }
  }

  async #tellBlind({ since, until, silent }: BlindTime): Promise<void> {
    const body = { running: this.#load(), blind: { since, until, silent: silent.slice(0, maxSilent) } }
    await this.#client.call<AgentHealthNoted>({ path: agentPaths.health, body })
  }

  async #tellHealth(): Promise<void> {
    const capabilities = await this.#probeCapabilities(this.#sandbox.status)
    const isChanged = JSON.stringify(capabilities) !== JSON.stringify(this.#capabilities)
    const body = { running: this.#load(), ...(isChanged && { capabilities }) }
    const { policy } = await this.#client.call<AgentHealthNoted>({ path: agentPaths.health, body })
    this.#policy = policy
    this.#capabilities = capabilities
  }
}
