import { agentModes, allows } from '#contract'
import type { AgentMode, AgentRequest, AgentRequestView, Role } from '#contract'
import { Fault, hashToken, minuteMs, randomToken, timeOrderedId } from '#kernel'
import { areAgentsOff, insertAgentConnection, insertAgentToken } from '#storage/accounts'
import type { Store } from '#storage/database'
import { readAgentClient } from './agent-clients.ts'
import type { AgentClient, FetchClientDocument } from './agent-clients.ts'
import { isLoopback, isRedirectOf, redirectProblem, withParameters } from './redirect-address.ts'

/** Who answers a request, and the addresses of this service. */
export interface AgentConsenter {
  readonly accountId: string
  readonly role: Role
  /** Without a trailing slash. */
  readonly publicUrl: string
  readonly fetchClientDocument: FetchClientDocument
}

export const agentResource = (publicUrl: string): string => `${publicUrl}/mcp`

interface CheckedRequest {
  readonly client: AgentClient
  readonly modes: readonly AgentMode[]
}

/** A request as a person decides about it. Throws AGENTS_OFF, AGENT_CLIENT_INVALID and AGENT_REQUEST_INVALID. */
export async function viewAgentRequest(
  store: Store,
  request: AgentRequest,
  consenter: AgentConsenter,
): Promise<AgentRequestView> {
  const { client, modes } = await checkedRequest(store, request, consenter)
  const url = new URL(request.redirectUri)
  return {
    clientName: client.name,
    clientHost: client.host,
    returnsTo: url.host === '' ? url.protocol : url.host,
    isLocal: isLoopback(url),
    modes: [...modes],
    refusal: withParameters(request.redirectUri, {
      error: 'access_denied',
      state: request.state,
      iss: consenter.publicUrl,
    }),
  }
}

const codeLifeMs = 2 * minuteMs

/** Connects a program, and returns where the browser goes with its code. Throws what `viewAgentRequest` throws. */
export async function connectAgent(
  store: Store,
  { mode, ...request }: AgentRequest & { readonly mode: AgentMode },
  consenter: AgentConsenter & { readonly userId: string; readonly now: Date },
): Promise<string> {
  const { client, modes } = await checkedRequest(store, request, consenter)
  if (!modes.includes(mode)) throw invalid(`the mode must be one of ${modes.join(', ')}.`)
  const { accountId, userId, now } = consenter
  const [id, code] = [timeOrderedId(now.getTime()), randomToken(32)]
  await store.db.transaction(async (tx) => {
    await insertAgentConnection(tx, {
      accountId,
      id,
      userId,
      clientId: client.id,
      clientName: client.name,
      clientHost: client.host,
      mode,
      createdAt: now,
    })
    await insertAgentToken(tx, {
      hash: hashToken(code),
      accountId,
      connectionId: id,
      kind: 'CODE',
      expiresAt: new Date(now.getTime() + codeLifeMs),
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
    })
  })
  return withParameters(request.redirectUri, { code, state: request.state, iss: consenter.publicUrl })
}

async function checkedRequest(
  store: Store,
  request: AgentRequest,
  { accountId, role, publicUrl, fetchClientDocument }: AgentConsenter,
): Promise<CheckedRequest> {
  if (await areAgentsOff(store.db, accountId)) throw new Fault('AGENTS_OFF')
  const client = await readAgentClient(store, request.clientId, fetchClientDocument)
  const problem = problemOf(request, client, publicUrl)
  if (problem !== null) throw invalid(problem)
  const modes = modesOf(request.scope).filter((mode) => mode !== 'ACT' || allows(role, 'run'))
  return { client, modes: modes.length > 0 ? modes : ['READ'] }
}

const invalid = (problem: string): Fault => new Fault('AGENT_REQUEST_INVALID', { values: { problem } })

function problemOf(request: AgentRequest, client: AgentClient, publicUrl: string): string | null {
  const { redirectUri, responseType, codeChallenge, codeChallengeMethod, resource } = request
  if (redirectProblem(redirectUri) !== null || !isRedirectOf(client.redirectUris, redirectUri))
    return 'redirect_uri is none of the addresses that the program has registered.'
  if (responseType !== 'code') return 'response_type must be code.'
  if (codeChallengeMethod !== 'S256') return 'code_challenge_method must be S256.'
  if (!/^[\w-]{43}$/.test(codeChallenge)) return 'code_challenge must be a SHA-256 hash in base64url.'
  if (resource !== undefined && resource !== agentResource(publicUrl))
    return `resource must be ${agentResource(publicUrl)}.`
  return null
}

/** The modes of scopes such as `read propose`, from the lowest on; without any of ours, all. */
function modesOf(scope: string | undefined): readonly AgentMode[] {
  const asked = new Set(scope?.toUpperCase().split(' '))
  const highest = agentModes.findLastIndex((mode) => asked.has(mode))
  return highest < 0 ? agentModes : agentModes.slice(0, highest + 1)
}

/** The scopes of a mode: what those before it may is part of it. */
export const scopesOf = (mode: AgentMode): string[] =>
  agentModes.slice(0, agentModes.indexOf(mode) + 1).map((one) => one.toLowerCase())
