import { join, resolve } from 'node:path'
import type { InstallableRuntimeId } from '#contract'
import { systemClock } from '#kernel'
import type { Log } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes } from '#scripting'

export interface RuntimeSettings {
  readonly dataDir: string
  readonly runtimesDir: string | null
  /** Runtimes to install after the start; null: none may be installed. */
  readonly runtimes: readonly InstallableRuntimeId[] | null
  readonly chromiumPath: string | null
}

/** The runtimes of this machine as the settings describe them. `signal` ends installations. */
export const createMachineRuntimes = (settings: RuntimeSettings, log: Log, signal?: AbortSignal): Runtimes =>
  createRuntimes({
    directory: resolve(settings.runtimesDir ?? join(settings.dataDir, 'runtimes')),
    chromiumPath: settings.chromiumPath,
    mayInstall: settings.runtimes !== null,
    environment: process.env,
    clock: systemClock,
    log,
    ...(signal && { signal }),
  })
