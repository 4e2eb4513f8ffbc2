import Type from 'typebox'
import type { Static } from 'typebox'
import { matching } from '../matching.ts'
import { AnyObject, DateTime, Nullable, OneOf, Strict } from '../schema.ts'

/** Letters, digits and `_ - / # .`, as code names a project or one of its resources. */
const LogicalId = () =>
  Type.String({
    minLength: 1,
    maxLength: 255,
    ...matching('^[A-Za-z0-9_/#.-]+$', 'letters, digits, _ - / # and dots, for example shop-home'),
  })

const RepositoryUrl = () => Type.Optional(Nullable(Type.String({ maxLength: 2048 })))

export const ProjectBodySchema = Strict({
  logicalId: LogicalId(),
  name: Type.String({ minLength: 1, maxLength: 255 }),
  repoUrl: RepositoryUrl(),
})
export type ProjectBody = Static<typeof ProjectBodySchema>

const RepoText = (maxLength = 2048) => Type.Optional(Nullable(Type.String({ maxLength })))

/** The commit that is deployed, and the pipeline that deploys it. */
const RepoInfoSchema = Type.Object(
  {
    commitId: RepoText(255),
    repoUrl: RepoText(),
    branchName: RepoText(),
    commitOwner: RepoText(),
    commitMessage: RepoText(100_000),
  },
  { additionalProperties: true },
)
export type RepoInfo = Static<typeof RepoInfoSchema>

export const maxProjectResources = 10_000

/** A resource that a project owns, or one that its code only refers to, which has an id and no payload. */
const DeployedResourceSchema = Strict({
  logicalId: LogicalId(),
  type: Type.String({ minLength: 1, maxLength: 100 }),
  member: Type.Boolean(),
  payload: Nullable(AnyObject()),
  physicalId: Type.Optional(Nullable(Type.Union([Type.String({ maxLength: 100 }), Type.Number()]))),
  sourceFile: Type.Optional(
    Nullable(Type.String({ maxLength: 2048 }), { description: 'The path from the top of the repository.' }),
  ),
})
export type DeployedResourceBody = Static<typeof DeployedResourceSchema>

/** A project with everything in it. Resources refer to each other by `{ "ref": "<logicalId>" }`. */
export const DeploymentBodySchema = Strict({
  project: ProjectBodySchema,
  sharedFiles: Type.Optional(
    Type.Array(
      Strict({ path: Type.String({ minLength: 1, maxLength: 1000 }), content: Type.String({ maxLength: 1_000_000 }) }),
      { maxItems: 10_000, description: 'Files that scripts import; resources name them by their place in this list.' },
    ),
  ),
  resources: Type.Array(DeployedResourceSchema, { maxItems: maxProjectResources }),
  repoInfo: Type.Optional(Nullable(RepoInfoSchema)),
})
export type DeploymentBody = Static<typeof DeploymentBodySchema>

export const ProjectSchema = Type.Object({
  id: Type.String(),
  logicalId: Type.String(),
  name: Type.String(),
  repoUrl: Nullable(Type.String()),
  commitId: Nullable(Type.String(), { description: 'Of the last deployment; null outside of a repository.' }),
  deployedAt: Nullable(DateTime()),
  createdAt: DateTime(),
  updatedAt: Nullable(DateTime()),
})
export type ProjectResource = Static<typeof ProjectSchema>

const deploymentActions = ['CREATE', 'UPDATE', 'DELETE', 'DETACHED', 'DETACH', 'UNCHANGED'] as const

const DiffEntrySchema = Type.Object({
  logicalId: Type.String(),
  physicalId: Type.Optional(Type.Union([Type.String(), Type.Number()])),
  type: Type.String(),
  action: OneOf(deploymentActions, {
    description:
      'UPDATE: also without any change. DETACHED: it stays, and belongs to no project any more. DETACH and UNCHANGED: only in the plan that a deployment with a stale planToken has as its result.',
  }),
  changed: Type.Boolean({ description: 'False: nothing was written, as it is already what the code says.' }),
  origin: Type.Optional(
    OneOf(['code', 'remote', 'unmanaged'], { description: 'Only in the plan of a stale planToken.' }),
  ),
  adopted: Type.Optional(Type.Boolean({ description: 'True: it was made by hand, and belongs to the project now.' })),
})
export type DiffEntry = Static<typeof DiffEntrySchema>

