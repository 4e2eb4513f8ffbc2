import Type from 'typebox'
import {
  DeploymentBodySchema,
  DeploymentResultSchema,
  DeploymentSchema,
  ProjectBodySchema,
  ProjectSchema,
} from '../resources/project.ts'
import { CompletionQuery, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Projects')

const LogicalIdParameter = () => Type.String({ minLength: 1, maxLength: 255 })
const byProject = Type.Object({ projectLogicalId: LogicalIdParameter() })
const byDeployment = Type.Object({ projectLogicalId: LogicalIdParameter(), deploymentId: TextId() })

const Flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

const preserveResources = Flag('What the code no longer has stays, and belongs to no project any more.')
const dryRun = Flag('Answers what would change, and changes nothing.')

const DeployQuery = Type.Object({
  dryRun,
  scheduleOnDeploy: Type.Optional(
    Type.Boolean({ default: true, description: 'Checks that are new or changed run at once.' }),
  ),
  preserveResources,
  pruneRelations: Flag('Not supported; rejected when true.'),
  planToken: Type.Optional(Type.String({ maxLength: 1000, description: 'Not supported; rejected.' })),
  scheduleOnDeployThreshold: Type.Optional(
    Type.Integer({ minimum: 0, description: 'At most so many checks run at once; above it none does.' }),
  ),
  scheduleOnDeployMinFrequency: Type.Optional(
    Type.Number({ minimum: 0, description: 'Minutes: checks that run more often anyway do not run at once.' }),
  ),
  scheduleOnDeployScope: Type.Optional(
    Type.Unsafe<'changed' | 'all'>({ type: 'string', enum: ['changed', 'all'], default: 'changed' }),
  ),
})
const DestroyQuery = Type.Object({ preserveResources, dryRun })

const deployFaults = [
  'DEPLOYMENT_INVALID',
  'DEPLOYMENT_OPTION_UNSUPPORTED',
  'DEPLOYMENT_REJECTED',
  'DEPLOYMENT_LIMITED',
  'DEPLOYMENT_IN_PROGRESS',
] as const

export const projectOperations = {
  listProjects: operation('GET /v1/projects', {
    summary: 'List projects of code, oldest first',
    success: { status: 200, schema: Type.Array(ProjectSchema) },
  }),
  deployProject: operation('POST /v1/projects/deploy', {
    summary: 'Deploy a project: create, update and delete its resources until they are what the code says',
    query: DeployQuery,
    body: DeploymentBodySchema,
    bodySize: 'project',
    success: { status: 200, schema: DeploymentResultSchema, pending: DeploymentSchema },
    faults: deployFaults,
  }),
  destroyProject: operation('DELETE /v1/projects/{projectLogicalId}', {
    summary: 'Delete a project with its resources; one that does not exist is no error',
    params: byProject,
    query: DestroyQuery,
    success: { status: 200, schema: DeploymentResultSchema },
    faults: ['DEPLOYMENT_REJECTED', 'DEPLOYMENT_IN_PROGRESS'],
  }),
  getDeployment: operation('GET /v1/projects/{projectLogicalId}/deployments/{deploymentId}', {
    summary: 'Get a deployment',
    params: byDeployment,
    success: { status: 200, schema: DeploymentSchema },
    faults: ['DEPLOYMENT_NOT_FOUND'],
  }),
  awaitDeployment: operation('GET /v1/projects/{projectLogicalId}/deployments/{deploymentId}/completion', {
    summary: 'Wait for the end of a deployment',
    params: byDeployment,
    query: CompletionQuery,
    success: { status: 200, schema: DeploymentSchema },
    faults: ['DEPLOYMENT_NOT_FOUND', 'COMPLETION_PENDING'],
  }),
  cancelDeployment: operation('POST /v1/projects/{projectLogicalId}/deployments/{deploymentId}/cancel', {
    summary: 'Cancel a deployment, which leaves everything as it was; one that has ended stays as it is',
    params: byDeployment,
    success: { status: 200, schema: DeploymentSchema },
    faults: ['DEPLOYMENT_NOT_FOUND'],
  }),
  deployProjectNextV2: operation('POST /next-v2/projects/deploy', {
    summary: 'Deploy a project and wait for the result, for clients before version 8.10',
    deprecated: true,
    query: DeployQuery,
    body: DeploymentBodySchema,
    bodySize: 'project',
    success: { status: 200, schema: DeploymentResultSchema },
    faults: [...deployFaults, 'DEPLOYMENT_FAILED'],
  }),
  destroyProjectNext: operation('DELETE /next/projects/{projectLogicalId}', {
    summary: 'Delete a project with its resources, for clients before version 8.11',
    deprecated: true,
    params: byProject,
    query: DestroyQuery,
    success: { status: 200, schema: DeploymentResultSchema },
    faults: ['PROJECT_NOT_FOUND', 'DEPLOYMENT_REJECTED', 'DEPLOYMENT_IN_PROGRESS'],
  }),
  listProjectsNext: operation('GET /next/projects', {
    summary: 'List projects of code, oldest first, for the command line tool',
    success: { status: 200, schema: Type.Array(ProjectSchema) },
  }),
  createProjectNext: operation('POST /next/projects', {
    summary: 'Create a project without resources',
    body: ProjectBodySchema,
    success: { status: 201, schema: ProjectSchema },
    faults: ['PROJECT_EXISTS'],
  }),
  getProjectNext: operation('GET /next/projects/{projectLogicalId}', {
    summary: 'Get a project of code',
    params: byProject,
    success: { status: 200, schema: ProjectSchema },
    faults: ['PROJECT_NOT_FOUND'],
  }),
} as const
