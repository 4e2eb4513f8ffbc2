import { join } from 'node:path'
import { SystemClock, silentLog } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes } from '#scripting'

/** Shared by all test runs of a working tree, and kept when packages are installed again. */
export const runtimesDirectory =
  process.env['BELFRY_RUNTIMES_DIR'] ?? join(import.meta.dirname, '../../.cache/runtimes')

/**
 * The real runtimes, installed once for a machine: the first test that needs one waits for the installation, which a run of
 * all tests starts at its beginning.
 */
export const testRuntimes = (): Runtimes =>
  createRuntimes({
    directory: runtimesDirectory,
    chromiumPath: process.env['BELFRY_CHROMIUM_PATH'] ?? null,
    mayInstall: true,
    environment: process.env,
    clock: new SystemClock(),
    log: silentLog,
  })
