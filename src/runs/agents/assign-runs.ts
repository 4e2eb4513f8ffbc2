import { agentConnectedMs, lacksOf, needsOf, whyNoAgentCan } from '#contract'
import type { Observation, RunReport, RunTask } from '#contract'
import { describeResult, evaluateRun, hideSecrets } from '#evaluation'
import { listQueueCapabilities } from '#storage/agents'
import { notify } from '#storage/database'
import { addToCounter, passOnTasks } from '#storage/runs'
import type { Store } from '#storage/database'
import { settleRuns } from '../settle/settle-runs.ts'

export interface Placing {
  readonly queue: string
  /** The capabilities that the claiming agent lacks. */
  readonly lacks: readonly string[]
  readonly nowMs: number
  readonly publicUrl: string
}

/**
 * The runs that the agent which claimed them can do. The others go back to the queue for agents that can; if no
 * connected agent of the location can, they end at once with an inconclusive result that says what is missing.
 */
export async function assignRuns(store: Store, tasks: readonly RunTask[], placing: Placing): Promise<RunTask[]> {
  const { lacks, queue, nowMs } = placing
  const unfit = tasks.filter((task) => needsOfTask(task).some((need) => lacks.includes(need)))
  if (unfit.length === 0) return [...tasks]
  const connected = await listQueueCapabilities(store.db, queue, new Date(nowMs - agentConnectedMs))
  const agents = [{ lacks }, ...connected.map((capabilities) => ({ lacks: lacksOf(capabilities) }))]
  const judged = unfit.map((task) => ({ task, needs: needsOfTask(task), problem: problemOf(task, agents) }))
  const others = judged.filter(({ problem }) => problem === null)
  if (others.length > 0) await passOn(store, others, nowMs)
  const reports = judged.flatMap(({ task, problem }) => (problem === null ? [] : [unableReport(task, problem, nowMs)]))
  if (reports.length > 0) await end(store, reports, placing)
  const passed = new Set(unfit)
  return tasks.filter((task) => !passed.has(task))
}

const needsOfTask = ({ checkType, request, code }: RunTask) =>
  needsOf({ checkType, request, hasCode: code !== undefined })

const problemOf = (task: RunTask, agents: Parameters<typeof whyNoAgentCan>[1]): string | null =>
  whyNoAgentCan(needsOfTask(task), agents)

async function passOn(
  { db }: Store,
  runs: readonly { readonly task: RunTask; readonly needs: readonly string[] }[],
  nowMs: number,
): Promise<void> {
  const passed = runs.map(({ task: { id: taskId, leaseToken }, needs }) => ({ taskId, leaseToken, needs }))
  await db.transaction(async (tx) => {
    await passOnTasks(tx, passed, new Date(nowMs))
    await notify(tx, 'run_tasks')
  })
}

async function end(store: Store, reports: readonly RunReport[], { queue, nowMs, publicUrl }: Placing): Promise<void> {
  const { settled } = await settleRuns(store, reports, { nowMs, publicUrl, randomNumber: () => 0 })
  if (settled > 0) await addToCounter(store.db, 'unable_runs', queue, settled)
}

/** Inconclusive, so that what agents lack is no statement about the target and alerts nobody. */
function unableReport(task: RunTask, message: string, nowMs: number): RunReport {
  const failure = { kind: 'preparation', code: 'EAGENT', message, isNetworkError: false } as const
  const observation: Observation = {
    startedAt: nowMs,
    stoppedAt: nowMs,
    responseTimeMs: 0,
    answer: null,
    failure,
    log: [],
  }
  const hidden = hideSecrets(task, observation, evaluateRun(task, observation))
  const reason = { kind: 'failure', outcome: 'failed', message } as const
  const verdict = { ...hidden.verdict, outcome: 'failed', reasons: [reason] } as const
  return {
    taskId: task.id,
    leaseToken: task.leaseToken,
    observation: hidden.observation,
    verdict,
    detail: { ...describeResult(task, hidden.observation, verdict) },
    isRunnerError: true,
    isInconclusive: true,
  }
}
