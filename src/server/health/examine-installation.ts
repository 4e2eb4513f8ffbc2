import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { healthText, healthTexts } from '#contract'
import { silentLog } from '#kernel'
import type { Clock } from '#kernel'
import { createMachineRuntimes } from '#runner-host'
import { createSandbox } from '#scripting'
import type { WallStatus } from '#scripting'
import { readDatabaseClock } from '#storage/database'
import type { Database } from '#storage/database'
import { artifactTools } from '../start/artifact-tools.ts'
import { examine } from './examine.ts'
import type { FindingSource, HealthResult, HealthSources } from './finding.ts'
import { findingSources } from './sources.ts'
import { LoopWatch } from '../loops/loop-watch.ts'
import { openStore } from '../start/open-store.ts'
import type { OpenedStore } from '../start/open-store.ts'
import type { Settings } from '../settings/settings.ts'

/** The finding of one health check without the service. */
export interface Examined {
  readonly title: string
  /** problem: the service would not work. */
  readonly state: 'fine' | 'warning' | 'problem'
  readonly found: string
  readonly details: readonly string[]
  /** The remedy, unless all is well. */
  readonly advice?: string
}

/** Examines the machine and the database of an installation, whether its service runs or not. Creates nothing. */
export async function* examineInstallation(settings: Settings, clock: Clock): AsyncGenerator<Examined> {
  const opened = await openStore({ settings, log: silentLog, maxConnections: 2, onlyExisting: true }).catch(
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  )
  const isOpen = !(opened instanceof Error)
  try {
    const sources = await sourcesOf(settings, opened, clock)
    if (!isOpen) yield { title: 'Database', state: 'problem', found: opened.message, details: [] }
    for (const source of findingSources)
      if (!source.needsService && (isOpen || !source.readsDatabase))
        yield examined(source, await examine(source, sources))
  } finally {
    if (isOpen) await opened.close()
  }
}

async function sourcesOf(settings: Settings, opened: OpenedStore | Error, clock: Clock): Promise<HealthSources> {
  const status = await examineSandbox(settings, clock)
  return {
    get db(): Database {
      if (opened instanceof Error) throw opened
      return opened.store.db
    },
    clock,
    readDatabaseClock,
    watch: new LoopWatch(clock),
    locations: settings.locations,
    canMail: settings.smtpUrl !== null,
    settings,
    scriptWall: () => status,
    runtimes: createMachineRuntimes({ ...settings, runtimes: null }, { clock, log: silentLog }),
    ...(!(opened instanceof Error) && {
      artifactStore: await artifactTools(settings, { store: opened.store, clock, log: silentLog }),
    }),
  }
}

/** Tries the walls in a separate directory, since the service may be running. */
async function examineSandbox({ dataDir, runScriptsWithoutIsolation }: Settings, clock: Clock): Promise<WallStatus> {
  const directory = await mkdtemp(join(tmpdir(), 'belfry-doctor-'))
  try {
    const hidden = [resolve(dataDir)]
    const sandbox = await createSandbox({
      clock,
      directory,
      hidden,
      ownEndpoints: () => [],
      runsUnisolated: runScriptsWithoutIsolation,
    })
    return sandbox.status
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

const whileStopped = 'Normal while the service is stopped.'

function examined({ title, advice, audience, readsDatabase }: FindingSource, result: HealthResult): Examined {
  const { ok, isDegraded, isImprovable, found, details = [] } = result
  // A stopped service does no work.
  const isOfService = audience === 'everybody' && readsDatabase
  const state = ok ? (isDegraded || isImprovable ? 'warning' : 'fine') : isOfService ? 'warning' : 'problem'
  return {
    title,
    state,
    found: healthTexts(found),
    details: details.map(healthText),
    ...(state !== 'fine' && { advice: isOfService && !ok ? `${advice} ${whileStopped}` : advice }),
  }
}
