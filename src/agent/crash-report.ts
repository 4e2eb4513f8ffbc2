import { statSync } from 'node:fs'
import { join } from 'node:path'
import { agentPaths, ownVersion } from '#contract'
import type { AgentCrash } from '#contract'
import { scrubMessage, scrubStack } from '#redaction'
import type { AgentClient } from './agent-client.ts'

const root = join(import.meta.dirname, '../..')
const isOwnFile = (path: string): boolean => statSync(join(root, path), { throwIfNoEntry: false })?.isFile() ?? false

/**
 * The report of a crash: the name of the error, words of a fixed vocabulary out of its message, places in the
 * source of this program, and versions. No value of a check, a setting or a response can be in it.
 */
export function describeCrash(error: unknown): AgentCrash {
  const { message, stack } = textsOf(error)
  return {
    message: scrubMessage(message),
    // The stack begins with the message, which may look like a part of it.
    stack: scrubStack(stack, isOwnFile),
    version: ownVersion,
    platform: `${process.platform} ${process.arch}`,
    runtimeVersion: process.version,
  }
}

/** Whatever was thrown; reading it may throw as well. */
function textsOf(error: unknown): { readonly message: string; readonly stack: string } {
  try {
    if (!(error instanceof Error)) return { message: 'thrown value is no error', stack: '' }
    const message = String(error.message)
    return { message: `${error.name}: ${message}`, stack: String(error.stack).replace(message, '') }
  } catch {
    return { message: 'unknown error', stack: '' }
  }
}

/** Sends a report to the service, once, without waiting long. Never rejects. */
export async function sendCrash(client: AgentClient, error: unknown): Promise<void> {
  await client.call({ path: agentPaths.crashReports, body: describeCrash(error), answerMs }).catch(() => {})
}

const answerMs = 5_000
