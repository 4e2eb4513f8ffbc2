import type { ApiKeyResource, Handlers } from '#contract'
import { Fault } from '#kernel'
import { createKey, listKeys, revokeKey } from '#management'
import type { KeySummary } from '#management'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

const presentKey = ({
  id,
  name,
  kind,
  prefix,
  role,
  agentMode,
  createdAt,
  lastUsedAt,
}: Omit<KeySummary, 'userId' | 'revokedAt'>): ApiKeyResource => ({
  id,
  name,
  kind: kind === 'user' ? 'USER' : 'SERVICE',
  prefix,
  role,
  agentMode,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt && lastUsedAt.toISOString(),
})

/** Service keys of the account and keys of the caller. Those of other people work for their other accounts, too. */
async function activeKeys(context: RequestContext): Promise<readonly KeySummary[]> {
  const keys = await listKeys(context.store, callerOf(context).accountId)
  return keys.filter(
    ({ kind, userId, revokedAt }) => revokedAt === null && (kind === 'service' || userId === context.userId),
  )
}

export const apiKeyHandlers = {
  listApiKeys: async (_input, context) => (await activeKeys(context)).map(presentKey),
  createApiKey: async ({ body: { name, role: given, agentMode } }, context) => {
    const { accountId, nowMs } = callerOf(context)
    const createdAt = new Date(nowMs)
    const made = await createKey(context.store, { kind: 'service', accountId, name, role: given, agentMode }, createdAt)
    const { id, prefix, role, key } = made
    const mode = agentMode ?? null
    const row = { id, name, kind: 'service', prefix, role, agentMode: mode, createdAt, lastUsedAt: null } as const
    return { ...presentKey(row), key }
  },
  revokeApiKey: async ({ params: { id } }, context) => {
    const { accountId, nowMs } = callerOf(context)
    const isTheirs = (await activeKeys(context)).some((key) => key.id === id.toLowerCase())
    if (!isTheirs || !(await revokeKey(context.store, { accountId, id }, new Date(nowMs))))
      throw new Fault('API_KEY_NOT_FOUND')
  },
} satisfies Partial<Handlers<RequestContext>>
