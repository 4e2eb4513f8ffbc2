import Type from 'typebox'
import { DeploymentTriggerBodySchema, DeploymentTriggerSchema } from '../resources/deployment-trigger.ts'
import { planFaults } from './operation-faults.ts'
import { operation } from './row.ts'

const tag = 'Deployment triggers'

export const deploymentTriggerOperations = {
  listDeploymentTriggers: operation({
    method: 'GET',
    path: '/v1/deployment-triggers',
    tag,
    summary: 'List deployment triggers',
    access: 'read',
    ignoresUnknown: true,
    success: { status: 200, schema: Type.Array(DeploymentTriggerSchema) },
    faults: [],
  }),
  createDeploymentTrigger: operation({
    method: 'POST',
    path: '/v1/deployment-triggers',
    tag,
    summary: 'Run a check or a group when a repository is deployed; answers 200 when an existing trigger was changed',
    access: 'write',
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
