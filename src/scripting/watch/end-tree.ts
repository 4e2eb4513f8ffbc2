import type { ChildProcess } from 'node:child_process'
import { firstInside, isAlive, processTree } from './process-tree.ts'

const retryMs = 50
const outerAfter = 20

/**
 * Ends a process tree and resolves when its outermost process has ended, which is a child of this process.
 */
export function endTree(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  const { pid } = child
  return new Promise((resolve) => {
    let attempts = 0
    const kill = (): void => {
      attempts += 1
      const isEmpty = !killTree(pid)
      if (isEmpty || attempts > outerAfter) child.kill('SIGKILL')
    }
    const timer = setInterval(kill, retryMs)
    child.once('exit', () => {
      clearInterval(timer)
      resolve()
    })
    kill()
  })
}

/**
 * Kills what is below `root`. The death of the first process of a process namespace ends all others at once, wherever
 * they went. Elsewhere all are stopped before they are killed, because stopped processes cannot fork, and the guard ends
 * what is left when its command has ended. Returns whether there was anything to kill.
 */
export function killTree(root: number): boolean {
  const first = firstInside(root)
  if (first !== null) return signal(first, 'SIGKILL')
  const stopped = new Set<number>()
  for (let found = newBelow(root, stopped); found.length > 0; found = newBelow(root, stopped))
    for (const pid of found) {
      signal(pid, 'SIGSTOP')
      stopped.add(pid)
    }
  for (const pid of stopped) signal(pid, 'SIGKILL')
  return stopped.size > 0
}

const newBelow = (root: number, known: ReadonlySet<number>): number[] =>
  processTree(root)
    .slice(1)
    .filter((pid) => !known.has(pid) && isAlive(pid))

function signal(pid: number, name: 'SIGSTOP' | 'SIGKILL'): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}
