import { join, resolve } from 'node:path'
import { systemClock } from '#kernel'
import type { Log } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes } from '#scripting'
import type { Settings } from './settings.ts'

type RuntimeSettings = Pick<Settings, 'dataDir' | 'runtimesDir' | 'runtimes' | 'chromiumPath'>

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
