import type { CheckCellsResource, CheckRowState } from '#contract'
import type { Caller } from '#kernel'
import { listCells } from '#storage'
import type { CheckCellRow, Store } from '#storage'

const letters: Readonly<Record<CheckRowState, string>> = {
  FAILING: 'F',
  DEGRADED: 'D',
  PENDING: 'N',
  PASSING: 'P',
  PAUSED: '-',
}

/** The state of every check of an account, in columns, which compress well. */
export async function getCheckCells({ db }: Store, { accountId }: Caller): Promise<CheckCellsResource> {
  const rows = await listCells(db, accountId)
  const groups: { id: number | null; name: string | null }[] = []
  const groupOf = rows.map(({ groupId, groupName }: CheckCellRow) => {
    if (groups.length === 0 || groups.at(-1)?.id !== groupId) groups.push({ id: groupId, name: groupName })
    return groups.length - 1
  })
  return {
    groups,
    ids: rows.map(({ id }) => id),
    names: rows.map(({ name }) => name),
    states: rows.map(({ state }) => letters[state]).join(''),
    groupOf,
  }
}
