import type { SandboxLimits } from '../sandbox.ts'

const minuteMs = 60_000
const gibibyte = 1024 ** 3
const megabyte = 1024 ** 2

export const installLimitMs = 5 * minuteMs
export const testLimitMs = 30 * minuteMs
/** For unpacking and for reading what the run left. */
const otherMs = 2 * minuteMs

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
