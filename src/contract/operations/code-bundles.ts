import Type from 'typebox'
import { CodeBundleSchema } from '../resources/code-bundle.ts'
import { maxArtifactBytes } from '../runs/artifact.ts'
import { byId, PageQuery } from './request-parts.ts'
import { operation } from './row.ts'

const tag = 'Code bundles'

export const codeBundleOperations = {
  listCodeBundles: operation({
    method: 'GET',
    path: '/v1/code-bundles',
    tag,
    summary: 'List code bundles, the latest first',
    access: 'read',
    query: PageQuery,
    success: { status: 200, schema: Type.Array(CodeBundleSchema), list: 'page' },
    faults: [],
  }),
  createCodeBundle: operation({
    method: 'POST',
    path: '/v1/code-bundles',
    tag,
    summary: 'Upload the project of a Playwright suite as tar.gz; the same archive is stored once',
    access: 'write',
    upload: { type: 'application/gzip', maxBytes: maxArtifactBytes },
    success: { status: 201, schema: CodeBundleSchema, existingStatus: 200 },
    faults: ['CODE_BUNDLE_INVALID', 'CODE_BUNDLE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 60, seconds: 60 },
  }),
  getCodeBundle: operation({
    method: 'GET',
    path: '/v1/code-bundles/{id}',
    tag,
    summary: 'Get a code bundle',
    access: 'read',
    params: byId,
    success: { status: 200, schema: CodeBundleSchema },
    faults: ['CODE_BUNDLE_NOT_FOUND'],
  }),
  deleteCodeBundle: operation({
    method: 'DELETE',
    path: '/v1/code-bundles/{id}',
    tag,
    summary: 'Delete a code bundle that no check refers to',
    access: 'write',
    params: byId,
    success: { status: 204 },
    faults: ['CODE_BUNDLE_NOT_FOUND', 'CODE_BUNDLE_IN_USE'],
  }),
} as const
