import Type from 'typebox'
import {
  DeploymentBodySchema,
  DeploymentResultSchema,
  DeploymentSchema,
  ImportPlanBodySchema,
  ImportPlanSchema,
  ProjectBodySchema,
  ProjectSchema,
} from '../resources/project.ts'
import { DeploymentPlanSchema, planDetails, ProjectDriftSchema } from '../resources/project-plan.ts'
import { OneOf } from '../schema.ts'
import { CompletionQuery, TextId } from './request-parts.ts'
import { operationsOf } from './row.ts'

const operation = operationsOf('Projects')

const LogicalIdParameter = () => Type.String({ minLength: 1, maxLength: 255 })
const byProject = Type.Object({ projectLogicalId: LogicalIdParameter() })
const byDeployment = Type.Object({ projectLogicalId: LogicalIdParameter(), deploymentId: TextId() })

const Flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }))

const preserveResources = Flag('What the code no longer has stays, and belongs to no project any more.')
const adoptResources = Flag('Resources made by hand that match new ones of the code belong to the project from now on.')
const dryRun = Flag('Answers what would change, and changes nothing.')

const pruneRelations = Flag('Not supported; rejected when true.')

const PreviewQuery = Type.Object({
  detail: Type.Optional(
    OneOf(planDetails, {
      default: 'changes',
      description: 'summary: no properties. full: resources that would be updated also as they are.',
    }),
  ),
  preserveResources,
  adoptResources,
  pruneRelations,
})

const DeployQuery = Type.Object({
  dryRun,
  scheduleOnDeploy: Type.Optional(
    Type.Boolean({ default: true, description: 'Checks that are new or changed run at once.' }),
  ),
  preserveResources,
  adoptResources,
  pruneRelations,
  planToken: Type.Optional(
    Type.String({
      maxLength: 1000,
      description: 'Of a preview: nothing is changed when the resources of the project changed since.',
    }),
  ),
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
const ImportQuery = Type.Object({
  onlyUnapplied: Flag('Only plans that are not applied.'),
  onlyUncommitted: Flag('Only plans that are not committed.'),
})
const byImport = Type.Object({ id: TextId() })

const DestroyQuery = Type.Object({ preserveResources, dryRun })

const DriftQuery = Type.Object({
  type: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only resources of this type, and what belongs to them.' }),
  ),
  physicalId: Type.Optional(
    Type.String({ maxLength: 100, description: 'Only the resource with this id, and what belongs to it.' }),
  ),
})

const previewFaults = [
  'DEPLOYMENT_INVALID',
  'DEPLOYMENT_OPTION_UNSUPPORTED',
  'DEPLOYMENT_REJECTED',
  'DEPLOYMENT_LIMITED',
  'DEPLOYMENT_IN_PROGRESS',
] as const
const deployFaults = [...previewFaults, 'PLAN_STALE'] as const

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
  previewProject: operation('POST /v1/projects/preview', {
    summary: 'Plan a deployment: what it would change, by property; nothing is changed',
    query: PreviewQuery,
    body: DeploymentBodySchema,
    bodySize: 'project',
    readsOnly: true,
    success: { status: 200, schema: DeploymentPlanSchema },
    faults: previewFaults,
  }),
  getProjectDrift: operation('GET /v1/projects/{projectLogicalId}/drift', {
    summary: 'What was changed or deleted by hand since the last deployment of a project, by property',
    params: byProject,
    query: DriftQuery,
    success: { status: 200, schema: ProjectDriftSchema },
    faults: ['PROJECT_NOT_FOUND'],
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
    faults: [...deployFaults, 'DEPLOYMENT_FAILED', 'COMPLETION_PENDING'],
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
  createImportPlanNext: operation('POST /next/projects/{projectLogicalId}/imports', {
    summary: 'Plan to bring resources that exist into the code of a project; nothing is changed yet',
    params: byProject,
    query: Type.Object({ preview: Flag('The plan is answered and not kept.') }),
    body: ImportPlanBodySchema,
    bodySize: 'largest',
    success: { status: 201, schema: ImportPlanSchema },
    faults: ['PROJECT_NOT_FOUND', 'NOTHING_TO_IMPORT', 'IMPORT_PLANS_FULL'],
  }),
  listImportPlansNext: operation('GET /next/projects/{projectLogicalId}/imports', {
    summary: 'List the import plans of a project, oldest first, at most 100',
    params: byProject,
    query: ImportQuery,
    success: { status: 200, schema: Type.Array(ImportPlanSchema) },
    faults: ['PROJECT_NOT_FOUND'],
  }),
  listAllImportPlansNext: operation('GET /next/projects/imports', {
    summary: 'List the import plans of all projects, oldest first, at most 100',
    query: ImportQuery,
    success: { status: 200, schema: Type.Array(ImportPlanSchema) },
  }),
  getImportPlanNext: operation('GET /next/projects/imports/{id}', {
    summary: 'Get an import plan',
    params: byImport,
    success: { status: 200, schema: ImportPlanSchema },
    faults: ['IMPORT_PLAN_NOT_FOUND'],
  }),
  applyImportPlanNext: operation('POST /next/projects/imports/{id}/apply', {
    summary: 'Link the resources of an import plan to the project: deployments change them, and do not delete them',
    params: byImport,
    success: { status: 200, schema: ImportPlanSchema },
    faults: ['IMPORT_PLAN_NOT_FOUND', 'IMPORT_PLAN_STATE', 'IMPORT_RESOURCE_TAKEN'],
  }),
  commitImportPlanNext: operation('POST /next/projects/imports/{id}/commit', {
    summary: 'Make the resources of an applied import plan belong to the project like all others',
    params: byImport,
    success: { status: 200, schema: ImportPlanSchema },
    faults: ['IMPORT_PLAN_NOT_FOUND', 'IMPORT_PLAN_STATE'],
  }),
  cancelImportPlanNext: operation('DELETE /next/projects/imports/{id}', {
    summary: 'Cancel an import plan that is not committed; its resources stay, and are not linked any more',
    params: byImport,
    faults: ['IMPORT_PLAN_NOT_FOUND', 'IMPORT_PLAN_STATE'],
  }),
} as const
