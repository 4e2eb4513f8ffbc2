import type { Clock } from '#kernel'

/**
 * Signals this close together count as one: a signal to a process group arrives directly and through the parent
 * process.
 */
const sameSignalMs = 1_000

/**
 * Listens for SIGINT and SIGTERM from now on, so that one that arrives during a start is kept until what is starting can
 * be stopped in order. Resolves at the first; `another` is called at every one that is a second later or more.
 */
export function stopSignal(clock: Clock, another: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  let firstAt: number | null = null
  const listen = (): void => {
    const now = clock.monotonicMs()
    firstAt ??= now
    if (now - firstAt > sameSignalMs) another()
    resolve()
  }
  process.on('SIGTERM', listen)
  process.on('SIGINT', listen)
  return promise
}
