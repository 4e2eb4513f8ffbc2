import type { ServerAccount } from './server-account.ts'
import { lockPrefix } from './server-lock.ts'
import { findTool } from './system-tools.ts'

/** How to start a program as the server's account. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly uid?: number
  readonly gid?: number
}

/** Builds the command that runs `program` as the server's account; with `lockFile`, only while holding that lock. */
export type Launcher = (program: string, args: readonly string[], lockFile?: string) => Launch

/**
 * Uses the tools of util-linux where they are there: `setpriv` ends the server when we are killed, `flock` keeps two
 * servers off one data directory across containers. Both replace themselves, so the child is the server.
 */
export function createLauncher(account: ServerAccount): Launcher {
  const setpriv = findTool('setpriv')
  const deathSignal = setpriv === undefined ? [] : [setpriv, '--pdeathsig', 'INT']
  const identity = account.switched ? { uid: account.uid, gid: account.gid } : undefined
  return (program, args, lockFile) => {
    const lock = lockFile === undefined ? [] : lockPrefix(lockFile)
    const [command = program, ...rest] = [...deathSignal, ...lock, program, ...args]
    return { command, args: rest, ...identity }
  }
}
