import type { AgenticAction, AgenticScript, Exploration, ExploredPage } from '#contract'
import { writeReason } from '#contract/reasons'
import { scriptOf } from '#scripting'
import type { ActionOutcome, AgentSession } from '#scripting'
import type { RunContext } from './run-context.ts'
import { runScript } from './run-script.ts'
import type { ScriptRun } from './run-script.ts'

export interface Attempt {
  readonly explored: Exploration
  /** The script of its actions and how it ran; null when there is none. */
  readonly verified: { readonly script: AgenticScript; readonly run: ScriptRun } | null
  /** Why no script may be kept; null when one may. */
  readonly problem: string | null
}

interface Previous {
  readonly script: AgenticScript
  readonly error: string
}

/** Time for the script that follows an exploration. */
const verificationMs = 60_000

/** Lets the model explore, and runs its actions as a script, which is kept only if it passes. */
export async function exploreTarget(context: RunContext, previous: Previous | null): Promise<Attempt> {
  const explored = await exploreWithin(context, previous)
  const { finish } = explored
  if (finish === null)
    return { explored, verified: null, problem: explored.problem ?? writeReason('EXPLORATION_ENDLESS') }
  if (finish.outcome === 'failed') return { explored, verified: null, problem: finish.summary }
  const script = scriptOf(explored.actions, explored.conditions)
  const lost = previous === null ? [] : missing(previous.script.expectations, script.expectations)
  if (lost.length > 0)
    return { explored, verified: null, problem: writeReason('REPAIR_LOST', { list: lost.join('; ') }) }
  if (context.scope.redact(script.script) !== script.script)
    return { explored, verified: null, problem: writeReason('SCRIPT_HAS_SECRET') }
  const run = await runScript(script, context)
  const isPassed = run.kind === 'ran' && run.isPassed
  return {
    explored,
    verified: { script, run },
    problem: isPassed ? null : writeReason('SCRIPT_NOT_PASSED', { reason: problemOf(run) }),
  }
}

const missing = (before: readonly string[], after: readonly string[]): string[] =>
  before.filter((expectation) => !after.includes(expectation))

const problemOf = (run: ScriptRun): string => {
  if (run.kind === 'unavailable') return run.problem
  if (run.kind === 'broke') return writeReason('ITS_PROCESS_ENDED', { cause: run.run.end.cause })
  const [error] = [...run.answer.errors, ...run.answer.tests.flatMap(({ errors }) => errors)]
  return error?.message ?? writeReason('NO_TEST_PASSED')
}

async function exploreWithin(context: RunContext, previous: Previous | null): Promise<Exploration> {
  const { agent, agentSessions, explorePrompt, scope, code, userAgent, accountId, clock, deadline } = context
  if (explorePrompt === null) return nothing(writeReason('NO_MODEL'))
  const limitMs = Math.max(1, Math.min(explorePrompt.maxMs, deadline - clock.now() - verificationMs))
  const signal = AbortSignal.any([context.signal, clock.timeLimit(limitMs)])
  const opening = { runtimeId: code.runtimeId, accountId, environment: scope.environment, userAgent, limitMs, signal }
  let session: AgentSession
  try {
    session = await agentSessions.open(opening)
  } catch (error) {
    return nothing(error instanceof Error ? error.message : String(error))
  }
  try {
    return await explorePrompt.explore({
      prompt: agent.prompt,
      skills: agent.skills,
      variables: scope.variables.map(({ key, value, secret }) => ({ name: key, value: secret ? null : value })),
      hosts: scope.hosts,
      previous: previous && { ...previous.script, error: scope.redact(previous.error) },
      perform: async (action: AgenticAction) => shown(await session.perform(action), scope.redact),
      signal,
      now: () => clock.now(),
    })
  } finally {
    await session.close()
  }
}

const nothing = (problem: string): Exploration => ({
  conditions: [],
  actions: [],
  steps: [],
  finish: null,
  problem,
  isUnavailable: true,
  tokens: 0,
})

/** Removes secrets, in whatever form the page shows them. */
const shown = (
  { problem, url, title, snapshot, response }: ActionOutcome,
  redact: (text: string) => string,
): ExploredPage => ({
  problem: problem === null ? null : redact(problem),
  url: redact(url),
  title: redact(title),
  snapshot: redact(snapshot),
  response: response && {
    status: response.status,
    headers: Object.fromEntries(Object.entries(response.headers).map(([name, value]) => [name, redact(value)])),
    body: redact(response.body),
  },
})
