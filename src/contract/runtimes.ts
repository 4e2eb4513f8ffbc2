import type { RuntimeId, RuntimeResource } from './resources/runtime.ts'
import { runtimeVersions } from './runtime-versions.ts'

/** Runtimes that can be installed; the others are selected by older checks and executed by one of these. */
export type InstallableRuntimeId = keyof typeof runtimeVersions

/** Latest first. */
export const installableRuntimeIds = ['2026.04', '2025.04'] as const satisfies readonly InstallableRuntimeId[]

/** The installable runtime that executes the scripts of each runtime, latest first: the nearest version. */
const executedBy: Readonly<Record<RuntimeId, InstallableRuntimeId>> = {
  '2026.04': '2026.04',
  '2025.04': '2025.04',
  '2024.09': '2025.04',
  '2024.02': '2025.04',
  '2023.09': '2025.04',
  '2023.02': '2025.04',
  '2022.10': '2025.04',
}

const current: InstallableRuntimeId = '2026.04'

/** Multi-step checks need this runtime or a later one. Names sort chronologically. */
const firstWithMultiStep: RuntimeId = '2023.09'

const resourceOf = ([name, executed]: [string, InstallableRuntimeId]): RuntimeResource => {
  const dependencies = { ...runtimeVersions[executed] }
  const { node, playwright } = dependencies
  const versions = `Node.js ${node} and Playwright ${playwright}`
  return {
    name,
    multiStepSupport: name >= firstWithMultiStep,
    nodeJsVersion: node,
    stage: name === current ? 'CURRENT' : name === executed ? 'STABLE' : 'DEPRECATED',
    description: name === executed ? versions : `Executed by ${executed}: ${versions}`,
    dependencies,
  }
}

/** Every runtime a check can select, latest first, with the versions that execute its scripts. */
export const runtimes: readonly RuntimeResource[] = Object.entries(executedBy)
  .map(resourceOf)
  .toSorted((a, b) => (a.name < b.name ? 1 : -1))

/** The runtime that executes the scripts of `id`; null means the default. */
export const executedRuntimeOf = (id: RuntimeId | null): InstallableRuntimeId => executedBy[id ?? current]

/** The packages of an installable runtime. */
export const runtimeOf = (id: InstallableRuntimeId): RuntimeResource => resourceOf([id, id])
