import { agenticEntry, conditionTitle, filesOfScript } from '#scripting'
import type { AgenticCondition, AgenticScript, AgenticStep, ScriptAnswer, ScriptStep } from '#contract'
import { isScriptFailed } from '#contract'
import { writeReason } from '#contract/reasons'
import type { FollowedRun, PlaywrightOutcome, RunFile } from '#scripting'
import { answerOf } from '../test-file/answer-of.ts'
import { artifactsOf } from '../test-file/artifacts-of.ts'
import type { RunContext } from './run-context.ts'

const testMs = 120_000
const expectMs = 10_000
const maxScriptMs = 130_000
const maxSteps = 200

/** How a script ended. `unavailable`: the service could not run it. */
export type ScriptRun =
  | {
      readonly kind: 'ran'
      readonly isPassed: boolean
      readonly answer: ScriptAnswer
      readonly files: readonly RunFile[]
    }
  | { readonly kind: 'broke'; readonly run: FollowedRun }
  | { readonly kind: 'unavailable'; readonly problem: string }

/** Runs a script behind the wall, as test files of browser checks are run. */
export async function runScript(script: AgenticScript, context: RunContext): Promise<ScriptRun> {
  const { playwright, code, scope, userAgent, signal, note, onProgress, accountId, deadline, clock } = context
  const outcome: PlaywrightOutcome = await playwright.run({
    runtimeId: code.runtimeId,
    accountId,
    kind: script.needsBrowser ? 'browser' : 'multi-step',
    job: {
      files: filesOfScript(script.script),
      entry: agenticEntry,
      environment: scope.environment,
      timeouts: { testMs, expectMs, globalMs: maxScriptMs },
      artifacts: { trace: code.keepsFiles ? 'on' : 'retain-on-failure', screenshot: 'on', video: 'off' },
      userAgent,
      use: { navigationTimeout: 30_000, actionTimeout: 10_000 },
    },
    deadline: Math.min(deadline, clock.now() + maxScriptMs),
    signal,
    note,
    ...(onProgress && { onProgress }),
  })
  if ('problem' in outcome) return { kind: 'unavailable', problem: outcome.problem }
  if (outcome.result === null) return { kind: 'broke', run: outcome }
  const answer = answerOf(outcome.result, outcome.runtimeId)
  return { kind: 'ran', isPassed: !isScriptFailed(answer), answer, files: outcome.files }
}

/** Its files, each with its kind. */
export function filesOf({ answer, files }: Extract<ScriptRun, { kind: 'ran' }>, keepsFiles: boolean) {
  const artifacts = artifactsOf(answer, files, keepsFiles)
  return { artifacts, manifest: Object.fromEntries(artifacts.map(({ name, kind }) => [name, descriptions[kind]])) }
}

const descriptions = {
  trace: 'Trace of the browser',
  screenshot: 'Screenshot at the end of the script',
  video: 'Video',
  report: 'Report of the script',
  log: 'Log',
  pcap: 'Packet capture',
  traceroute: 'Route',
  snapshot: 'Snapshot',
  file: 'File',
} as const

const flat = (steps: readonly ScriptStep[]): ScriptStep[] => steps.flatMap((step) => [step, ...flat(step.steps)])
const ownSteps = ({ tests }: ScriptAnswer): ScriptStep[] => tests.flatMap(({ steps }) => flat(steps))

/** The result of each condition of a script. One whose steps were not reached did not pass. */
export function conditionsOf(script: AgenticScript, answer: ScriptAnswer): AgenticCondition[] {
  const steps = ownSteps(answer)
  return script.conditions.map((condition, index) => {
    const own = steps.filter(({ title }) => title === conditionTitle(index + 1, condition))
    const expected = script.expectations.filter((text) => text.startsWith(`${index + 1}: `))
    const error = own.find((step) => step.error !== null)?.error ?? null
    const isReached = own.length > 0 && own.length === expected.length
    return {
      condition,
      passed: isReached && error === null,
      actual: error ?? (isReached ? 'as expected' : writeReason('NOT_REACHED')),
      expected: expected.map((text) => text.replace(/^\d+: /, '')).join('; '),
    }
  })
}

export const scriptSteps = (answer: ScriptAnswer, from = 0): AgenticStep[] =>
  ownSteps(answer)
    .filter(({ category }) => /^(?:pw:api|expect|test\.step)$/.test(category))
    .slice(0, maxSteps)
    .map(({ title, category, error, startTime, duration }, index) => ({
      type: 'tool_call',
      name: category,
      input: { title, duration },
      output: error ?? '',
      timestamp: new Date(startTime).toISOString(),
      sequenceNumber: from + index + 1,
    }))

export const errorsOf = ({ errors, tests }: ScriptAnswer): { message: string }[] =>
  [...errors, ...tests.flatMap((test) => test.errors)].map(({ message }) => ({ message }))
