import { existsSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import type { InstallableRuntimeId } from '#contract'
import { writeReason } from '#contract/reasons'
import { RuntimeProblem } from './runtime-problem.ts'

/** A runtime that is ready for use. */
export interface InstalledRuntime {
  readonly id: InstallableRuntimeId
  /** Has `node_modules`. Every user may read it, and only the installing user may write it. */
  readonly directory: string
  /** The program. */
  readonly node: string
  readonly chromium: InstalledChromium | null
  /** Why there is no Chromium, and what the operator can do; null when there is one. */
  readonly chromiumProblem: string | null
}

export interface InstalledChromium {
  readonly program: string
  /** Variables it needs; they are to be added to those of the run. */
  readonly environment: Record<string, string>
  readonly args: readonly string[]
}

/** Written last, so an installation that has it is complete. */
export const manifestName = 'belfry-runtime.json'

/** The manifest of an installation. Paths are relative to it. */
export interface RuntimeManifest {
  readonly id: InstallableRuntimeId
  readonly node: string
  readonly chromium: string | null
  readonly chromiumProblem: string | null
}

/**
 * The runtime installed in `directory`, or null when it is not there. Throws a `RuntimeProblem` when others than this user and root could have
 * changed it.
 */
export function findInstalled(directory: string, chromiumPath: string | null): InstalledRuntime | null {
  const manifest = readManifest(path.join(directory, manifestName))
  if (manifest === null || !existsSync(path.join(directory, manifest.node))) return null
  requirePrivate(directory)
  const { id, node } = manifest
  const chromium = chromiumPath === null ? ownChromium(directory, manifest) : chromiumAt(chromiumPath)
  return { id, directory, node: path.join(directory, node), ...chromium }
}

type FoundChromium = Pick<InstalledRuntime, 'chromium' | 'chromiumProblem'>

const ownChromium = (directory: string, { chromium, chromiumProblem }: RuntimeManifest): FoundChromium =>
  chromium === null
    ? { chromium: null, chromiumProblem }
    : { chromium: { ...chromiumEnvironment(path.join(directory, chromium)), args: [] }, chromiumProblem: null }

/** How the unpacked Chromium is started: it brings libraries and fonts that a bare system lacks. */
export const chromiumEnvironment = (folder: string): Pick<InstalledChromium, 'program' | 'environment'> => ({
  program: path.join(folder, 'chromium'),
  environment: { LD_LIBRARY_PATH: path.join(folder, 'lib'), FONTCONFIG_FILE: path.join(folder, 'fonts.conf') },
})

function chromiumAt(program: string): FoundChromium {
  if (existsSync(program)) return { chromium: { program, environment: {}, args: [] }, chromiumProblem: null }
  return { chromium: null, chromiumProblem: writeReason('NO_SUCH_CHROMIUM', { path: program }) }
}

function readManifest(file: string): RuntimeManifest | null {
  try {
    return asManifest(JSON.parse(readFileSync(file, 'utf8')))
  } catch {
    return null
  }
}

/** The installer writes it atomically; anything else counts as not installed. */
const asManifest = (value: unknown): RuntimeManifest | null =>
  typeof value === 'object' && value !== null && 'id' in value && 'node' in value ? (value as RuntimeManifest) : null

const writableByOthers = 0o022

/** A program planted by another user must never run with the rights of the service. */
export function requirePrivate(directory: string): void {
  const { uid, mode } = statSync(directory)
  const isOurs = uid === 0 || uid === process.geteuid?.()
  if (isOurs && (mode & writableByOthers) === 0) return
  throw new RuntimeProblem('NOT_PRIVATE', writeReason('RUNTIME_OF_OTHERS', { path: directory }))
}
