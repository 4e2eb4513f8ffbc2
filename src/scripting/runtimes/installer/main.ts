import os from 'node:os'
import { RuntimeProblem } from '../runtime-problem.ts'
import { installRuntime } from './install-runtime.ts'
import type { InstallationOrder, InstallerMessage } from './messages.ts'

// Installs one runtime and ends. It has a process of its own because unpacking is work for the processor, which must not
// delay the service; the lowest priority applies to it and to the npm it starts.
process.umask(0o022)
os.setPriority(os.constants.priority.PRIORITY_LOW)

const stopping = new AbortController()
// The service has ended, for whatever reason.
process.on('disconnect', () => stopping.abort())

try {
  await installRuntime(orderOf(process.argv[2]), (progress) => send({ progress }), stopping.signal)
  send({ installed: true })
} catch (error) {
  const { code, message } = problemOf(error)
  send({ problem: { code, message } })
}
if (process.connected) process.disconnect()

function send(message: InstallerMessage): void {
  if (process.connected) process.send?.(message, () => {})
}

/** Only the service starts this program, with an order it has made. */
function orderOf(text: string | undefined): InstallationOrder {
  return JSON.parse(text ?? '') as InstallationOrder
}

function problemOf(error: unknown): RuntimeProblem {
  if (error instanceof RuntimeProblem) return error
  const message = error instanceof Error ? error.message : String(error)
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return new RuntimeProblem('DISK_FULL', `The disk is full: ${message}`)
  if (code === 'EACCES' || code === 'EROFS' || code === 'EPERM')
    return new RuntimeProblem('NOT_WRITABLE', `${message}. Set BELFRY_RUNTIMES_DIR to a directory that can be written.`)
  return new RuntimeProblem('INSTALLATION_FAILED', message)
}
