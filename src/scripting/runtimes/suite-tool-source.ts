import path from 'node:path'
import { lockedSources, readLockedSource } from './runtime-source.ts'
import type { RuntimeSource } from './runtime-source.ts'

/** The tools of suites besides a runtime, each installed from a separate lock file when a suite first needs it. */
export const suiteToolIds = ['node-22', 'node-24', 'node-26', 'bun-1.3', 'package-managers'] as const
export type SuiteToolId = (typeof suiteToolIds)[number]

export const isSuiteTool = (id: string): id is SuiteToolId => suiteToolIds.some((each) => each === id)

export interface SuiteToolSource extends Omit<RuntimeSource, 'id'> {
  readonly id: SuiteToolId
}

/** Reads the lock file of a tool. Throws a `RuntimeProblem` when it is not there. */
export const readToolSource = (id: SuiteToolId): SuiteToolSource => ({
  id,
  ...readLockedSource(id, path.join(lockedSources, 'tools', id)),
})

const nodeProgram = `node_modules/node-linux-${process.arch}/bin/node`

/** Relative to the installation. */
export const toolPrograms: Readonly<Record<SuiteToolId, string>> = {
  'node-22': nodeProgram,
  'node-24': nodeProgram,
  'node-26': nodeProgram,
  'bun-1.3': `node_modules/@oven/bun-linux-${process.arch === 'arm64' ? 'aarch64' : 'x64-baseline'}/bin/bun`,
  'package-managers': 'node_modules/pnpm/bin/pnpm.cjs',
}
