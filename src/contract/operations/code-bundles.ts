import Type from 'typebox'
import { CodeBundleSchema, CodeBundleStateSchema, StorageKeySchema } from '../resources/code-bundle.ts'
import { maxArtifactBytes } from '../runs/artifact.ts'
import { byId, PageQuery } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Code bundles')

/** How clients of the hosted product store projects: the same bundles by another route. */
const nextOperations = {
  uploadCodeBundleNext: operation('POST /next/checkly-storage/upload-code-bundle', {
    summary: 'Upload the project of a Playwright suite, for command line tools; it may have no files',
    upload: {
      type: 'application/octet-stream',
      maxBytes: maxArtifactBytes,
      sha256Header: 'x-bundle-checksum-sha256',
    },
    success: { status: 200, schema: StorageKeySchema },
    faults: ['CODE_BUNDLE_INVALID', 'CODE_BUNDLE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 60, seconds: 60 },
  }),
  peekCodeBundleNext: operation('POST /next/checkly-storage/peek-code-bundle', {
    summary: 'Get the size and hash of a code bundle, for command line tools',
    access: 'read',
    readsOnly: true,
    body: StorageKeySchema,
    success: { status: 200, schema: CodeBundleStateSchema },
    faults: ['CODE_BUNDLE_NOT_FOUND'],
  }),
} as const

export const codeBundleOperations = {
  ...nextOperations,
  listCodeBundles: operation('GET /v1/code-bundles', {
    summary: 'List code bundles, the latest first',
    query: PageQuery,
    success: { status: 200, schema: Type.Array(CodeBundleSchema), list: 'page' },
  }),
  createCodeBundle: operation('POST /v1/code-bundles', {
    summary: 'Upload the project of a Playwright suite as tar.gz; the same archive is stored once',
    upload: { type: 'application/gzip', maxBytes: maxArtifactBytes },
    success: { status: 201, schema: CodeBundleSchema, existingStatus: 200 },
    faults: ['CODE_BUNDLE_INVALID', 'CODE_BUNDLE_NOT_STORED', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 60, seconds: 60 },
  }),
  getCodeBundle: operation('GET /v1/code-bundles/{id}', {
    summary: 'Get a code bundle',
    params: byId,
    success: { status: 200, schema: CodeBundleSchema },
    faults: ['CODE_BUNDLE_NOT_FOUND'],
  }),
  deleteCodeBundle: operation('DELETE /v1/code-bundles/{id}', {
    summary: 'Delete a code bundle that no check refers to',
    params: byId,
    faults: ['CODE_BUNDLE_NOT_FOUND', 'CODE_BUNDLE_IN_USE'],
  }),
} as const
