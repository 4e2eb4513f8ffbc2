import Type from 'typebox'
import { AssetListSchema, assetTypes } from '../resources/asset.ts'
import { OneOf, Uuid } from '../schema.ts'
import { TextId } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Assets'

const AssetQuery = Type.Object({
  type: Type.Optional(Type.Array(OneOf(assetTypes), { maxItems: 20 })),
  name: Type.Optional(
    Type.String({ maxLength: 200, description: 'A name, or a glob pattern: `*`, `?`, `[abc]` and `{log,txt}`.' }),
  ),
})

export const assetOperations = {
  listCheckResultAssets: operation({
    method: 'GET',
    path: '/v1/check-results/{checkId}/{checkResultId}/assets',
    tag,
    summary: 'List the assets of a run',
    access: 'read',
    ignoresUnknown: true,
    params: Type.Object({ checkId: TextId(), checkResultId: TextId() }),
    query: AssetQuery,
    success: { status: 200, schema: AssetListSchema },
    faults: ['CHECK_NOT_FOUND', 'CHECK_RESULT_NOT_FOUND'],
  }),
  listTestSessionResultAssets: operation({
    method: 'GET',
    path: '/v1/test-sessions/{testSessionId}/results/{testSessionResultId}/assets',
    tag,
    summary: 'List the assets of a test session result',
    access: 'read',
    ignoresUnknown: true,
    params: Type.Object({ testSessionId: Uuid(), testSessionResultId: Uuid() }),
    query: AssetQuery,
    success: { status: 200, schema: AssetListSchema },
    faults: ['TEST_SESSION_NOT_FOUND', 'TEST_SESSION_RESULT_NOT_FOUND'],
  }),
} as const
