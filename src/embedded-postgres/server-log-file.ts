import { closeSync, constants, fstatSync, openSync } from 'node:fs'
import { copyFile, open, rm, stat, truncate } from 'node:fs/promises'
import { minuteMs } from '#kernel'
import { realTime } from './real-time.ts'
import { systemErrorCode } from './embedded-postgres-error.ts'

const { O_APPEND, O_CREAT, O_NOFOLLOW, O_WRONLY } = constants

const largestBytes = 10 * 1024 * 1024
const checkEveryMs = minuteMs

/** Opens the server's log for appending. Returns the descriptor, the position to read from, and how to close it. */
export function openServerLog(file: string): { descriptor: number; position: number; close(): void } {
  const descriptor = openSync(file, O_WRONLY | O_APPEND | O_CREAT | O_NOFOLLOW, 0o600)
  return { descriptor, position: fstatSync(descriptor).size, close: () => closeSync(descriptor) }
}

/** The last lines the server wrote after `position`. */
export async function readServerLog(file: string, position: number): Promise<string> {
  const maxBytes = 4096
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const start = Math.max(position, size - maxBytes)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, start)
    return buffer.subarray(0, bytesRead).toString().trim()
  } finally {
    await handle.close()
  }
}

/**
 * Keeps the log and the one before it near 10 MB each, now and every minute. The server appends to an open file, so
 * the file is copied and emptied instead of renamed. Returns what ends the watch.
 */
export function boundServerLog(file: string): () => void {
  const check = (): void => void shorten(file).catch(() => {})
  check()
  const timer = realTime.every(checkEveryMs, check)
  return () => timer.cancel()
}

async function shorten(file: string): Promise<void> {
  try {
    if ((await stat(file)).size <= largestBytes) return
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return
    throw error
  }
  await rm(`${file}.1`, { force: true })
  await copyFile(file, `${file}.1`)
  await truncate(file, 0)
}
