import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** A script of this folder in a separate process. It ends with this process, whatever ends that. */
export interface ChildScript {
  readonly pid: number
  /** The next message of the child; rejects when the child ends instead. */
  message<T>(): Promise<T>
  send(message: unknown): void
  stop(): Promise<void>
}

export async function startScript(name: string, args: readonly string[] = []): Promise<ChildScript> {
  const child = fork(path.join(import.meta.dirname, name), [...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(child, 'spawn')
  return {
    pid: child.pid ?? 0,
    message: <T>() => nextMessage<T>(child),
    send: (message) => void child.send({ message }),
    stop: () => stopChild(child),
  }
}

function nextMessage<T>(child: ChildProcess): Promise<T> {
  return new Promise((resolve, reject) => {
    const ended = (): void => reject(new Error('A child of the benchmark ended early.'))
    child.once('exit', ended)
    child.once('message', (message) => {
      child.off('exit', ended)
      resolve(asMessage<T>(message))
    })
  })
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Both ends of the channel are scripts of this folder. */
const asMessage = <T>(message: unknown): T => message as T
