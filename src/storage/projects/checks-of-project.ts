import type { Queryable } from '../database/queryable.ts'

export interface CheckOfProject {
  readonly logicalId: string
  readonly id: string
  readonly name: string
  readonly muted: boolean
}

/** The checks that a project owns, by the logical id of the project. */
export const listChecksOfProject = (
  db: Queryable,
  accountId: string,
  projectLogicalId: string,
): Promise<CheckOfProject[]> =>
  db.rows<CheckOfProject>(
    `select owned.logical_id, checks.id, checks.name, checks.muted
     from projects project
     join project_resources owned on owned.account_id = project.account_id and owned.project_id = project.id
       and owned.type = 'check' and owned.member
     join checks on checks.account_id = owned.account_id and checks.id::text = owned.physical_id
     where project.account_id = $1 and project.logical_id = $2 order by checks.name, checks.id`,
    [accountId, projectLogicalId],
  )
