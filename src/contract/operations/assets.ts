import Type from 'typebox'
import { AssetListSchema, assetTypes } from '../resources/asset.ts'
import { OneOf, Uuid } from '../schema.ts'
import { TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Assets')

const AssetQuery = Type.Object({
  type: Type.Optional(Type.Array(OneOf(assetTypes), { maxItems: 20 })),
  name: Type.Optional(
    Type.String({ maxLength: 200, description: 'A name, or a glob pattern: `*`, `?`, `[abc]` and `{log,txt}`.' }),
  ),
})

export const assetOperations = {
  listCheckResultAssets: operation('GET /v1/check-results/{checkId}/{checkResultId}/assets', {
    summary: 'List the assets of a run',
    ignoresUnknown: true,
    params: Type.Object({ checkId: TextId(), checkResultId: TextId() }),
    query: AssetQuery,
    success: { status: 200, schema: AssetListSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND'],
  }),
  listTestSessionResultAssets: operation('GET /v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets', {
    summary: 'List the assets of a test session result',
    ignoresUnknown: true,
    params: Type.Object({ testSessionId: Uuid(), testSessionResultId: Uuid() }),
    query: AssetQuery,
    success: { status: 200, schema: AssetListSchema },
    faults: ['TEST_SESSION_NOT_FOUND', 'TEST_SESSION_RESULT_NOT_FOUND'],
  }),
} as const
