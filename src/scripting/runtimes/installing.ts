import { writeReason } from '#contract/reasons'
import { RuntimeProblem } from './runtime-problem.ts'

/** Throws a `RuntimeProblem` where nothing can be installed. */
export function requirePlatform(): void {
  const { platform, arch } = process
  if (platform === 'linux' && (arch === 'x64' || arch === 'arm64')) return
  throw new RuntimeProblem('PLATFORM_UNSUPPORTED', writeReason('NO_RUNTIMES_FOR', { platform, arch }))
}

/** Settles as the work does, or rejects with the reason of the signal while the work goes on. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return work
  signal.throwIfAborted()
  return new Promise<T>((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}
