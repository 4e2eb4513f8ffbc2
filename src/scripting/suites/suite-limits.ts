import { writeReason } from '#contract/reasons'
import type { SandboxEnd, SandboxLimits } from '../sandbox.ts'

const minuteMs = 60_000
const gibibyte = 1024 ** 3
const megabyte = 1024 ** 2

export const installLimitMs = 5 * minuteMs
export const testLimitMs = 30 * minuteMs
/** For unpacking, the cache of dependencies, and reading what the run left. */
const otherMs = 4 * minuteMs

/** Of the whole process tree of one suite, its browsers and web servers included. */
export const suiteLimits: SandboxLimits = {
  wallMs: installLimitMs + testLimitMs + otherMs,
  cpuSeconds: 2 * 60 * 60,
  memoryBytes: 4 * gibibyte,
  // Browsers reserve it, and use little.
  dataBytes: 64 * gibibyte,
  processes: 300,
  openFiles: 8192,
  diskBytes: 4 * gibibyte,
  fileCount: 300_000,
  outputBytes: 8 * megabyte,
}

/** The most output that the log of a run keeps. */
export const maxLogBytes = 4 * megabyte
/** A command that writes more is ended. */
export const maxWrittenBytes = 64 * megabyte

/** Why a suite was ended, for its author. */
export const endText: Readonly<Record<SandboxEnd['cause'], string>> = {
  exit: writeReason('SUITE_END_FIRST_PROCESS_ENDED'),
  signal: writeReason('SUITE_END_FIRST_PROCESS_KILLED'),
  'wall time': writeReason('SUITE_END_RAN_LONGER'),
  'cpu time': writeReason('SUITE_END_MORE_PROCESSOR_TIME', { hours: suiteLimits.cpuSeconds / 3600 }),
  memory: writeReason('SUITE_END_MORE_MEMORY', { gibibytes: suiteLimits.memoryBytes / gibibyte }),
  processes: writeReason('SUITE_END_MORE_PROCESSES', { count: suiteLimits.processes }),
  disk: writeReason('SUITE_END_MORE_DISK', { gibibytes: suiteLimits.diskBytes / gibibyte }),
  files: writeReason('SUITE_END_MORE_FILES', { count: suiteLimits.fileCount }),
  output: writeReason('SUITE_END_MORE_OUTPUT', { megabytes: maxWrittenBytes / megabyte }),
  cancelled: writeReason('SUITE_END_CANCELLED'),
}
