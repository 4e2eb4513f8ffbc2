import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { InstallableRuntimeId } from '#contract'
import { silentLog, TestClock } from '#kernel'
import { createRuntimes } from '#scripting'
import type { Runtimes, RuntimesOptions } from '#scripting'
import { startPackageRegistry } from './package-registry.ts'
import type { PackageRegistry } from './package-registry.ts'

/** Reads the source of a runtime from a directory. */
type ReadSource = (id: InstallableRuntimeId, directory: string) => ReturnType<NonNullable<RuntimesOptions['sourceOf']>>

/** What the registry has. */
export const packages = [
  {
    name: `node-linux-${process.arch}`,
    files: { 'bin/node': '#!/bin/sh\necho runtime\n', 'include/node.h': 'header' },
  },
  { name: 'left', files: { 'index.js': 'module.exports = 1' } },
]

/** A registry of packages and a place for runtimes, other ones for each test. */
export interface RegistryScene {
  readonly registry: PackageRegistry
  readonly clock: TestClock
  /** The directory of the runtimes. */
  readonly place: string
  /** That of a process which installs from this registry. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** The runtimes as a process sees them that installs from this registry. */
  readonly aMachine: (options?: Partial<RuntimesOptions>) => Runtimes
}

/** Answers how to get the scene of the running test. */
export function useRegistry(readSource: ReadSource): () => RegistryScene {
  let root: string
  let scene: RegistryScene
  let ending: AbortController
  beforeEach(async () => {
    root = mkdtempSync(join(tmpdir(), 'belfry-runtimes-'))
    ending = new AbortController()
    scene = sceneOf(root, await startPackageRegistry(packages), { readSource, signal: ending.signal })
  })
  afterEach(async () => {
    ending.abort()
    await scene.registry.close()
    rmSync(root, { recursive: true, force: true })
  })
  return () => scene
}

interface Given {
  readonly readSource: ReadSource
  readonly signal: AbortSignal
}

function sceneOf(root: string, registry: PackageRegistry, given: Given): RegistryScene {
  const { readSource, signal } = given
  const clock = new TestClock()
  const place = join(root, 'runtimes')
  const environment = {
    ...process.env,
    ['npm_config_registry']: registry.url,
    ['npm_config_cache']: join(root, 'cache'),
    ['npm_config_fetch_retries']: '0',
    ['npm_config_fetch_timeout']: '1000',
  }
  const standard: RuntimesOptions = {
    directory: place,
    chromiumPath: null,
    mayInstall: true,
    environment,
    clock,
    log: silentLog,
    signal,
    sourceOf: (id) => readSource(id, registry.source),
  }
  return { registry, clock, place, environment, aMachine: (options) => createRuntimes({ ...standard, ...options }) }
}

export const leftIn = (directory: string): string[] => (existsSync(directory) ? readdirSync(directory) : [])
