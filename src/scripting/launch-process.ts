import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { Server } from 'node:net'
import { writeReason } from '#contract/reasons'
import { SandboxProblem } from './sandbox.ts'
import type { WallCommand } from './wall-command.ts'

/** A command that is running behind the wall, and the socket of its proxy if it has a door. */
export interface Launched {
  readonly child: ChildProcess
  readonly doorPort: number | null
}

const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const launchTimeoutMs = 60_000

/**
 * Starts the wall's programs and sends the launcher its instructions. `serveDoor` gets the listening socket that was
 * opened inside. Rejects with a `SandboxProblem` that says what failed; nothing is left running then.
 */
export async function launchProcess(wall: WallCommand, serveDoor: (server: Server) => void): Promise<Launched> {
  const [program, ...args] = wall.argv
  const child = spawn(program, args, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', 'ipc'],
    cwd: '/',
    // Nothing of the service's environment: what is here is what the launcher, and no other program, sees.
    env: { PATH: searchPath },
    detached: true,
  })
  child.stdin?.on('error', () => {})
  try {
    const doorPort = await instruct(child, wall.spec, serveDoor)
    if (child.connected) child.disconnect()
    return { child, doorPort }
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  }
}

function instruct(
  child: ChildProcess,
  spec: WallCommand['spec'],
  serveDoor: (server: Server) => void,
): Promise<number | null> {
  return new Promise((resolve, reject) => {
    let doorPort: number | null = null
    let errors = ''
    const fail = (reason: string): void => {
      clearTimeout(timer)
      reject(new SandboxProblem(writeReason('SANDBOX_NOT_STARTED', { reason })))
    }
    const timer = setTimeout(() => fail(writeReason('SANDBOX_SILENT')), launchTimeoutMs)
    const keepErrors = (part: Buffer): void => {
      errors = `${errors}${part.toString('utf8')}`.slice(-1000)
    }
    child.stderr?.on('data', keepErrors)
    child.on('error', (error) => fail(error.message))
    child.once('exit', () => setImmediate(() => fail(errors.trim() || writeReason('SANDBOX_ENDED_EARLY'))))
    child.on('message', (message, handle) => {
      const found = readAnswer(message)
      if (found.problem !== null) fail(found.problem)
      if (found.door !== null && handle instanceof Server) {
        doorPort = found.door
        serveDoor(handle)
        child.send({ isServed: true }, () => {})
      }
      if (!found.isReady) return
      clearTimeout(timer)
      child.stderr?.off('data', keepErrors)
      child.stderr?.pause()
      child.send({ mayStart: true }, () => resolve(doorPort))
    })
    child.send(spec, () => {})
  })
}

interface LaunchAnswer {
  readonly problem: string | null
  readonly door: number | null
  readonly isReady: boolean
}

function readAnswer(message: unknown): LaunchAnswer {
  const fields = new Map(typeof message === 'object' && message !== null ? Object.entries(message) : [])
  const [problem, door] = [fields.get('problem'), fields.get('door')]
  return {
    problem: typeof problem === 'string' ? problem : null,
    door: typeof door === 'number' ? door : null,
    isReady: fields.get('isReady') === true,
  }
}
