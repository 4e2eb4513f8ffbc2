import type { Queryable } from '../database/queryable.ts'
import { recordset } from '../database/records.ts'
import type { ProjectResourcesTable } from '../generated/tables.ts'

export type ProjectResourceRow = ProjectResourcesTable
/** A binding without what was deployed. */
export type ProjectBindingRow = Omit<ProjectResourceRow, 'encryptedPayload' | 'encryptedForm'>

const bindingColumns =
  'account_id, project_id, type, logical_id, physical_id, member, pending, source_file, payload_digest, live_digest'

/** All that a project owns or refers to. */
export const listProjectResources = (
  db: Queryable,
  accountId: string,
  projectId: string,
): Promise<ProjectBindingRow[]> =>
  db.rows(`select ${bindingColumns} from project_resources where account_id = $1 and project_id = $2`, [
    accountId,
    projectId,
  ])

/** Adds or replaces bindings, which are of one account. */
export const saveProjectResources = (tx: Queryable, rows: readonly ProjectResourceRow[]): Promise<unknown> =>
  tx.rows(
    `insert into project_resources (account_id, project_id, type, logical_id, physical_id, member, pending, source_file,
       encrypted_payload, encrypted_form, payload_digest, live_digest)
     select account_id, project_id, type, logical_id, physical_id, member, pending, source_file, encrypted_payload,
       encrypted_form, payload_digest, live_digest
     from jsonb_to_recordset($1::jsonb) as given (account_id uuid, project_id uuid, type text, logical_id text,
       physical_id text, member boolean, pending boolean, source_file text, encrypted_payload text, encrypted_form text,
       payload_digest text, live_digest text)
     on conflict (account_id, project_id, type, logical_id) do update set
       physical_id = excluded.physical_id,
       member = excluded.member,
       pending = excluded.pending,
       source_file = excluded.source_file,
       encrypted_payload = excluded.encrypted_payload,
       encrypted_form = excluded.encrypted_form,
       payload_digest = excluded.payload_digest,
       live_digest = excluded.live_digest`,
    [recordset(rows)],
  )

export interface ResourceKey {
  readonly type: string
  readonly logicalId: string
}

export interface DeployedForm extends ResourceKey {
  readonly encryptedForm: string | null
}

/** The fields that resources of a project had right after they were deployed. */
export const listDeployedForms = (
  db: Queryable,
  {
    accountId,
    projectId,
    resources,
  }: { readonly accountId: string; readonly projectId: string; readonly resources: readonly ResourceKey[] },
): Promise<DeployedForm[]> =>
  db.rows(
    `select resource.type, resource.logical_id, resource.encrypted_form
     from project_resources resource join unnest($3::text[], $4::text[]) as given (type, logical_id)
       on resource.type = given.type and resource.logical_id = given.logical_id
     where resource.account_id = $1 and resource.project_id = $2`,
    [accountId, projectId, resources.map(({ type }) => type), resources.map(({ logicalId }) => logicalId)],
  )

/** Ends that a project owns or refers to these. */
export const deleteProjectResources = (
  tx: Queryable,
  {
    accountId,
    projectId,
    ended,
  }: { readonly accountId: string; readonly projectId: string; readonly ended: readonly ResourceKey[] },
): Promise<unknown> =>
  tx.rows(
    `delete from project_resources resource using unnest($3::text[], $4::text[]) as given (type, logical_id)
     where resource.account_id = $1 and resource.project_id = $2 and resource.type = given.type
       and resource.logical_id = given.logical_id`,
    [accountId, projectId, ended.map(({ type }) => type), ended.map(({ logicalId }) => logicalId)],
  )

/** Which project owns a resource, or refers to it. */
export interface BindingOfResource {
  readonly physicalId: string
  readonly logicalId: string
  readonly member: boolean
  readonly pending: boolean
  readonly projectId: string
  readonly projectLogicalId: string
  readonly projectName: string
  /** Of the last deployment; null outside of a repository. */
  readonly commitId: string | null
  readonly repoUrl: string | null
}

/** The bindings of resources of one type, the owner of each first. */
export const listBindingsOfResources = (
  db: Queryable,
  {
    accountId,
    type,
    physicalIds,
  }: { readonly accountId: string; readonly type: string; readonly physicalIds: readonly string[] },
): Promise<BindingOfResource[]> =>
  db.namedRows(
    'list-bindings-of-resources',
    `select resource.physical_id, resource.logical_id, resource.member, resource.pending, project.id as project_id,
       project.logical_id as project_logical_id, project.name as project_name,
       project.repo_info ->> 'commitId' as commit_id, project.repo_url
     from project_resources resource
     join projects project on project.account_id = resource.account_id and project.id = resource.project_id
     where resource.account_id = $1 and resource.type = $2 and resource.physical_id = any($3::text[])
     order by resource.member desc, project.id`,
    [accountId, type, physicalIds],
  )

/** Notes that resources are different now without being deployed themselves. */
export const saveLiveDigests = (
  tx: Queryable,
  {
    accountId,
    projectId,
    digests,
  }: {
    readonly accountId: string
    readonly projectId: string
    readonly digests: readonly (ResourceKey & { readonly liveDigest: string })[]
  },
): Promise<unknown> =>
  tx.rows(
    `update project_resources resource set live_digest = given.digest
     from unnest($3::text[], $4::text[], $5::text[]) as given (type, logical_id, digest)
     where resource.account_id = $1 and resource.project_id = $2 and resource.type = given.type
       and resource.logical_id = given.logical_id`,
    [
      accountId,
      projectId,
      digests.map(({ type }) => type),
      digests.map(({ logicalId }) => logicalId),
      digests.map(({ liveDigest }) => liveDigest),
    ],
  )
