import type { InstallableRuntimeId } from '#contract'
import type { RuntimeProblemCode } from '../runtime-problem.ts'
import type { SuiteToolId } from '../suite-tool-source.ts'

/** The job of the installer process, its only argument, as JSON. */
export interface InstallationOrder {
  readonly id: InstallableRuntimeId | SuiteToolId
  /** Has package.json and package-lock.json. */
  readonly source: string
  /** Holds the installations of all runtimes. */
  readonly root: string
  /** Of the directory to create in `root`. */
  readonly name: string
  /** Paths of the packages that npm will create, to count how many are there. */
  readonly packages: readonly string[]
}

/** Its messages: any number of `progress`, then one of the others. */
export type InstallerMessage =
  | { readonly progress: string }
  | { readonly installed: true }
  | { readonly problem: { readonly code: RuntimeProblemCode; readonly message: string } }
