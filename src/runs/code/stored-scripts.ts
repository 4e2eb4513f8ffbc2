import type { LearnedScript, RunReport, RunTask } from '#contract'
import { hourMs, timeOrderedId } from '#kernel'
import type { Encryption } from '#kernel'
import { findAgenticScripts, holdCheckDefinitions, saveAgenticScripts, saveFailedRepairs } from '#storage/checks'
import type { NewAgenticScript } from '#storage/checks'
import type { Queryable } from '#storage/database'
import { loadEffectiveChecks } from '#management'
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

interface CheckKey {
  readonly accountId: string
  readonly checkId: string
}
type Learned = LearnedScript & CheckKey

/**
 * Stores what runs learned, unless the prompt has changed since, or another run has stored a script first. Call it in the
 * transaction that took the tasks.
 */
export async function storeLearnedScripts(
  tx: Queryable,
  encryption: Encryption,
  settled: readonly { readonly task: CheckKey; readonly report: Pick<RunReport, 'learned'> }[],
  nowMs: number,
): Promise<void> {
  const all = settled.flatMap(({ task: { accountId, checkId }, report: { learned } }): Learned[] =>
    learned ? [{ ...learned, accountId, checkId }] : [],
  )
  if (all.length === 0) return
  const current = await learnedForPrompts(tx, encryption, all)
  await saveAgenticScripts(tx, newScripts(current, nowMs))
  const failed = current.flatMap(({ script, base }) => (script === null && base !== null ? [base] : []))
  await saveFailedRepairs(tx, failed, new Date(nowMs))
}

/** The scripts learned for the prompts that the checks still have. They cannot change until the transaction ends. */
async function learnedForPrompts(tx: Queryable, encryption: Encryption, all: readonly Learned[]): Promise<Learned[]> {
  const ids = [...new Set(all.map(({ checkId }) => checkId))]
  await holdCheckDefinitions(tx, ids)
  const checks = await loadEffectiveChecks(tx, encryption, ids)
  return all.filter(({ checkId, version }) => {
    const check = checks.get(checkId)
    return check !== undefined && agentOf(check.check.settings).version === version
  })
}

/** The first script that runs of each check report: a statement cannot write a row twice. */
function newScripts(current: readonly Learned[], nowMs: number): NewAgenticScript[] {
  const rows = current.flatMap(({ script, base, version, accountId, checkId }): NewAgenticScript[] => {
    if (script === null) return []
    const own = { id: timeOrderedId(nowMs), createdAt: new Date(nowMs) }
    return [{ ...script, ...own, accountId, checkId, base, promptVersion: version }]
  })
  return [...new Map(rows.toReversed().map((row) => [row.checkId, row])).values()]
}
