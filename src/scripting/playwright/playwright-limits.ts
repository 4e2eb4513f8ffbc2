import type { SandboxLimits } from '../sandbox.ts'

const gibibyte = 1024 ** 3
const megabyte = 1024 ** 2

export const maxRunMs = 240_000
export const maxRunGibibytes = 2.7

/** Of the process tree of one test file with its browser. */
export const playwrightLimits: SandboxLimits = {
  wallMs: maxRunMs,
  cpuSeconds: Math.ceil((maxRunMs / 1000) * 1.678),
  memoryBytes: Math.floor(maxRunGibibytes * gibibyte),
  // Browsers reserve it, and use little.
  dataBytes: 64 * gibibyte,
  processes: 128,
  openFiles: 8192,
  diskBytes: 512 * megabyte,
  fileCount: 20_000,
  outputBytes: 8 * megabyte,
}
