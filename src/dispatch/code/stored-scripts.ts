import type { LearnedScript, RunTask } from '#contract'
import { hourMs, timeOrderedId } from '#kernel'
import type { Encryption } from '#kernel'
import { findAgenticScripts, saveAgenticScripts, saveFailedRepairs } from '#storage'
import type { Queryable } from '#storage'
import { loadEffectiveChecks } from '../effective-checks.ts'
import type { Settled } from '../result-row.ts'
import { agentOf } from './agent-of.ts'

/** After a repair that failed, the next is tried no earlier. */
const repairPauseMs = hourMs

/** The tasks, those with a prompt with the script that was stored for it. */
export async function withStoredScripts(db: Queryable, tasks: readonly RunTask[], nowMs: number): Promise<RunTask[]> {
  const keys = tasks.flatMap(({ code, accountId, checkId }) => (code?.agent ? [{ accountId, checkId }] : []))
  if (keys.length === 0) return [...tasks]
  const found = new Map((await findAgenticScripts(db, keys)).map((row) => [row.checkId, row]))
  return tasks.map((task) => {
    const row = found.get(task.checkId)
    const agent = task.code?.agent
    if (row === undefined || agent === undefined || row.promptVersion !== agent.version) return task
    const { id, script, conditions, expectations, needsBrowser, repairFailedAt } = row
    const mayRepair = repairFailedAt === null || nowMs - repairFailedAt.getTime() >= repairPauseMs
    const stored = { id, script, conditions, expectations, needsBrowser, mayRepair }
    return { ...task, ...(task.code && { code: { ...task.code, agent: { ...agent, stored } } }) }
  })
}

type Learned = LearnedScript & { readonly accountId: string; readonly checkId: string }

/**
 * Stores what runs learned, unless the prompt has changed since, or another run has stored a script first. Call it in the
 * transaction that took the tasks.
 */
export async function storeLearnedScripts(
  tx: Queryable,
  encryption: Encryption,
  settled: readonly Settled[],
  nowMs: number,
): Promise<void> {
  const all = settled.flatMap(({ task: { accountId, checkId }, report: { learned } }): Learned[] =>
    learned ? [{ ...learned, accountId, checkId }] : [],
  )
  if (all.length === 0) return
  const checks = await loadEffectiveChecks(
    tx,
    encryption,
    all.map(({ checkId }) => checkId),
  )
  const current = all.filter(({ checkId, version }) => {
    const check = checks.get(checkId)
    return check !== undefined && agentOf(check.check.settings).version === version
  })
  // One script for each check: a statement cannot write a row twice.
  const scripts = new Map(current.map((one) => [one.checkId, one]))
  const rows = [...scripts.values()].flatMap(({ script, base, version, accountId, checkId }) =>
    script === null
      ? []
      : [
          {
            ...script,
            accountId,
            checkId,
            base,
            promptVersion: version,
            id: timeOrderedId(nowMs),
            createdAt: new Date(nowMs),
          },
        ],
  )
  await saveAgenticScripts(tx, rows)
  await saveFailedRepairs(
    tx,
    current.flatMap(({ script, base }) => (script === null && base !== null ? [base] : [])),
    new Date(nowMs),
  )
}
