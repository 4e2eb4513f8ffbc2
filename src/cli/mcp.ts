import type { AgentMode } from '#contract'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createToolServer } from '#mcp'
import { clientOfEnvironment, ClientProblem } from './environment-client.ts'
import { isUnreachable } from './is-unreachable.ts'

/** Serves tools for models on standard input and output, over the API of a service elsewhere, until the input ends. */
export async function mcp(): Promise<number> {
  try {
    const client = clientOfEnvironment()
    const mode = await modeOf(client)
    const ended = new Promise<void>((resolve) => process.stdin.once('close', resolve))
    const handle = serveStdio(() =>
      createToolServer({
        mode,
        call: (operation, input) =>
          client.call(operation, input as never).catch((error: unknown) => {
            throw isUnreachable(error) ? new Error('The service at BELFRY_URL cannot be reached.') : error
          }),
      }),
    )
    await ended
    await handle.close()
    return 0
  } catch (error) {
    if (!(error instanceof ClientProblem)) throw error
    process.stderr.write(`${error.message}\n`)
    return 2
  }
}

/** That of the key. ACT while the service does not say it: it decides about each call in any case. */
async function modeOf(client: ReturnType<typeof clientOfEnvironment>): Promise<AgentMode> {
  try {
    return (await client.call('getAgentAccess')).mode ?? 'ACT'
  } catch {
    return 'ACT'
  }
}
