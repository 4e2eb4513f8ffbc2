import Type from 'typebox'
import { DeploymentTriggerBodySchema, DeploymentTriggerSchema } from '../resources/deployment-trigger.ts'
import { planFaults } from './operation-faults.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Deployment triggers')

export const deploymentTriggerOperations = {
  listDeploymentTriggers: operation('GET /v1/deployment-triggers', {
    summary: 'List deployment triggers',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(DeploymentTriggerSchema) },
  }),
  createDeploymentTrigger: operation('POST /v1/deployment-triggers', {
    summary: 'Run a check or a group when a repository is deployed; answers 200 when an existing trigger was changed',
    body: DeploymentTriggerBodySchema,
    success: { status: 201, existingStatus: 200, schema: DeploymentTriggerSchema },
    faults: [
      'REPOSITORY_NOT_ALLOWED',
      ...planFaults,
      'SUBSCRIPTION_TARGET_INVALID',
      'CHECK_UNKNOWN',
      'GROUP_UNKNOWN',
      'REGULAR_EXPRESSION_INVALID',
    ],
  }),
} as const
