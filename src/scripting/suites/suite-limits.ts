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
  exit: 'its first process ended before the suite did',
  signal: 'its first process was ended by a signal',
  'wall time': 'it ran longer than a suite may, installation and tests together',
  'cpu time': `it used more than ${suiteLimits.cpuSeconds / 3600} hours of processor time`,
  memory: `it used more than ${suiteLimits.memoryBytes / gibibyte} GiB of memory`,
  processes: `it had more than ${suiteLimits.processes} processes`,
  disk: `it wrote more than ${suiteLimits.diskBytes / gibibyte} GiB, or the disk of the service is full`,
  files: `it made more than ${suiteLimits.fileCount} files`,
  output: `it wrote more than ${maxWrittenBytes / megabyte} MB of output`,
  cancelled: 'it was cancelled',
}
