import type { RepoInfo } from '#contract'
import type { Queryable } from '../database/queryable.ts'
import type { Narrowed } from '../database/narrowed.ts'
import type { ProjectsTable } from '../generated/tables.ts'

/** A project without the files of its last version. */
export type ProjectRow = Omit<Narrowed<ProjectsTable, { readonly repoInfo: RepoInfo | null }>, 'encryptedFiles'>

const columns = 'account_id, id, logical_id, name, repo_url, repo_info, created_at, updated_at, deployed_at'

export const listProjects = (db: Queryable, accountId: string): Promise<ProjectRow[]> =>
  db.rows(`select ${columns} from projects where account_id = $1 order by id`, [accountId])

export async function findProject(db: Queryable, accountId: string, logicalId: string): Promise<ProjectRow | null> {
  const [row] = await db.rows<ProjectRow>(`select ${columns} from projects where account_id = $1 and logical_id = $2`, [
    accountId,
    logicalId,
  ])
  return row ?? null
}

/** A project, held until the transaction ends: nothing else is deployed to it meanwhile. */
export async function lockProject(tx: Queryable, accountId: string, logicalId: string): Promise<ProjectRow | null> {
  const [row] = await tx.rows<ProjectRow>(
    `select ${columns} from projects where account_id = $1 and logical_id = $2 for update`,
    [accountId, logicalId],
  )
  return row ?? null
}

export type NewProject = Pick<ProjectRow, 'accountId' | 'id' | 'logicalId' | 'name' | 'repoUrl' | 'createdAt'>

/** Null when the account has a project of this logical id already. */
export async function insertProject(tx: Queryable, project: NewProject): Promise<ProjectRow | null> {
  const { accountId, id, logicalId, name, repoUrl, createdAt } = project
  const [row] = await tx.rows<ProjectRow>(
    `insert into projects (account_id, id, logical_id, name, repo_url, created_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (account_id, logical_id) do nothing returning ${columns}`,
    [accountId, id, logicalId, name, repoUrl, createdAt],
  )
  return row ?? null
}

/** The fields of a project that a deployment changes. */
export interface DeployedProject extends Pick<ProjectRow, 'accountId' | 'id' | 'name' | 'repoUrl' | 'repoInfo'> {
  readonly encryptedFiles: string
  readonly now: Date
}

export const updateDeployedProject = (tx: Queryable, project: DeployedProject): Promise<unknown> =>
  tx.rows(
    `update projects set name = $3, repo_url = $4, repo_info = $5, encrypted_files = $6, deployed_at = $7,
       updated_at = $7
     where account_id = $1 and id = $2`,
    [
      project.accountId,
      project.id,
      project.name,
      project.repoUrl,
      project.repoInfo === null ? null : JSON.stringify(project.repoInfo),
      project.encryptedFiles,
      project.now,
    ],
  )

/** Deletes a project with its bindings; its resources stay. */
export const deleteProject = (tx: Queryable, accountId: string, id: string): Promise<unknown> =>
  tx.rows(`delete from projects where account_id = $1 and id = $2`, [accountId, id])
