import { spawnSync } from 'node:child_process'
import { writeReason } from '#contract/reasons'
import { remedy } from './forbidden.ts'
import { openSocket } from './open-socket.ts'
import type { PingMethod } from './open-socket.ts'
import { pingPrograms } from './find-program.ts'
import { systemCalls } from '../system/system-calls.ts'

export interface PingPermission {
  readonly way: PingMethod | 'ping-binary' | 'none'
  /** How to enable a better method; absent when nothing needs to be done. */
  readonly advice?: string
}

/**
 * How echo requests can be sent from this process: by a ping socket, a raw socket, the system's `ping` program, or not
 * at all. Tries each in turn, so it is for diagnosis and for start-up: the program takes up to 2 seconds.
 */
export function pingPermission(programs: readonly string[] = pingPrograms): PingPermission {
  const system = systemCalls()
  const opened = system && openSocket(system, 'IPv4')
  if (opened && !('code' in opened)) {
    system.close(opened.descriptor)
    return { way: opened.way }
  }
  if (programs.some(canPing)) return { way: 'ping-binary', advice: writeReason('PING_BY_PROCESS', { reason: remedy }) }
  return { way: 'none', advice: writeReason('PING_IMPOSSIBLE', { reason: remedy }) }
}

const canPing = (program: string): boolean =>
  spawnSync(program, ['-n', '-c', '1', '--', '127.0.0.1'], { env: {}, stdio: 'ignore', timeout: 2000 }).status === 0