export const DeploymentResultSchema = Type.Object({
  project: Nullable(ProjectSchema),
  diff: Type.Array(DiffEntrySchema),
})
export type DeploymentResult = Static<typeof DeploymentResultSchema>

export const deploymentStatuses = ['PENDING', 'RUNNING', 'SUCCEEDED', 'FAILED', 'CANCELLED'] as const
export type DeploymentStatus = (typeof deploymentStatuses)[number]

const DeploymentErrorSchema = Type.Object({ code: Type.String(), message: Type.String() })
export type DeploymentError = Static<typeof DeploymentErrorSchema>

export const DeploymentSchema = Type.Object({
  id: Type.String(),
  logicalId: Type.String({ description: 'Of the project.' }),
  status: OneOf(deploymentStatuses),
  dryRun: Type.Boolean(),
  progress: Type.Integer({ description: 'Percent.' }),
  error: Nullable(DeploymentErrorSchema),
  result: Nullable(DeploymentResultSchema),
  createdAt: DateTime(),
  startedAt: Nullable(DateTime()),
  endedAt: Nullable(DateTime()),
  cancelRequestedAt: Nullable(DateTime()),
})
export type DeploymentResource = Static<typeof DeploymentSchema>

/** How a deployment was requested. */
export interface DeploymentOptions {
  /** Checks that are new or changed run at once. */
  readonly schedules: boolean
  /** Resources that the code no longer has stay. */
  readonly preserves: boolean
  /** Of the plan that is deployed: nothing is changed when the resources of the project are not as they were then. */
  readonly planToken?: string
  /** Resources made by hand that match new ones of the code belong to the project. */
  readonly adopts?: boolean
}

/** Who requested a deployment, for the audit log. */
export interface DeploymentRequester {
  readonly actor: {
    readonly type: 'API_KEY' | 'PERSON' | 'COMMAND_LINE'
    readonly id: string | null
    readonly userId: string | null
  }
  readonly address: string
  readonly userAgent: string
}

const ImportFilterSchema = Strict({
  type: OneOf(['include', 'exclude']),
  resource: Type.Optional(
    Strict({
      type: Type.String({ minLength: 1, maxLength: 100 }),
      physicalId: Type.Optional(Type.Union([Type.String({ maxLength: 100 }), Type.Number()])),
    }),
  ),
})
export type ImportFilter = Static<typeof ImportFilterSchema>

const FriendSchema = Strict({ type: Type.String({ minLength: 1, maxLength: 100 }), logicalId: LogicalId() })

/** Which resources to bring into the code of a project. The last filter that matches a resource decides. */
export const ImportPlanBodySchema = Strict({
  filters: Type.Optional(
    Type.Array(ImportFilterSchema, {
      maxItems: maxProjectResources,
      description: 'Without a resource: all of them; without an id: all of the type. Default: all are included.',
    }),
  ),
  friends: Type.Optional(
    Type.Array(FriendSchema, {
      maxItems: maxProjectResources,
      description: 'Resources that the code exports already, so that new code may refer to them.',
    }),
  ),
})
export type ImportPlanBody = Static<typeof ImportPlanBodySchema>

const PhysicalId = () => Type.Union([Type.String(), Type.Number()])

/** Payloads are the settings of resources, with ids where code has references, and with masked secrets. */
const ImportChangesSchema = Type.Object({
  resources: Type.Array(
    Type.Object({
      type: Type.String(),
      logicalId: Type.String({ description: 'That the code has to use.' }),
      physicalId: PhysicalId(),
      member: Type.Boolean(),
      payload: AnyObject(),
    }),
  ),
  friends: Type.Array(Type.Object({ type: Type.String(), logicalId: Type.String(), physicalId: PhysicalId() }), {
    description: 'Those of the request that the project has.',
  }),
  auxiliary: Type.Array(Type.Object({ type: Type.String(), physicalId: PhysicalId(), payload: AnyObject() }), {
    description: 'Snippets, which scripts may import.',
  }),
})
export type ImportChanges = Static<typeof ImportChangesSchema>

/** Its changes are not in lists, and not there once it is committed. */
export const ImportPlanSchema = Type.Object({
  id: Type.String(),
  createdAt: DateTime(),
  appliedAt: Nullable(DateTime(), { description: 'Since then deployments change its resources.' }),
  committedAt: Nullable(DateTime(), { description: 'Since then deployments may delete its resources.' }),
  changes: Type.Optional(ImportChangesSchema),
})
export type ImportPlanResource = Static<typeof ImportPlanSchema>
