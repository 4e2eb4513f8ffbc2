import { buffer } from 'node:stream/consumers'
import { agentHeaders, agentPaths } from '#contract'
import type { BundleOpened, RunLease } from '#contract'
import { AgentCallRejected } from './agent-client.ts'
import type { AgentClient } from './agent-client.ts'

const notFound = 404

/** The archive of a code bundle that a run needs, as it arrives. Rejects when the server cannot be reached. */
export async function openBundle(client: AgentClient, lease: RunLease, bundleId: string): Promise<BundleOpened> {
  try {
    const { body, headers } = await client.open(inputCall(agentPaths.codeBundle, lease, bundleId))
    if (body === null) return { problem: `The code bundle ${bundleId} is empty.` }
    const sha256 = (headers.get('etag') ?? '').replaceAll('"', '')
    return { stream: body, sizeBytes: Number(headers.get('content-length')), sha256 }
  } catch (error) {
    if (!(error instanceof AgentCallRejected)) throw error
    const { problem } = error.attributes
    return { problem: typeof problem === 'string' ? problem : error.message }
  }
}

/** The bytes of a golden file that a run compares with; null when it no longer exists. */
export async function readGoldenFile(client: AgentClient, lease: RunLease, key: string): Promise<Uint8Array | null> {
  try {
    const { body } = await client.open(inputCall(agentPaths.goldenFile, lease, key))
    return body === null ? null : await buffer(body)
  } catch (error) {
    if (error instanceof AgentCallRejected && error.status === notFound) return null
    throw error
  }
}

const inputCall = (path: string, { taskId, leaseToken }: RunLease, name: string) => ({
  method: 'GET' as const,
  path: path.replace(':taskId', taskId).replace(':name', encodeURIComponent(name)),
  headers: { [agentHeaders.leaseToken]: leaseToken },
})
