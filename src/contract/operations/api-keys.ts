import Type from 'typebox'
import { ApiKeyCreateBodySchema, ApiKeySchema, CreatedApiKeySchema } from '../resources/api-key.ts'
import { Uuid } from '../schema.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('API keys')

export const apiKeyOperations = {
  listApiKeys: operation('GET /v1/api-keys', {
    summary: 'List the active API keys of the account',
    access: 'admin',
    success: { status: 200, schema: Type.Array(ApiKeySchema) },
  }),
  createApiKey: operation('POST /v1/api-keys', {
    summary: 'Create a service key of the account; it is shown only once',
    access: 'admin',
    body: ApiKeyCreateBodySchema,
    success: { status: 201, schema: CreatedApiKeySchema },
    limit: { requests: 30, seconds: 60 },
  }),
  revokeApiKey: operation('DELETE /v1/api-keys/{id}', {
    summary: 'Revoke an API key immediately, in every process',
    access: 'admin',
    params: Type.Object({ id: Uuid() }),
    faults: ['API_KEY_NOT_FOUND'],
  }),
} as const
