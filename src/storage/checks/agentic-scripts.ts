import type { AgenticScript, AgenticTask } from '#contract'
import { textHash } from '#kernel'
import type { Narrowed } from '../database/narrowed.ts'
import type { Queryable } from '../database/queryable.ts'
import type { AgenticScriptsTable } from '../generated/tables.ts'

export type AgenticScriptRow = Narrowed<
  AgenticScriptsTable,
  { readonly conditions: readonly string[]; readonly expectations: readonly string[] }
>

export interface NewAgenticScript extends AgenticScript {
  readonly accountId: string
  readonly checkId: string
  readonly id: string
  readonly promptVersion: string
  /** The script that it replaces; null for a first one. */
  readonly base: string | null
  readonly createdAt: Date
}

/** The version of a prompt with which its script is stored. Another prompt, or other skills, have another. */
export const promptVersionOf = ({ prompt, skills }: Pick<AgenticTask, 'prompt' | 'skills'>): string =>
  textHash(JSON.stringify([prompt, skills]))

/** The scripts of these checks; those without one are absent. */
export const findAgenticScripts = (
  db: Queryable,
  keys: readonly { readonly accountId: string; readonly checkId: string }[],
): Promise<AgenticScriptRow[]> =>
  db.rows(
    `select agentic_scripts.* from agentic_scripts
     join unnest($1::uuid[], $2::uuid[]) as wanted (account_id, check_id) using (account_id, check_id)`,
    [keys.map(({ accountId }) => accountId), keys.map(({ checkId }) => checkId)],
  )

/** Stores each script, at most one for a check, unless another than its base is stored for the same prompt. */
export async function saveAgenticScripts(tx: Queryable, scripts: readonly NewAgenticScript[]): Promise<void> {
  if (scripts.length === 0) return
  const rows = scripts.toSorted((a, b) => (a.checkId < b.checkId ? -1 : 1))
  await tx.rows(
    `insert into agentic_scripts (account_id, check_id, id, prompt_version, script, conditions, expectations,
       needs_browser, created_at)
     select (row ->> 'accountId')::uuid, (row ->> 'checkId')::uuid, (row ->> 'id')::uuid, row ->> 'promptVersion',
       row ->> 'script', row -> 'conditions', row -> 'expectations', (row ->> 'needsBrowser')::boolean,
       (row ->> 'createdAt')::timestamptz
     from jsonb_array_elements($1::jsonb) as row
     on conflict (account_id, check_id) do update set
       id = excluded.id, prompt_version = excluded.prompt_version, script = excluded.script,
       conditions = excluded.conditions, expectations = excluded.expectations,
       needs_browser = excluded.needs_browser, created_at = excluded.created_at, repair_failed_at = null
     where agentic_scripts.prompt_version <> excluded.prompt_version or agentic_scripts.id = any($2::uuid[])`,
    [JSON.stringify(rows), rows.flatMap(({ base }) => base ?? [])],
  )
}

/** Notes that scripts were not repaired. */
export const saveFailedRepairs = (tx: Queryable, ids: readonly string[], at: Date): Promise<unknown> =>
  ids.length === 0
    ? Promise.resolve()
    : tx.rows('update agentic_scripts set repair_failed_at = $2 where id = any($1::uuid[])', [ids, at])
