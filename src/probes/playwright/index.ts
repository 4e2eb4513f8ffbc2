import { failure } from '#egress'
import type { Observation } from '#contract'
import { writeReason } from '#contract/reasons'
import type { EndedSuite } from '#scripting'
import { Stopwatch } from '../outcome.ts'
import { runTimeOf } from '../probe.ts'
import type { Probe } from '../probe.ts'
import { artifactsOf } from './artifacts-of.ts'
import { failureOf } from './failure-of.ts'
import { SuiteLog } from './suite-log.ts'

/**
 * Runs the project of a suite. Tests that fail are an answer; a failure is what kept the suite from running to its end.
 * Where the service could not run it, that is no statement about the target.
 */
export const PLAYWRIGHT: Probe<'PLAYWRIGHT'> = async (task, { clock, suites, runFiles, signal, progress }) => {
  const watch = new Stopwatch(clock)
  const { suite, environment = [] } = task.code ?? {}
  if (suite === undefined) return unprepared(watch, writeReason('NO_SUITE'))
  if (suites === undefined || runFiles === undefined) return unprepared(watch, writeReason('NO_SUITES_HERE'))
  const log = new SuiteLog(
    watch.log,
    () => watch.stoppedAt(),
    ({ time: at, level, msg: message }) => progress?.add({ type: 'LOG', at, level, message }),
  )
  const ended = await suites.run({
    accountId: task.accountId ?? '',
    suite,
    environment: Object.fromEntries(environment.map(({ key, value }) => [key, value])),
    openBundle: (id) => runFiles.openBundle(id),
    filesDirectory: () => runFiles.directory(),
    deadline: watch.startedAt + runTimeOf(task),
    signal,
    note: (level, msg) => log.add(level, msg),
  })
  log.end()
  if (!('problem' in ended)) return observed(watch, ended, signal.aborted)
  if (signal.aborted) return watch.failed(failure('timeout', 'ECANCELED', writeReason('RUN_CANCELLED')))
  if (ended.isOfSuite) return watch.failed(failure('preparation', 'ESUITE', ended.problem))
  return unprepared(watch, ended.problem)
}

function unprepared(watch: Stopwatch, problem: string): Observation<'PLAYWRIGHT'> {
  const observation = watch.failed<'PLAYWRIGHT'>(
    failure('preparation', 'ESUITE', writeReason('SUITE_NOT_RUN', { reason: problem })),
  )
  return { ...observation, found: { secrets: [], isServiceFault: true } }
}

function observed(watch: Stopwatch, suite: EndedSuite, isCancelled: boolean): Observation<'PLAYWRIGHT'> {
  const { end, startedAt, stoppedAt, lostFiles } = suite
  for (const name of lostFiles) watch.note('WARN', `The file ${name} of the run could not be kept.`)
  const artifacts = artifactsOf(suite.files)
  const failed = failureOf(end, isCancelled)
  if (failed !== null) return { ...watch.failed<'PLAYWRIGHT'>(failed), artifacts }
  const { tests, errors } = end.report ?? { tests: noTests, errors: [] }
  const answer = { startTime: startedAt, endTime: stoppedAt, isPassed: end.outcome === 'passed', tests, errors }
  return { ...watch.answered<'PLAYWRIGHT'>(answer, stoppedAt - startedAt), artifacts }
}

const noTests = { passed: 0, failed: 0, flaky: 0, skipped: 0 }
