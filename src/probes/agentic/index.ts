import type {
  AgenticAnswer,
  AgenticScript,
  LearnedScript,
  Observation,
  ObservedArtifact,
  StoredAgenticScript,
} from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import { Stopwatch } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe, ProbeTask, ProbeTools } from '../probe.ts'
import { progressTo } from '../test-file/progress-to.ts'
import { exploreTarget } from './explore-target.ts'
import type { Attempt } from './explore-target.ts'
import { scopeOf } from './prompt-scope.ts'
import type { RunContext } from './run-context.ts'
import { conditionsOf, errorsOf, filesOf, runScript, scriptSteps } from './run-script.ts'
import type { ScriptRun } from './run-script.ts'

type Seen = Observation<'AGENTIC'>

/**
 * Runs the stored script of a prompt, without a model. Without a script, a model explores and what it did becomes the
 * script; when the script fails, a model may repair it. A script is learned only after it has passed.
 */
export const AGENTIC: Probe<'AGENTIC'> = async (task, tools) => {
  const watch = new Stopwatch(tools.clock)
  const context = contextOf(task, tools, watch)
  if (typeof context === 'string') return unprepared(watch, context)
  const { agent, scope } = context
  if (scope.missing.length > 0) return withoutVariables(watch, context)
  if (agent.stored !== null) return runStored(watch, context, agent.stored)
  if (context.explorePrompt === null) return unprepared(watch, noModel)
  return exploreFirst(watch, context)
}

const noModel = writeReason('NO_SCRIPT_NO_MODEL')

function contextOf(task: ProbeTask<'AGENTIC'>, tools: ProbeTools, watch: Stopwatch): RunContext | string {
  const { code, accountId = '', secrets = [] } = task
  const { playwright, agentSessions, explorePrompt = null, userAgent, signal, progress } = tools
  if (code?.agent === undefined) return writeReason('NO_PROMPT')
  if (playwright === undefined || agentSessions === undefined) return writeReason('NO_SCRIPTS_HERE')
  return {
    agent: code.agent,
    code,
    scope: scopeOf(code.agent, code, secrets),
    accountId,
    playwright,
    agentSessions,
    explorePrompt,
    userAgent,
    signal,
    deadline: watch.startedAt + runTimeOf(task),
    clock: tools.clock,
    note: (level, msg) => watch.note(level, msg),
    ...(progress && { onProgress: progressTo(progress) }),
  }
}

const answerWith = ({ agent }: RunContext, changes: Partial<AgenticAnswer>): AgenticAnswer => ({
  prompt: agent.prompt,
  summary: '',
  assertions: [],
  suggestions: [],
  steps: [],
  errors: [],
  artifactManifest: {},
  ...changes,
})

function withoutVariables(watch: Stopwatch, context: RunContext): Seen {
  const { missing } = context.scope
  const summary = writeReason('VARIABLES_MISSING', { list: missing.join(', ') })
  const suggestions = [
    {
      summary: 'Add the variables to the check, its group or the account.',
      prompt: missing.map((name) => `{{${name}}}`).join(' '),
      promptReplacement: '',
      secrets: missing,
      category: 'credentials',
    },
  ] as const
  return answered(watch, answerWith(context, { summary, suggestions, errors: [{ message: summary }] }))
}

async function runStored(watch: Stopwatch, context: RunContext, stored: StoredAgenticScript): Promise<Seen> {
  const run = await runScript(stored, context)
  if (run.kind === 'unavailable') return unprepared(watch, run.problem)
  if (run.kind === 'ran' && run.isPassed)
    return ofScript(watch, context, { script: stored, run, summary: writeReason('STORED_SCRIPT_PASSED') })
  const failed = { script: stored, run, error: errorOf(run) }
  const mayRepair = context.explorePrompt !== null && stored.mayRepair
  return mayRepair ? repair(watch, context, failed) : failedRun(watch, context, failed)
}

interface FailedScript {
  readonly script: StoredAgenticScript
  readonly run: Exclude<ScriptRun, { readonly kind: 'unavailable' }>
  readonly error: string
}

const errorOf = (run: FailedScript['run']): string =>
  run.kind === 'ran' ? (errorsOf(run.answer)[0]?.message ?? writeReason('SCRIPT_FAILED')) : brokenBy(run)

/** The original error stays the result of the run unless the repaired script has passed. */
async function repair(watch: Stopwatch, context: RunContext, failed: FailedScript): Promise<Seen> {
  const { script: before, error } = failed
  const attempt = await exploreTarget(context, { script: before, error })
  const learned: LearnedScript = { version: context.agent.version, base: before.id, script: null }
  if (attempt.problem === null && attempt.verified?.run.kind === 'ran') {
    const { script, run } = attempt.verified
    const summary = writeReason('SCRIPT_REPAIRED', { reason: firstLine(error) })
    return { ...ofScript(watch, context, { script, run, summary, attempt }), learned: { ...learned, script } }
  }
  watch.note('WARN', `The script was not repaired: ${context.scope.redact(attempt.problem ?? '')}`)
  const seen = failedRun(watch, context, failed)
  return attempt.explored.isUnavailable ? seen : { ...seen, learned }
}

