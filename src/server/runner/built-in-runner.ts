import { dropInName } from '#api'
import { randomId } from '#kernel'
import type { Signal } from '#kernel'
import type { MachineScripts } from '#runner-host'
import { NetworkEvidence } from '#probes'
import { countedRuns, createRunner } from '#runner'
import type { Runner } from '#runner'
import { explorePromptWith } from './explore-prompt-with.ts'
import { createLocalRunnerPort } from './local-runner-port.ts'
import type { Egress, Parts } from '../parts.ts'

export interface RunnerNeeds {
  readonly wake: Signal
  readonly scripts: MachineScripts | null
}

/** The runner in the process of the service, without a network between. */
export function createBuiltInRunner(parts: Parts, egress: Egress, { wake, scripts }: RunnerNeeds): Runner {
  const { settings, opened, clock, log, metrics, runProblems, activity } = parts
  const port = createLocalRunnerPort({
    store: opened.store,
    clock,
    publicUrl: parts.publicUrl,
    metrics,
    runProblems,
    activity,
    wake,
    randomNumber: Math.random,
    automaticAnalysis: settings.automaticAnalysis,
    isDropIn: settings.serviceName === dropInName,
    traceMember: settings.traceRequests ? settings.serviceName : null,
    artifacts: parts.artifacts,
  })
  return createRunner({
    port: countedRuns(port, activity),
    runnerId: `built-in ${randomId()}`,
    locations: settings.locations,
    concurrency: settings.runnerConcurrency,
    tools: {
      egress,
      sandbox: parts.sandbox,
      userAgent: `Belfry/1.0 (synthetic; ${parts.publicUrl})`,
      networkEvidence: new NetworkEvidence(clock),
      ...(parts.runtimes && { runtimes: parts.runtimes }),
      ...(scripts && {
        apiScripts: scripts.apiScripts,
        playwright: scripts.playwright,
        suites: scripts.suites,
        agentSessions: scripts.agentSessions,
      }),
      ...explorePromptWith(settings, clock),
    },
    clock,
    log,
    ...(parts.sight && { sight: parts.sight }),
  })
}
