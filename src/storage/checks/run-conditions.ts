import type { CheckSettings, RunCondition } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import { promptVersionOf } from './agentic-scripts.ts'

interface ConditionsRow {
  readonly checkId: string
  readonly hasScripts: boolean
  readonly usesChromium: boolean
  readonly prompt: string | null
  readonly agentRuntime: CheckSettings['agentRuntime']
  readonly promptVersion: string | null
}

const hasText = (column: string): string => `coalesce(${column}, '') ~ '[^[:space:]]'`
const scriptsOf = (settings: string): string =>
  `coalesce(${settings} ->> 'setupSnippetId', ${settings} ->> 'tearDownSnippetId') is not null
   or ${hasText(`${settings} ->> 'localSetupScript'`)} or ${hasText(`${settings} ->> 'localTearDownScript'`)}`

/** Which conditions hold for the runs of checks of an account, by check id, with the scripts of their groups. */
export async function findRunConditions(
  db: Queryable,
  accountId: string,
  checkIds: readonly string[],
): Promise<Map<string, ReadonlySet<RunCondition>>> {
  if (checkIds.length === 0) return new Map()
  const rows = await db.rows<ConditionsRow>(
    `select checks.id as check_id, ${scriptsOf('checks.settings')} or ${scriptsOf('check_groups.settings')} as has_scripts,
       coalesce(checks.settings -> 'browsers' ? 'chromium', false) as uses_chromium,
       checks.settings ->> 'prompt' as prompt, checks.settings -> 'agentRuntime' as agent_runtime,
       agentic_scripts.prompt_version
     from checks
     left join check_groups on check_groups.account_id = checks.account_id and check_groups.id = checks.group_id
     left join agentic_scripts on agentic_scripts.account_id = checks.account_id and agentic_scripts.check_id = checks.id
     where checks.account_id = $1 and checks.id = any($2::uuid[])`,
    [accountId, checkIds],
  )
  return new Map(rows.map((row) => [row.checkId, conditionsOf(row)]))
}

function conditionsOf({ hasScripts, usesChromium, prompt, agentRuntime, promptVersion }: ConditionsRow) {
  const isLearned = promptVersion === promptVersionOf({ prompt: prompt ?? '', skills: agentRuntime?.skills ?? [] })
  const conditions = { hasScripts, usesChromium, hasNoLearnedScript: !isLearned } satisfies Record<
    RunCondition,
    boolean
  >
  return new Set(names.filter((name) => conditions[name]))
}

const names = ['hasScripts', 'usesChromium', 'hasNoLearnedScript'] as const
