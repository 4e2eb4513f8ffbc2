import Type from 'typebox'
import { ApiKeyCreateBodySchema, ApiKeySchema, CreatedApiKeySchema } from '../resources/api-key.ts'
import { Uuid } from '../schema.ts'
import { operation } from './row.ts'

const tag = 'API keys'

export const apiKeyOperations = {
  listApiKeys: operation({
    method: 'GET',
    path: '/v1/api-keys',
    tag,
    summary: 'List the active API keys of the account',
    access: 'admin',
    success: { status: 200, schema: Type.Array(ApiKeySchema) },
    faults: [],
  }),
  createApiKey: operation({
    method: 'POST',
    path: '/v1/api-keys',
    tag,
    summary: 'Create a service key of the account; it is shown only once',
    access: 'admin',
    body: ApiKeyCreateBodySchema,
    success: { status: 201, schema: CreatedApiKeySchema },
    faults: [],
    limit: { requests: 30, seconds: 60 },
  }),
  revokeApiKey: operation({
    method: 'DELETE',
    path: '/v1/api-keys/{id}',
    tag,
    summary: 'Revoke an API key immediately, in every process',
    access: 'admin',
    params: Type.Object({ id: Uuid() }),
    success: { status: 204 },
    faults: ['API_KEY_NOT_FOUND'],
  }),
} as const
