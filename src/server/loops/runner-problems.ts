import type { RunRequirement, RunnerProblems } from '#contract'
import { minuteMs, randomId, secondMs } from '#kernel'
import type { Clock } from '#kernel'
import type { Runtimes } from '#scripting'
import { deleteRunnerProblems, saveRunnerProblems } from '#storage/runs'
import type { Store } from '#storage/database'
import { findIcmpProblem } from '#runner-host'
import type { MachineScripts } from '#runner-host'
import type { Loop } from './run-loop.ts'

export interface RunnerProblemTools {
  readonly store: Store
  readonly clock: Clock
  readonly runtimes: Runtimes
  readonly playwright: Pick<MachineScripts['playwright'], 'findProblem'>
  readonly apiScripts: Pick<MachineScripts['apiScripts'], 'findProblem'>
  readonly suites: Pick<MachineScripts['suites'], 'findMissingNpm'>
  readonly hasModel: boolean
}

type Examination = (tools: RunnerProblemTools) => Promise<string | null>

/**
 * How this machine finds out that it lacks something: a sentence for users, without paths, or null. What is only not
 * there yet is no problem, as runs wait for it.
 */
const examinations: Readonly<Record<RunRequirement, Examination>> = {
  isolation: ({ playwright }) => playwright.findProblem(),
  scripts: ({ apiScripts }) => apiScripts.findProblem(),
  runtime: async ({ runtimes }) => {
    const { used } = runtimes.resolve(null)
    const { state, code } = runtimes.status(used)
    if (state !== 'failed') return null
    return `The runtime ${used} cannot be used (${code ?? 'unknown'}); see the log of the service for the cause.`
  },
  browser: async ({ runtimes }) => {
    const { used } = runtimes.resolve(null)
    if (runtimes.status(used).state !== 'installed') return null
    const { chromium } = await runtimes.get(used)
    return chromium === null ? `Runtime ${used} has no Chromium on the machine that runs checks.` : null
  },
  npm: ({ suites }) => Promise.resolve(suites.findMissingNpm()),
  model: ({ hasModel }) => Promise.resolve(hasModel ? null : noModel),
  icmp: () => Promise.resolve(findIcmpProblem()),
}

const noModel =
  'The check has no script yet, and the machine that runs checks has no model that could write one: the operator sets BELFRY_LLM_URL and BELFRY_LLM_MODEL.'

const everyMs = 30 * secondMs
const forgottenAfterMs = 10 * minuteMs

/** Says every half minute what the runner of this process lacks, and nothing any more after the stop. */
export function runnerProblemsLoop(tools: RunnerProblemTools): Loop {
  const { store, clock } = tools
  const runnerId = randomId()
  return {
    name: 'runner problems',
    async iteration() {
      const problems = await examine(tools)
      const now = new Date(clock.now())
      await saveRunnerProblems(store.db, { runnerId, problems, now }, new Date(clock.now() - forgottenAfterMs))
      return everyMs
    },
    finish: async () => void (await deleteRunnerProblems(store.db, runnerId).catch(() => {})),
  }
}

async function examine(tools: RunnerProblemTools): Promise<RunnerProblems> {
  const found = Object.entries(examinations).map(async ([name, find]) => [name, await find(tools)] as const)
  const problems = (await Promise.all(found)).filter(([, problem]) => problem !== null)
  return Object.fromEntries(problems)
}