async function exploreFirst(watch: Stopwatch, context: RunContext): Promise<Seen> {
  const attempt = await exploreTarget(context, null)
  const { explored, verified, problem } = attempt
  watch.note('INFO', `The exploration used ${explored.tokens} tokens.`)
  const fault = faultOf(attempt)
  if (fault !== null) return unprepared(watch, fault)
  if (verified?.run.kind !== 'ran') return withoutScript(watch, context, attempt)
  const { script, run } = verified
  const summary = problem ?? explored.finish?.summary ?? ''
  const seen = ofScript(watch, context, { script, run, summary, attempt })
  return problem === null ? { ...seen, learned: { version: context.agent.version, base: null, script } } : seen
}

/** The failure of the service; null when there was none. */
function faultOf({ explored, verified }: Attempt): string | null {
  if (explored.isUnavailable) return explored.problem ?? writeReason('MODEL_SILENT')
  return verified?.run.kind === 'unavailable' ? verified.run.problem : null
}

function withoutScript(watch: Stopwatch, context: RunContext, { explored, problem }: Attempt): Seen {
  const summary = problem ?? ''
  const asserted = new Set(explored.actions.map((action) => (action.tool === 'assert' ? action.condition : 0)))
  return answered(
    watch,
    answerWith(context, {
      summary,
      steps: explored.steps,
      errors: [{ message: summary }],
      suggestions: explored.finish?.suggestions ?? suggestionsOf(context),
      assertions: explored.conditions.map((condition, index) => ({
        condition,
        passed: asserted.has(index + 1),
        actual: '',
        expected: '',
      })),
    }),
  )
}

const suggestionsOf = ({ scope, agent }: RunContext): AgenticAnswer['suggestions'] =>
  scope.hosts.length > 0
    ? []
    : [
        {
          summary: 'Name the URL where the check begins; only hosts that the prompt names are opened.',
          prompt: agent.prompt.slice(0, 200),
          promptReplacement: 'Open https://www.example.com/ and …',
          secrets: [],
          category: 'endpoint',
        },
      ]

interface PassedOrFailed {
  readonly script: AgenticScript
  readonly run: Extract<ScriptRun, { readonly kind: 'ran' }>
  readonly summary: string
  /** The exploration before it. */
  readonly attempt?: Attempt
}

function ofScript(watch: Stopwatch, context: RunContext, { script, run, summary, attempt }: PassedOrFailed): Seen {
  const { artifacts, manifest } = filesOf(run, context.code.keepsFiles ?? false)
  const explored = attempt?.explored.steps ?? []
  const answer = answerWith(context, {
    summary,
    assertions: conditionsOf(script, run.answer),
    suggestions: attempt?.explored.finish?.suggestions ?? [],
    steps: [...explored, ...scriptSteps(run.answer, explored.length)],
    errors: errorsOf(run.answer),
    artifactManifest: { ...manifest, [scriptName]: 'Script of the check' },
  })
  return { ...answered(watch, answer), artifacts: [...artifacts, scriptFile(script)] }
}

function failedRun(watch: Stopwatch, context: RunContext, { script, run, error }: FailedScript): Seen {
  if (run.kind === 'ran')
    return ofScript(watch, context, {
      script,
      run,
      summary: writeReason('STORED_SCRIPT_FAILED', { reason: firstLine(error) }),
    })
  return answered(watch, answerWith(context, { summary: error, errors: [{ message: error }] }))
}

const scriptName = 'agentic.spec.ts'
const scriptFile = ({ script }: AgenticScript): ObservedArtifact => ({
  name: scriptName,
  kind: 'file',
  contentType: 'text/plain',
  bytes: Buffer.from(script),
})

const brokenBy = ({ run }: Extract<ScriptRun, { kind: 'broke' }>): string =>
  writeReason('SCRIPT_PROCESS_ENDED', { cause: run.end.cause })
const firstLine = (text: string): string => text.trim().split('\n')[0] ?? ''

const answered = (watch: Stopwatch, answer: AgenticAnswer): Seen => watch.answered<'AGENTIC'>(answer, watch.elapsedMs())

function unprepared(watch: Stopwatch, problem: string): Seen {
  const observation = watch.failed<'AGENTIC'>(
    failure('preparation', 'ESCRIPT', writeReason('CHECK_NOT_RUN', { reason: problem })),
  )
  return { ...observation, found: { secrets: [], isServiceFault: true } }
}
