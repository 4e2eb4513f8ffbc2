import type { RuntimeId, ScriptAnswer, ScriptError, ScriptTest } from '#contract'
import { writeReason } from '#contract/reasons'
import type { RunError, RunResult, RunStep, RunTest } from '#scripting'
import { summaryOf } from './summary-of.ts'
import { pagesOf, vitalsOf } from './pages-of.ts'
import { RequestEvents, stepsOf } from './steps-of.ts'

const degradedAnnotation = 'belfry:degraded'
const softErrorAnnotation = 'belfry:soft-error'

/** The answer of a run, from the result of its process. */
export function answerOf(result: RunResult, runtimeVersion: RuntimeId): ScriptAnswer {
  const pages = pagesOf(result.events)
  const requests = new RequestEvents(result.events)
  return {
    runtimeVersion,
    startTime: result.startedAt,
    endTime: result.startedAt + Math.round(result.durationMs),
    tests: result.tests.map((test) => testOf(test, requests)),
    errors: result.errors.map((error) => errorOf(error, false)),
    degradedReasons: result.tests.flatMap(({ annotations }) =>
      annotations.flatMap(({ type, description }) => (type === degradedAnnotation ? [description ?? ''] : [])),
    ),
    pages,
    traceSummary: summaryOf(result.events),
    webVitals: vitalsOf(pages),
  }
}

/** Secrets that the script set while it ran. */
export const secretsOf = ({ events }: RunResult): string[] =>
  events.flatMap((event) => (event.type === 'secret' && event.value !== '' ? [event.value] : []))

function testOf(test: RunTest, requests: RequestEvents): ScriptTest {
  const soft = new Set(
    test.annotations.flatMap(({ type, description }) => (type === softErrorAnnotation ? [Number(description)] : [])),
  )
  return {
    titles: test.titles,
    status: test.status,
    isExpected: test.status === 'skipped' || test.status === test.expectedStatus,
    startTime: test.startedAt,
    duration: test.durationMs,
    errors: test.errors.map((error, index) => errorOf(error, soft.has(index))),
    steps: stepsOf(visible(test.steps), requests),
  }
}

/** Hooks that only set up fixtures are left out. */
const visible = (steps: readonly RunStep[]): RunStep[] =>
  steps.filter(
    ({ category, steps: inner, error }) => category !== 'hook' || error !== null || inner.some(saysSomething),
  )

const saysSomething = ({ category, error }: RunStep): boolean => category !== 'fixture' || error !== null

const missing = /A snapshot doesn't exist at [^\n]*?\.(?=\n|$)/

/** Says what to do about a golden file that is missing. */
const explained = (message: string): string => message.replace(missing, `$& ${writeReason('GOLDEN_FILE_MISSING')}`)

const errorOf = ({ message, stack, position, snippet }: RunError, isSoft: boolean): ScriptError => ({
  message: explained(message),
  stack,
  position,
  snippet,
  isSoft,
})
