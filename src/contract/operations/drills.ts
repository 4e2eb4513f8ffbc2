import Type from 'typebox'
import { DrillSchema } from '../resources/drill.ts'
import { Uuid } from '../schema.ts'
import { byId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Drills')

/** Operations of this service. */
export const drillOperations = {
  startDrill: operation('POST /v1/checks/{id}/drill', {
    summary: 'Make a check fail on purpose, and send the message of it to its alert channels',
    access: 'run',
    params: byId,
    success: { status: 201, schema: DrillSchema },
    faults: ['CHECK_NOT_FOUND', 'DRILL_WITHOUT_CHANNEL', 'DRILL_WITHOUT_RUNNER', 'DRY_RUNS_EXCEEDED'],
    limit: { requests: 10, seconds: 60 },
  }),
  getDrill: operation('GET /v1/checks/{id}/drill/{drillId}', {
    summary: 'Get a drill: its progress, and the delivery of its message to each channel',
    access: 'run',
    params: Type.Object({ ...byId.properties, drillId: Uuid() }),
    success: { status: 200, schema: DrillSchema },
    faults: ['DRILL_NOT_FOUND'],
  }),
} as const
