import type { ChildProcess } from 'node:child_process'
import { processTree } from './process-tree.ts'

const retryMs = 50
const outerAfter = 20

/**
 * Ends a process tree and resolves when its outermost process has ended. Inside a process namespace the death of the
 * first process ends all others, wherever they went; elsewhere the guard ends what is left when its command has ended.
 */
export function endTree(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return Promise.resolve()
  const { pid } = child
  return new Promise((resolve) => {
    let attempts = 0
    const kill = (): void => {
      attempts += 1
      const below = processTree(pid).slice(1)
      for (const each of below) killOne(each)
      if (below.length === 0 || attempts > outerAfter) child.kill('SIGKILL')
    }
    const timer = setInterval(kill, retryMs)
    child.once('exit', () => {
      clearInterval(timer)
      resolve()
    })
    kill()
  })
}

function killOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
