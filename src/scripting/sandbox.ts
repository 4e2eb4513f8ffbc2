import type { Egress } from '#egress'

/** The outer wall in force. `unisolated` is none at all, and exists only when the operator demands it. */
export type WallLevel = 'bubblewrap' | 'namespaces' | 'launcher' | 'unisolated'

export interface WallStatus {
  /** Null: scripts are off, and `reason` says why. */
  readonly level: WallLevel | null
  readonly reason: string
  readonly details: readonly string[]
  readonly network: 'own namespace' | 'sockets forbidden' | 'open'
}

/** Limits of one run; each counts the whole process tree, except `openFiles`, which counts each process. */
export interface SandboxLimits {
  readonly wallMs: number
  readonly cpuSeconds: number
  readonly memoryBytes: number
  /** Writable mappings of one process, for programs that reserve more than they use. Default: `memoryBytes` and 1 GiB. */
  readonly dataBytes?: number
  readonly processes: number
  readonly openFiles: number
  /** Of the work directory and the temporary directory together. */
  readonly diskBytes: number
  readonly fileCount: number
  /** Of stdout and stderr together. */
  readonly outputBytes: number
}

export interface SandboxCommand {
  /** Absolute path. No shell is involved. */
  readonly program: string
  readonly args: readonly string[]
  /** The complete environment. With a network, `NODE_OPTIONS` gains the preload and `BELFRY_DOOR` is added. */
  readonly environment: Readonly<Record<string, string>>
  /** Written into the work directory before the start, by relative path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>>
  /** Directories of the host that are visible, read-only, at the same path. */
  readonly readable: readonly string[]
  /** Directories of the host that are visible and may be changed, at the same path. */
  readonly writable?: readonly string[]
  readonly limits: SandboxLimits
  /** Null: no network at all. Else only the door, a proxy of this egress. */
  readonly network: { readonly egress: Egress } | null
  readonly signal?: AbortSignal
}

export type EndCause =
  | 'exit'
  | 'signal'
  | 'wall time'
  | 'cpu time'
  | 'memory'
  | 'processes'
  | 'disk'
  | 'files'
  | 'output'
  | 'cancelled'

export interface SandboxEnd {
  readonly cause: EndCause
  readonly code: number | null
  readonly signal: string | null
  /** The last 64 KB of stdout and stderr. */
  readonly output: string
  readonly peakMemoryBytes: number
  readonly cpuSeconds: number
}

export interface SandboxOutput {
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

export interface SandboxedProcess {
  /** The work directory as the host sees it. What is in it was made by user code: follow no symbolic link. */
  readonly directory: string
  /** The same directory as the process sees it. */
  readonly workDirectory: string
  /** URL inside of the HTTP proxy that is the only way out; SOCKS has the same port. Null without a network, or where sockets are forbidden. */
  readonly doorUrl: string | null
  /** One JSON message over file descriptor 3, at most 32 MB. Dropped when the process has ended. */
  send(message: unknown): void
  /** The messages of the process over file descriptor 3: one JSON value a line, at most 32 MB each. */
  readonly messages: AsyncIterable<unknown>
  /** Read or not, output counts against its limit. Of unread output the last part is kept. */
  readonly output: AsyncIterable<SandboxOutput>
  readonly ended: Promise<SandboxEnd>
  /** Ends the whole tree and waits for it. Never rejects. */
  stop(): Promise<SandboxEnd>
  /** Ends the tree if it still runs, and removes the directory. */
  dispose(): Promise<void>
}

export interface Sandbox {
  readonly status: WallStatus
  /**
   * Starts a command behind the wall. Rejects with a `SandboxProblem` when the wall is missing, or the command cannot
   * be started.
   */
  start(command: SandboxCommand): Promise<SandboxedProcess>
  /** Replaces limits of a running process; a new `wallMs` counts from now. For a warm process whose job arrives. */
  startLimits(process: SandboxedProcess, limits: Partial<SandboxLimits>): void
  /** Ends every process that still runs, and removes their directories. */
  close(): Promise<void>
}

/** Why nothing could be started, in words for readers of the run. */
export class SandboxProblem extends Error {
  override readonly name = 'SandboxProblem'
}
