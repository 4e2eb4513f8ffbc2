import Type from 'typebox'
import {
  GithubPreflightSchema,
  ReportedResultBodySchema,
  ReportedSessionBodySchema,
  ReportedSessionSchema,
  StoredReportSchema,
} from '../resources/reported-session.ts'
import { maxArtifactBytes } from '../runs/artifact.ts'
import { Uuid } from '../schema.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Test sessions')
const byResult = Type.Object({ testSessionId: Uuid(), testSessionResultId: Uuid() })
const unknown = ['TEST_SESSION_NOT_FOUND', 'TEST_SESSION_RESULT_NOT_FOUND'] as const

/** Calls of a reporter of Playwright, and of the action of GitHub, from a pipeline. */
export const reportedSessionOperations = {
  createReportedSessionNext: operation('POST /next/test-sessions/create', {
    summary: 'Record a run of Playwright that happens elsewhere, for its reporter',
    access: 'run',
    ignoresUnknown: true,
    body: ReportedSessionBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: ReportedSessionSchema },
  }),
  uploadReportNext: operation('POST /next/test-sessions/{testSessionId}/results/{testSessionResultId}/upload', {
    summary: 'Upload the report, traces and attachments of such a run as a zip archive',
    access: 'run',
    params: byResult,
    upload: { type: 'application/octet-stream', maxBytes: maxArtifactBytes },
    success: { status: 200, schema: StoredReportSchema },
    faults: [...unknown, 'TEST_REPORT_INVALID', 'ARTIFACT_STORE_UNAVAILABLE'],
    limit: { requests: 60, seconds: 60 },
  }),
  endReportedResultNext: operation('POST /next/test-sessions/{testSessionId}/results/{testSessionResultId}', {
    summary: 'End such a run',
    access: 'run',
    ignoresUnknown: true,
    params: byResult,
    body: ReportedResultBodySchema,
    bodySize: 'largest',
    success: { status: 204 },
    faults: unknown,
  }),
  getGithubPreflightNext: operation('POST /next/test-sessions/github-checks/preflight', {
    summary: 'Answer the action of GitHub that asks whether results can become checks of a commit: they cannot',
    access: 'read',
    readsOnly: true,
    ignoresUnknown: true,
    success: { status: 200, schema: GithubPreflightSchema },
  }),
} as const
