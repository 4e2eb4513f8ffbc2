import Type from 'typebox'
import { DryRunBodySchema, DryRunProgressSchema, DryRunSchema } from '../resources/dry-run.ts'
import { Uuid } from '../schema.ts'
import { checkWriteFaults } from './check-type-rows.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Dry runs')
const byDryRunId = Type.Object({ dryRunId: Uuid() })

const WaitQuery = Type.Object({
  maxWaitSeconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 30, default: 30, description: 'How long to wait for the end of the run.' }),
  ),
})

const ProgressQuery = Type.Object({
  ...WaitQuery.properties,
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, default: 0, description: 'The `position` of the last answer.' }),
  ),
})

export const dryRunOperations = {
  startDryRun: operation('POST /v1/checks/dry-run', {
    summary: 'Run a check once without saving it',
    query: WaitQuery,
    body: DryRunBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: DryRunSchema },
    faults: ['RUN_LOCATION_UNKNOWN', 'DRY_RUN_NOT_POSSIBLE', 'DRY_RUNS_EXCEEDED', ...checkWriteFaults],
    limit: { requests: 60, seconds: 60 },
  }),
  getDryRun: operation('GET /v1/checks/dry-run/{dryRunId}', {
    summary: 'Wait for a dry run and get its result',
    access: 'write',
    params: byDryRunId,
    query: WaitQuery,
    success: { status: 200, schema: DryRunSchema },
    faults: ['DRY_RUN_NOT_FOUND'],
  }),
  getDryRunProgress: operation('GET /v1/checks/dry-run/{dryRunId}/progress', {
    summary: 'Wait for events of a dry run',
    access: 'write',
    params: byDryRunId,
    query: ProgressQuery,
    success: { status: 200, schema: DryRunProgressSchema },
    faults: ['DRY_RUN_NOT_FOUND'],
  }),
  cancelDryRun: operation('DELETE /v1/checks/dry-run/{dryRunId}', {
    summary: 'Cancel a dry run, or delete its result',
    params: byDryRunId,
    faults: ['DRY_RUN_NOT_FOUND'],
  }),
} as const
