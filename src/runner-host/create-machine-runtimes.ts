import { join, resolve } from 'node:path'
import type { InstallableRuntimeId } from '#contract'
import type { Clock, Log } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes } from '#scripting'

export interface RuntimeSettings {
  readonly dataDir: string
  readonly runtimesDir: string | null
  /** Runtimes to install after the start; null: none may be installed. */
  readonly runtimes: readonly InstallableRuntimeId[] | null
  readonly chromiumPath: string | null
}

export interface RuntimeTools {
  readonly clock: Clock
  readonly log: Log
  /** Ends installations. */
  readonly signal?: AbortSignal
}

/** The runtimes of this machine as the settings describe them. */
export const createMachineRuntimes = (settings: RuntimeSettings, { clock, log, signal }: RuntimeTools): Runtimes =>
  createRuntimes({
    directory: resolve(settings.runtimesDir ?? join(settings.dataDir, 'runtimes')),
    chromiumPath: settings.chromiumPath,
    mayInstall: settings.runtimes !== null,
    environment: process.env,
    clock,
    log,
    ...(signal && { signal }),
  })
