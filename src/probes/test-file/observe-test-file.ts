import type { LogLine, Observation, TaskCode, TestFileType } from '#contract'
import { writeReason } from '#contract/reasons'
import { failure } from '#egress'
import { maxRunGibibytes, maxRunMs } from '#scripting'
import type { FollowedRun, PlaywrightOrder, PlaywrightOutcome } from '#scripting'
import { Stopwatch } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { ProbeTask, ProbeTools } from '../probe.ts'
import { answerOf, secretsOf } from './answer-of.ts'
import { artifactsOf } from './artifacts-of.ts'
import { certificatesOf } from './certificates-of.ts'
import { goldenArtifactsOf, readGoldenFiles } from './golden-files.ts'
import { jobOf } from './job-of.ts'
import { logLevels, progressTo } from './progress-to.ts'

type Type = TestFileType

/**
 * Runs the test file of a check. A test that fails is an answer; a failure is what kept the file from running to its end.
 * Where the service could not run it, that is no statement about the target.
 */
export async function observeTestFile<T extends Type>(
  task: ProbeTask<T>,
  tools: ProbeTools,
  kind: PlaywrightOrder['kind'],
): Promise<Observation<T>> {
  const watch = new Stopwatch(tools.clock)
  const { code, accountId = '' } = task
  const { playwright, userAgent, signal, progress } = tools
  if (code === undefined) return unprepared(watch, writeReason('NO_SCRIPT'))
  if (playwright === undefined) return unprepared(watch, writeReason('NO_SCRIPTS_HERE'))
  const note = (level: LogLine['level'], msg: string): void => {
    watch.note(level, msg)
    progress?.add({ type: 'LOG', at: watch.stoppedAt(), level, message: msg })
  }
  const limitMs = runTimeOf(task)
  const snapshots = await readGoldenFiles(code, tools, (msg) => note('WARN', msg)).catch(() => null)
  if (snapshots === null) return unprepared(watch, writeReason('GOLDEN_FILES_UNREADABLE'))
  const { job, ignored } = jobOf(code, { userAgent, limitMs: tools.clock.limitForProcess(limitMs), snapshots })
  if (ignored.length > 0) note('WARN', `These parts of the configuration have no effect: ${ignored.join(', ')}.`)
  const { runtimeId } = code
  const deadline = watch.startedAt + limitMs
  const onProgress = progress && progressTo(progress)
  const order = { runtimeId, accountId, kind, job, deadline, signal, note, ...(onProgress && { onProgress }) }
  const outcome = await playwright.run(order)
  if ('problem' in outcome) return unprepared(watch, outcome.problem)
  return observed(watch, outcome, code)
}

function unprepared<T extends Type>(watch: Stopwatch, problem: string): Observation<T> {
  const observation = watch.failed<T>(
    failure('preparation', 'ESCRIPT', writeReason('SCRIPT_NOT_RUN', { reason: problem })),
  )
  return { ...observation, found: { secrets: [], isServiceFault: true } }
}

type Ran = Exclude<PlaywrightOutcome, { readonly problem: string }>

function observed<T extends Type>(watch: Stopwatch, run: Ran, code: TaskCode): Observation<T> {
  const { keepsFiles = false, certificateHost } = code
  const { result, logs, files, lostFiles } = run
  watch.log.push(
    ...logs.map(({ at, level, text }) => ({ time: at, level: logLevels[level], msg: text.replace(/\n$/, '') })),
  )
  if (result === null) return { ...watch.failed<T>(failureOf(run)), found: { secrets: [] } }
  for (const name of lostFiles) watch.note('WARN', `The file ${name} of the run could not be kept.`)
  const answer = answerOf(result, run.runtimeId)
  const golden = goldenArtifactsOf(answer, run.snapshots, (msg) => watch.note('WARN', msg))
  return {
    ...watch.answered<T>(answer, result.durationMs),
    ...certificatesOf(result, watch.startedAt, certificateHost),
    artifacts: [...golden, ...artifactsOf(answer, files, keepsFiles)],
    found: { secrets: secretsOf(result) },
  }
}

/** Why a run ended without a result. */
const causes: { readonly [C in FollowedRun['end']['cause']]?: string } = {
  'wall time': writeReason('RUN_TOO_LONG', { milliseconds: maxRunMs }),
  memory: writeReason('RUN_MEMORY', { gibibytes: maxRunGibibytes }),
  'cpu time': writeReason('RUN_PROCESSOR_TIME'),
  processes: writeReason('RUN_PROCESSES'),
  disk: writeReason('RUN_DISK'),
  files: writeReason('RUN_FILES'),
  output: writeReason('RUN_OUTPUT'),
}

function failureOf({ end }: FollowedRun) {
  if (end.cause === 'cancelled') return failure('timeout', 'ECANCELED', writeReason('RUN_CANCELLED'))
  if (end.cause === 'wall time') return failure('timeout', 'ETIMEDOUT', causes[end.cause] ?? end.cause)
  const how =
    end.signal === null
      ? writeReason('PROCESS_END_WITH_EXIT_CODE', { exitCode: end.code ?? 0 })
      : writeReason('PROCESS_END_BY_SIGNAL', { signal: end.signal })
  const detail = end.output.trim().slice(-1000)
  const message = causes[end.cause] ?? `${writeReason('RUN_PROCESS_ENDED', { processEnd: how })} ${detail}`
  return failure('script', 'ESCRIPT', message.trim())
}
